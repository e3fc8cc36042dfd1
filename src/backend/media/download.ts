import { promises as dns, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { bareHost, isLiteral } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

/** The largest picture, from a file or the network, in bytes. */
export const LARGEST_PICTURE = 20_000_000;
/** Milliseconds for one download, from the first packet to the last. */
const TIME_LIMIT = 30_000;

/** Finds the addresses of a host by its name. */
export type LookUp = (host: string) => Promise<LookupAddress[]>;

/** The headers by which a server recognises a picture that it has already sent. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

/**
 * The result of a download. `bytes` is null if the picture is unchanged. A refusal is the rest of a sentence that begins
 * with the picture's name. It is `unavailable` if the host does not answer, and `later` if the host says to retry later.
 */
export type Download = Result<
  { bytes: Buffer; validators: Validators } | { bytes: null },
  'invalid' | 'unavailable' | 'later'
>;

/**
 * Downloads a picture from an origin that the merchant allows. Looks up a host name once. All its addresses must be
 * public, and the connection uses them even if the name later resolves differently (DNS rebinding). Accepts an IP address
 * as it is: the merchant wrote it into the setting, or it is public (allowed-hosts.ts). Does not follow redirects.
 */
export async function downloadPicture(
  url: URL,
  known: Validators = {},
  {
    lookup = (host) => dns.lookup(host, { all: true }),
    limits = {},
  }: { lookup?: LookUp; limits?: { limit?: number; timeMs?: number } } = {},
): Promise<Download> {
  if (isLiteral(url)) return download(url, null, known, limits);
  let addresses: LookupAddress[];
  try {
    addresses = await lookup(bareHost(url));
  } catch {
    return silent(`the host ${url.host} is unknown; check the address`);
  }
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  if (inside || addresses.length === 0) {
    return failed(
      `the host ${url.host} is at ${inside?.address ?? 'no address'}, which is not on the public internet`,
    );
  }
  return download(url, addresses, known, limits);
}

/** Sends the request to these addresses of the host (null: the host is an IP address) and reads the whole answer. */
export function download(
  url: URL,
  addresses: readonly LookupAddress[] | null,
  known: Validators,
  { limit = LARGEST_PICTURE, timeMs = TIME_LIMIT } = {},
): Promise<Download> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = {
    accept: 'image/avif,image/webp,image/png,image/jpeg',
    'user-agent': 'turare-catalogue',
    ...(known.etag ? { 'if-none-match': known.etag } : {}),
    ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  };
  const signal = AbortSignal.timeout(timeMs);
  const lookup = addresses && { lookup: fixed(addresses) };
  return new Promise((answer) => {
    const fail = (error: Error) =>
      answer(
        silent(
          signal.aborted
            ? `${url.host} took longer than ${timeMs / 1000} s; try again later`
            : `${url.host} did not answer (${(error as { code?: string }).code ?? error.message})`,
        ),
      );
    request(url, { agent: false, headers, signal, ...lookup }, (response) => {
      receive(url, response, limit)
        .then(answer, fail)
        .finally(() => response.destroy());
    })
      .on('error', fail)
      .end();
  });
}

async function receive(url: URL, response: IncomingMessage, limit: number): Promise<Download> {
  const { statusCode = 0, headers } = response;
  if (statusCode === 304) return done({ bytes: null });
  if (statusCode >= 300 && statusCode < 400) {
    return failed(`${url.host} redirects to another address; write that one`);
  }
  if (statusCode === 429 || statusCode >= 500) {
    return later(`${url.host} answered ${statusCode}; try again later`);
  }
  if (statusCode !== 200) return failed(`${url.host} answered ${statusCode}; check the address`);
  const tooLarge = wrong(`is larger than ${limit / 1_000_000} MB: make it smaller`);
  if (Number(headers['content-length'] ?? 0) > limit) return tooLarge;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) return tooLarge;
    pieces.push(piece);
  }
  if (!response.complete) return later(`${url.host} sent only a part; try again`);
  const { etag, 'last-modified': lastModified } = headers;
  return done({ bytes: Buffer.concat(pieces), validators: { etag, lastModified } });
}

/** Returns a lookup function that always answers with these addresses. */
const fixed =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, answer) => {
    const [first] = addresses;
    if (options.all) answer(null, [...addresses]);
    else answer(null, first?.address ?? '', first?.family);
  };

const wrong = (message: string) => refuse('invalid', message);
const failed = (why: string) => wrong(`cannot be fetched: ${why}`);
const silent = (why: string) => refuse('unavailable', `cannot be fetched: ${why}`);
const later = (why: string) => refuse('later', `cannot be fetched: ${why}`);
