import { createFetch, FetchError, ofetch } from 'ofetch';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiError } from '#contract/errors.ts';
import { bySchema } from '#contract/reading/by-schema.ts';
import { readError } from '#contract/reading/error.ts';
import type { Reader } from '#contract/reading/reader.ts';
import { readJson } from '#site/storage/json.ts';
import { CallError } from './errors.ts';
import { has } from './extensions.ts';
import { carrySecret } from './secret.ts';
import { READ_MS, WRITE_MS } from './time-outs.ts';
import { understand } from './understand.ts';

type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodMiniType ? Part : never]: z.input<
    Extract<E[Part], z.ZodMiniType>
  >;
} & (E['bytes'] extends number ? { body: Blob } : unknown) & {
    headers?: Record<string, string>;
    early?: EarlyAnswer | undefined;
  };

/** A request that the head of the page sent before any script could. */
export interface EarlyAnswer {
  /** The customer's token that it carried. */
  token: string;
  answer: Promise<Response>;
  /** Aborts it after its time limit. */
  signal: AbortSignal;
}

type Answer<E extends Endpoint> = E['unread'] extends true
  ? undefined
  : E extends { read: Reader<infer T> }
    ? T
    : z.output<E['response']>;

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown> | Blob;
  headers?: Record<string, string>;
  early?: EarlyAnswer;
}

/** The customer on whose behalf a call is made. */
export interface Credentials {
  /** The bearer token, if there is one. */
  token(): string | undefined;
  /** Ends the session of this token, if it is still the current one. */
  ended(token: string): void;
  /**
   * Handles a 401 to a call with this token, or without one (spec §8), except for /api/auth/* and calls that never
   * carry a token. Returns true if it leaves the page for /login.
   */
  refused(token: string | undefined): boolean;
}

const NOBODY: Credentials = { token: () => undefined, ended: () => {}, refused: () => false };

/** Whether a 401 with a token is followed by a request without one. A write is never sent twice. */
const isRepeated = ({ auth, method, isRead }: Endpoint) =>
  auth === 'optional' && (method === 'GET' || isRead);

/**
 * Creates a function that calls the API. It throws only a CallError. It sends one request, or takes the one that the
 * page's head sent (`early`). It never repeats a request, with one exception (decision 15): after a 401, a read whose
 * token is optional is sent once more without it. Calls of extensions that the backend does not list are not sent.
 */
export function createCall(baseURL: string, credentials: Credentials = NOBODY) {
  return async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
    const { method, path, extension } = endpoint;
    if (extension && !has(extension)) {
      const error = new CallError('UNLISTED_CALL', `${method} ${path}: no extension ${extension}`);
      // Every browser test sees it, also where the caller expects a failure.
      console.error(error.message);
      throw error;
    }
    const token = endpoint.auth === 'none' ? undefined : credentials.token();
    try {
      return await send(endpoint, input, token);
    } catch (error) {
      if (!(error instanceof CallError) || error.kind !== 401) throw error;
      if (token === undefined || !isRepeated(endpoint)) throw refuse(endpoint, error, token);
    }
    credentials.ended(token);
    // Another tab may have logged in since.
    const other = credentials.token();
    return send(endpoint, input, other).catch((error: CallError) => {
      throw error.kind === 401 ? refuse(endpoint, error, other) : error;
    });
  };

  function refuse(endpoint: Endpoint, error: CallError, token: string | undefined): CallError {
    // A wrong password or code does not end the session, and an unanswered quote stops no purchase.
    const excepted =
      endpoint.auth === 'none' ||
      endpoint.isRead ||
      endpoint.path.startsWith('/api/auth/') ||
      error.body?.code === 'credentials_invalid';
    error.leaves = !excepted && credentials.refused(token);
    return error;
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    token: string | undefined,
  ): Promise<Answer<E>> {
    const { params = {}, query, body, early, ...sentWith } = input as Sent;
    const { method, secret } = endpoint;
    const headers = { ...sentWith.headers };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name] ?? '';
      if (name !== secret) return encodeURIComponent(value);
      const carried = carrySecret(value);
      Object.assign(headers, carried.headers);
      return carried.inPath;
    });
    const what = `${method} ${endpoint.path}`;
    // Another customer's answer is never read.
    const sent = early?.token === token ? early : undefined;
    const signal = sent?.signal ?? AbortSignal.timeout(method === 'POST' ? WRITE_MS : READ_MS);
    const data = await (sent ? createFetch({ fetch: () => sent.answer }) : ofetch)(path, {
      baseURL,
      method,
      query,
      body,
      headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
      retry: 0,
      // ofetch's `timeout` covers only the headers of an answer. A signal covers the body too.
      signal,
      // An error may be plain text.
      parseResponse: (text) => readJson(text) ?? text,
    }).catch((cause: unknown) => {
      const response = cause instanceof FetchError ? cause.response : undefined;
      if (!response) {
        const kind = signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR';
        throw new CallError(kind, `${what}: ${kind}`, undefined, cause);
      }
      const { status, _data: said } = response;
      const error = z.safeParse(apiError, said).data ?? readError(said);
      throw new CallError(status, `${what}: ${status}`, error, cause);
    });
    if (endpoint.unread) return undefined as Answer<E>;
    const read = understand(what, endpoint.read ?? bySchema(endpoint.response), data);
    if (read === undefined) throw new CallError('PARSING_ERROR', `${what}: PARSING_ERROR`);
    return read as Answer<E>;
  }
}
