import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { bucketAddress, nameOf, type S3Place } from '#backend/settings/s3-place.ts';
import { isOurKey, type ObjectKind, type ObjectStore, type StoredObject } from './object-store.ts';
import { codeIn, faultOfAnswer, faultOfSilence, type S3Call } from './s3-faults.ts';

/** How long a call may take and how often it is tried. */
export interface S3Patience {
  /** Milliseconds for one try, from the request to the last byte of the answer. */
  tryMs: number;
  /** No further try begins after so many milliseconds. */
  allMs: number;
  tries: number;
}

/** A browser waits for its picture. */
const PATIENCE: S3Patience = { tryMs: 4000, allMs: 6000, tries: 3 };
/** Bytes a second of the slowest line that an upload may have. */
const SLOWEST_LINE = 200_000;
/** Milliseconds before the second try; twice as many before the next. */
const FIRST_PAUSE = 100;

/** An answer with its body. */
interface Answer {
  status: number;
  bytes: Buffer<ArrayBuffer>;
}

/**
 * The pictures in a bucket of any S3-compatible store. A call that fails in passing (no answer, 5xx, 429) is tried again.
 * @throws StoreUnavailable from each method.
 */
export function createS3Store(place: S3Place, patience: S3Patience = PATIENCE): ObjectStore {
  const base = bucketAddress(place);
  const client = new AwsClient({
    accessKeyId: place.keyId,
    secretAccessKey: place.secretKey,
    region: place.region,
    service: 's3',
  });

  async function tryOnce(
    method: string,
    url: string,
    limitMs: number,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    // The store compares the hash with what arrives, so that a damaged upload is refused.
    const hash = { 'x-amz-content-sha256': sha256(body ?? '') };
    const { headers } = await client.sign(url, { method, headers: hash, ...(body && { body }) });
    // Not the signed Request itself with a signal of its own: fetch copies it, the garbage collector takes the first, and
    // a call to a silent store would never end.
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new DOMException('No answer in time', 'TimeoutError')),
      limitMs,
    );
    try {
      const answer = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: late.signal,
        ...(body && { body }),
      });
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns an answer of success, or one of 404. */
  async function call(
    what: S3Call,
    method: string,
    url: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    const limitMs = patience.tryMs + Math.ceil(((body?.length ?? 0) / SLOWEST_LINE) * 1000);
    const began = performance.now();
    for (let number = 1; ; number++) {
      const answer = await tryOnce(method, url, limitMs, body).catch((error: unknown) =>
        faultOfSilence(place, error, limitMs),
      );
      const isError = answer instanceof Error;
      if (!isError && (answer.status < 300 || answer.status === 404)) return answer;
      const fault = isError
        ? answer
        : faultOfAnswer(place, what, {
            status: answer.status,
            code: codeIn(answer.bytes.toString()),
          });
      const late = performance.now() - began > patience.allMs;
      if (fault.needsMending || late || number === patience.tries) throw fault;
      await pause(FIRST_PAUSE * 2 ** (number - 1) * (0.5 + Math.random()));
    }
  }

  const urlOf = (key: string) => base + place.prefix + key;
  /** An answer of 404 that is not about the object, but about the bucket or the address. */
  function expectAbsence(what: S3Call, { status, bytes }: Answer): void {
    const code = codeIn(bytes.toString());
    if (code !== 'NoSuchKey') throw faultOfAnswer(place, what, { status, code });
  }

  return {
    name: nameOf(place),

    async put(key, bytes) {
      // The types of fetch take no memory that is shared between threads.
      const body = bytes as Uint8Array<ArrayBuffer>;
      const answer = await call('write', 'PUT', urlOf(key), body);
      if (answer.status === 404) {
        throw faultOfAnswer(place, 'write', { status: 404, code: codeIn(answer.bytes.toString()) });
      }
    },

    async get(key) {
      const answer = await call('read', 'GET', urlOf(key));
      if (answer.status !== 404) return answer.bytes;
      expectAbsence('read', answer);
      return null;
    },

    // The answer to HEAD has no body, so it cannot say that the bucket is missing. Reading or writing says it.
    has: async (key) => (await call('read', 'HEAD', urlOf(key))).status !== 404,

    async remove(key) {
      const answer = await call('remove', 'DELETE', urlOf(key));
      if (answer.status === 404) expectAbsence('remove', answer);
    },

    async *list(kind) {
      for (let next: string | null = ''; next !== null; ) {
        const query = new URLSearchParams({
          'list-type': '2',
          'encoding-type': 'url',
          prefix: `${place.prefix}${kind}/`,
          ...(next && { 'continuation-token': next }),
        });
        // Without the slash: what is listed is the bucket, not an object with an empty key.
        const answer = await call('list', 'GET', `${base.replace(/\/$/, '')}?${query}`);
        const text = answer.bytes.toString();
        if (answer.status === 404) {
          throw faultOfAnswer(place, 'list', { status: 404, code: codeIn(text) });
        }
        yield* objectsIn(text, place.prefix, kind);
        next = textOf(text, 'NextContinuationToken');
      }
    },
  };
}

/** The objects of a page of a listing that are ours. Keys come encoded as in a URL, so that no XML is in them. */
function* objectsIn(page: string, prefix: string, kind: ObjectKind): Generator<StoredObject> {
  for (const [, contents = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const full = decodeURIComponent((textOf(contents, 'Key') ?? '').replaceAll('+', ' '));
    const key = full.slice(prefix.length);
    if (!full.startsWith(`${prefix}${kind}/`) || !isOurKey(key)) continue;
    yield {
      key,
      size: Number(textOf(contents, 'Size')),
      at: new Date(textOf(contents, 'LastModified') ?? 0),
    };
  }
}

/** The text of the first element of a name, null if there is none. */
function textOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? null : text.replaceAll('&amp;', '&').trim();
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
