import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { CatalogueFault } from './fault.ts';

/** How patiently a build asks. */
export interface Patience {
  /** Tries of one call. */
  tries: number;
  /** Milliseconds before the second try; each later pause is three times as long. */
  firstPause: number;
  /** Milliseconds for an answer to begin, for one to come whole, and for the next bytes of a stream. */
  timeout: number;
}

const PATIENCE: Patience = { tries: 5, firstPause: 250, timeout: 30_000 };
/** Seconds that a backend may ask to wait; a build that waits longer had better fail and say so. */
const LONGEST_WAIT = 60;

/** The API answered with a status that asking again does not change. */
export class ApiRefusal extends CatalogueFault {
  readonly status: number;

  constructor(asked: string, status: number) {
    super('unreadable', `The catalogue could not be read: ${asked} answered ${status}.`);
    this.status = status;
  }
}

/** A fault that may pass: it is tried again. */
export class PassingFault extends Error {
  override name = 'PassingFault';
  /** Seconds after which the backend wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfter?: number | undefined } = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
  }
}

/** The calls of a backend, as a build makes them. */
export interface Api {
  url: string;
  timeout: number;
  /**
   * One call that answers JSON. @throws ApiRefusal for a 4xx but 429; CatalogueFault when every try failed, or the answer is
   * of another shape than `schema`.
   */
  get<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>>;
  /**
   * Asks, and hands an answer that is good (2xx) to `read`; again from the beginning when either throws a PassingFault.
   * What `read` leaves of the answer is not taken.
   */
  ask<T>(path: string, read: (answer: Response) => Promise<T>): Promise<T>;
}

/** The calls of the backend at `url`. */
export function createApi(url: string, patience: Partial<Patience> = {}): Api {
  const { tries, firstPause, timeout } = { ...PATIENCE, ...patience };

  async function tryOnce<T>(path: string, read: (answer: Response) => Promise<T>): Promise<T> {
    const end = new AbortController();
    try {
      const asked = fetch(new URL(path, url), { headers: headersFor(url), signal: end.signal });
      const answer = await within(asked, timeout, 'No answer');
      if (answer.ok) return await read(answer);
      const lasting = answer.status < 500 && answer.status !== 429 && answer.status !== 408;
      if (lasting) throw new ApiRefusal(`GET ${path} at ${url}`, answer.status);
      throw new PassingFault(`It answered ${answer.status}.`, {
        retryAfter: retryAfter(answer.headers.get('retry-after')),
      });
    } finally {
      end.abort();
    }
  }

  const api: Api = {
    url,
    timeout,
    async ask(path, read) {
      for (let tried = 1; ; tried++) {
        try {
          return await tryOnce(path, read);
        } catch (cause) {
          if (!(cause instanceof PassingFault)) throw cause;
          const wait = cause.retryAfter ?? 0;
          if (tried >= tries || wait > LONGEST_WAIT) {
            const often = tried === 1 ? '' : `, ${tried} times`;
            const later = wait > LONGEST_WAIT ? ` It asks to come again in ${wait} s.` : '';
            const what = `GET ${path} at ${url} failed${often}. ${cause.message}${later}`;
            throw new CatalogueFault('unreadable', `The catalogue could not be read: ${what}`, {
              cause,
            });
          }
          // Chance takes up to a half off, so that calls that failed together do not come back together.
          const own = firstPause * 3 ** (tried - 1) * (1 - Math.random() / 2);
          await pause(Math.max(own, wait * 1000));
        }
      }
    },
    get: (path, schema) =>
      api.ask(path, async (answer) => {
        const parsed = schema.safeParse(await readJson(answer, timeout));
        if (parsed.success) return parsed.data;
        throw new CatalogueFault(
          'unreadable',
          `The catalogue could not be read: GET ${path} at ${url} breaks the contract. ${faultsOf(parsed.error)}`,
        );
      }),
  };
  return api;
}

/** On this machine a compressed answer is the slower one. */
function headersFor(url: string): Record<string, string> {
  const local = /^(127\.|localhost$|\[::1\])/.test(new URL(url).hostname);
  return local ? { 'accept-encoding': 'identity' } : {};
}

/** What comes within so many milliseconds. @throws PassingFault that begins with `what`, if it fails or does not come. */
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

async function readJson(answer: Response, timeout: number): Promise<unknown> {
  const text = await within(answer.text(), timeout, 'The answer broke off');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PassingFault(`The answer is not JSON: ${excerpt(text)}`, { cause });
  }
}

/** What fetch hides in the causes of its errors: 'ECONNREFUSED', 'other side closed'. */
function reasonOf(error: unknown): string {
  let reason = String(error);
  for (let at = error; at instanceof Error; at = at.cause) {
    reason =
      'code' in at && typeof at.code === 'string' ? `${at.message} (${at.code})` : at.message;
  }
  return reason;
}

/** The beginning of what came instead, on one line. */
export function excerpt(text: string): string {
  const line = text.slice(0, 80).replace(/\s+/g, ' ').trim();
  return line === '' ? 'it is empty' : `'${line}${text.length > 80 ? '…' : ''}'`;
}

/** The faults of an answer, each with its field: 'discount.amount: Invalid input'. */
export function faultsOf(error: z.core.$ZodError): string {
  return error.issues
    .map(
      ({ path, message }) => (path.length > 0 ? `${path.map(String).join('.')}: ` : '') + message,
    )
    .join('; ');
}

/** Seconds of a Retry-After header: a number, or a date (RFC 9110, 10.2.3). */
function retryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
