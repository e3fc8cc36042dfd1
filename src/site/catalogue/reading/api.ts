import { createFetch, FetchError } from 'ofetch';
import PQueue from 'p-queue';
import { attempt, type Reader, start } from '#contract/reading/reader.ts';
import { CatalogueFault } from './fault.ts';
import type { NoteTally } from './notes.ts';

/** The retries and time limits of a build's API calls. */
export interface Patience {
  tries: number;
  /** Milliseconds before the second try; each later pause is three times as long. */
  firstPause: number;
  /** Milliseconds for an answer to begin, for its body to arrive, and for the next bytes of a stream. */
  timeout: number;
  /** Ends all calls. */
  signal?: AbortSignal;
  /** The publisher's secret (PUBLISHER_SECRET). A backend that knows it serves this reader first. */
  secret?: string | undefined;
}

const PATIENCE: Patience = { tries: 5, firstPause: 250, timeout: 30_000 };
/** Calls at a time: a build must not look like an attack. */
const AT_ONCE = 6;
/** The longest wait in seconds that a backend may ask for. If it asks for more, the build fails and says so. */
const LONGEST_WAIT = 60;
/** The API refused a call, and another try would not change its answer. */
export class ApiRefusal extends CatalogueFault {
  readonly status: number;

  constructor(call: string, status: number) {
    super('unreadable', `The catalogue could not be read: ${call} answered ${status}.`);
    this.status = status;
  }
}

const unreadable = (what: string, cause?: unknown) =>
  new CatalogueFault('unreadable', `The catalogue could not be read: ${what}`, { cause });

/** A fault that may pass, so the call is retried. */
export class PassingFault extends Error {
  override name = 'PassingFault';
  /** The seconds that the backend asks to wait. */
  retryAfter = 0;
}

/** The calls of a build. */
export interface Api {
  url: string;
  timeout: number;
  /** The same calls, each tried once. */
  once: Api;
  /** The same calls with lower priority: they run when no other call waits. */
  later: Api;
  /**
   * Gets JSON and reads it; `notes` counts what was adapted or dropped. @throws ApiRefusal for a 4xx other than 408 and
   * 429; CatalogueFault when every try failed, or the answer cannot be read.
   */
  get<T>(path: string, reader: Reader<T>, notes?: NoteTally): Promise<T>;
  /**
   * Gets an answer and hands it to `read` if its status is 2xx. If `read` throws a PassingFault, the call is retried
   * from the start. The connection closes when `read` returns.
   */
  ask<T>(path: string, read: (answer: Response) => Promise<T>): Promise<T>;
}

/** Creates the calls to the backend at `url`. */
export function createApi(url: string, patience: Partial<Patience> = {}): Api {
  return callsOf(url, { ...PATIENCE, ...patience }, new PQueue({ concurrency: AT_ONCE }), 0);
}

function callsOf(url: string, patience: Patience, queue: PQueue, priority: number): Api {
  const { tries, firstPause, timeout, signal, secret } = patience;
  const api: Api = {
    url,
    timeout,
    get once() {
      return callsOf(url, { ...patience, tries: 1 }, queue, priority);
    },
    get later() {
      return callsOf(url, patience, queue, priority - 1);
    },
    async ask<T>(path: string, read: (answer: Response) => Promise<T>): Promise<T> {
      let tried = 0;
      const call = `GET ${path} at ${url}`;
      const failed = (why: string, cause: unknown) =>
        unreadable(`${call} failed${tried === 1 ? '' : `, ${tried} times`}. ${why}`, cause);

      let value: T | undefined;
      // Each try reads the whole answer: ofetch would not retry when a body breaks off or is not JSON.
      const tryOnce: typeof fetch = async (input, init) => {
        tried++;
        const end = new AbortController();
        try {
          const ends = AbortSignal.any(signal ? [end.signal, signal] : [end.signal]);
          const coming = fetch(input, { ...init, signal: ends });
          const answer = await within(coming, timeout, 'No answer');
          if (!answer.ok) throw faultOf(answer, call);
          value = await read(answer);
          return answer;
        } finally {
          end.abort();
        }
      };
      try {
        await createFetch({
          fetch: (...given) => queue.add(() => tryOnce(...given), { priority }),
        }).raw(url + path, {
          headers: { ...headersFor(url), ...(secret && { authorization: `Bearer ${secret}` }) },
          responseType: 'stream',
          retry: tries - 1,
          onRequestError({ error }) {
            if (!(error instanceof PassingFault)) throw error;
          },
          retryDelay({ error }) {
            const { message, retryAfter } = error as PassingFault;
            if (retryAfter > LONGEST_WAIT)
              throw failed(`${message} It asks to come again in ${retryAfter} s.`, error);
            // A random part, at most half, so that calls that failed together do not return together.
            const own = firstPause * 3 ** (tried - 1) * (1 - Math.random() / 2);
            return Math.max(own, retryAfter * 1000);
          },
        });
      } catch (error) {
        if (!(error instanceof FetchError)) throw error;
        const fault = error.cause as PassingFault;
        throw failed(fault.message, fault);
      }
      return value as T;
    },
    get: (path, reader, notes) =>
      api.ask(path, async (answer) => {
        const at = start();
        const json = await readJson(answer, timeout);
        const value = attempt(
          () => reader(json, at),
          ({ message }) => {
            throw unreadable(`GET ${path} at ${url} breaks the contract. ${message}`);
          },
        );
        notes?.add(at.notes.map((note) => ({ ...note, field: `${path}: ${note.field}` })));
        return value as NonNullable<typeof value>;
      }),
  };
  return api;
}

/** Returns the fault of an answer: 408, 429 and every 5xx may pass. */
function faultOf({ status, headers }: Response, call: string): ApiRefusal | PassingFault {
  if (status < 500 && status !== 429 && status !== 408) return new ApiRefusal(call, status);
  const wait = retryAfter(headers.get('retry-after'));
  return Object.assign(new PassingFault(`It answered ${status}.`), { retryAfter: wait });
}

/** Returns the headers of a call. On the same machine a compressed answer takes longer than a plain one. */
function headersFor(url: string): Record<string, string> {
  const local = /^(127\.|localhost$|\[::1\])/.test(new URL(url).hostname);
  return local ? { 'accept-encoding': 'identity' } : {};
}

/** Waits for `coming`, at most `ms` milliseconds. @throws PassingFault that begins with `what` when it fails or is late. */
export async function within<T>(coming: Promise<T>, ms: number, what: string): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`nothing came for ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([coming, limit.promise]);
  } catch (cause) {
    throw new PassingFault(`${what}: ${reasonOf(cause)}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads the text of an answer. @throws PassingFault when it breaks off or is late. */
export const readText = (answer: Response, timeout: number): Promise<string> =>
  within(answer.text(), timeout, 'The answer broke off');

async function readJson(answer: Response, timeout: number): Promise<unknown> {
  const text = await readText(answer, timeout);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PassingFault(`The answer is not JSON: ${excerpt(text)}`, { cause });
  }
}

/** Returns the innermost cause of an error, where fetch puts the reason: 'ECONNREFUSED', 'other side closed'. */
function reasonOf(error: unknown): string {
  let reason = String(error);
  for (let at = error; at instanceof Error; at = at.cause) {
    reason =
      'code' in at && typeof at.code === 'string' ? `${at.message} (${at.code})` : at.message;
  }
  return reason;
}

/** Returns the start of a text on one line, for an error message. */
export function excerpt(text: string): string {
  const line = text.slice(0, 80).replace(/\s+/g, ' ').trim();
  return line === '' ? 'it is empty' : `'${line}${text.length > 80 ? '…' : ''}'`;
}

/** Returns the seconds of a Retry-After header, which is a number or a date (RFC 9110, 10.2.3); 0 without one. */
function retryAfter(header: string | null): number {
  if (!header) return 0;
  if (/^\d+$/.test(header.trim())) return Number(header);
  return Math.max(0, Math.ceil((Date.parse(header) - Date.now()) / 1000)) || 0;
}
