import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { bucketAddress, type S3Place } from '#backend/settings/s3-place.ts';
import { codeIn, faultOfAnswer, faultOfSilence, type S3Call } from './s3-faults.ts';

/** The time limits and number of tries of a call. */
export interface S3Patience {
  /** Milliseconds for one try, from the request to the last byte of the answer. */
  tryMs: number;
  /** Milliseconds after which no further try begins. */
  allMs: number;
  tries: number;
}

/** The bytes a second of the slowest line. */
const SLOWEST_LINE = 200_000;
/** Milliseconds before the second try, doubled before each further one. */
const FIRST_PAUSE = 100;

/** An answer with its body. */
interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer<ArrayBuffer>;
}

interface Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The rest of a key, after the store's prefix. Without it the call is about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** The expected bytes of a long answer, which needs more time. */
  expects?: number;
}

/** An object of the bucket. */
interface ListedObject {
  /** Without the store's prefix. */
  key: string;
  size: number;
  at: Date;
}

/** The calls of any S3-compatible store. A temporary failure (no answer, 5xx, 429) is retried. */
export interface S3Client {
  /** @returns a successful answer, or one that says that the object does not exist. @throws StoreUnavailable */
  call(what: S3Call, request: Request): Promise<Answer>;
  /** Yields the objects whose keys begin with `start`. @throws StoreUnavailable */
  list(start: string): AsyncGenerator<ListedObject>;
}

export function createS3Client(place: S3Place, patience: S3Patience): S3Client {
  const base = bucketAddress(place);
  const client = new AwsClient({
    accessKeyId: place.keyId,
    secretAccessKey: place.secretKey,
    region: place.region,
    service: 's3',
  });
  const urlOf = ({ key, query }: Request) =>
    // Without the slash this means the bucket, not an object with an empty key.
    (key === undefined ? base.replace(/\/$/, '') : base + place.prefix + key) +
    (query ? `?${new URLSearchParams(query)}` : '');

  async function tryOnce(request: Request, limitMs: number): Promise<Answer> {
    const { method } = request;
    const url = urlOf(request);
    // fetch's types do not accept memory shared between threads.
    const body = request.body as Uint8Array<ArrayBuffer> | undefined;
    // The store compares the hash with what arrives, so that it refuses a damaged upload.
    const hash = { ...request.headers, 'x-amz-content-sha256': sha256(body ?? '') };
    const { headers } = await client.sign(url, { method, headers: hash, ...(body && { body }) });
    // The signed Request must not carry its own signal: fetch copies the request, the original is garbage-collected, and a
    // call to a silent store would never end.
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
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: answer.headers, bytes };
    } finally {
      clearTimeout(timer);
    }
  }

  async function call(what: S3Call, request: Request): Promise<Answer> {
    const size = (request.body?.length ?? 0) + (request.expects ?? 0);
    const limitMs = patience.tryMs + Math.ceil((size / SLOWEST_LINE) * 1000);
    const began = performance.now();
    for (let number = 1; ; number++) {
      const answer = await tryOnce(request, limitMs).catch((error: unknown) =>
        faultOfSilence(place, error, limitMs),
      );
      const code = answer instanceof Error ? null : codeIn(answer.bytes.toString());
      if (!(answer instanceof Error)) {
        if (answer.status < 300) return answer;
        // The answer to HEAD has no body, so it cannot say that the bucket is missing. Reading or writing reports that.
        if (answer.status === 404 && (code === 'NoSuchKey' || request.method === 'HEAD')) {
          return answer;
        }
      }
      const fault =
        answer instanceof Error
          ? answer
          : faultOfAnswer(place, what, { status: answer.status, code });
      const late = performance.now() - began > patience.allMs;
      if (fault.needsFix || late || number === patience.tries) throw fault;
      await pause(FIRST_PAUSE * 2 ** (number - 1) * (0.5 + Math.random()));
    }
  }

  return {
    call,
    async *list(start) {
      for (let next: string | null = ''; next !== null; ) {
        const query = {
          'list-type': '2',
          'encoding-type': 'url',
          prefix: place.prefix + start,
          ...(next && { 'continuation-token': next }),
        };
        const { bytes } = await call('list', { method: 'GET', query });
        const text = bytes.toString();
        yield* objectsIn(text, place.prefix, start);
        next = textOf(text, 'NextContinuationToken');
      }
    },
  };
}

/** Yields the objects of one page of a listing. Keys are URL-encoded, so they contain no XML. */
function* objectsIn(page: string, prefix: string, start: string): Generator<ListedObject> {
  for (const [, contents = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const full = decodeURIComponent((textOf(contents, 'Key') ?? '').replaceAll('+', ' '));
    if (!full.startsWith(prefix + start)) continue;
    yield {
      key: full.slice(prefix.length),
      size: Number(textOf(contents, 'Size')),
      at: new Date(textOf(contents, 'LastModified') ?? 0),
    };
  }
}

/** Returns the text of the first element with a name; null if there is none. */
export function textOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? null : text.replaceAll('&amp;', '&').trim();
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
