import { FetchError, ofetch } from 'ofetch';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiError } from '#contract/errors.ts';
import { Mismatch, type Reader } from '#contract/reading/reader.ts';
import { readJson } from '#site/storage/json.ts';
import { CallError } from './errors.ts';
import { READ_MS, WRITE_MS } from './time-outs.ts';
import { understand } from './understand.ts';

type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodMiniType ? Part : never]: z.input<
    Extract<E[Part], z.ZodMiniType>
  >;
} & {
  headers?: Record<string, string>;
};

type Answer<E extends Endpoint> = E['unread'] extends true
  ? undefined
  : E extends { read: Reader<infer T> }
    ? T
    : z.output<E['response']>;

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** The customer on whose behalf a call is made. */
export interface Credentials {
  /** The bearer token, if there is one. */
  token(): string | undefined;
  /** The API answered 401 to a call with this token (spec §8). Calls of /api/auth/* are excepted. */
  refused(token: string | undefined): void;
}

const NOBODY: Credentials = { token: () => undefined, refused: () => {} };

/** A reader of the answers that only our API gives. */
const readerOf =
  (schema: z.ZodMiniType): Reader<unknown> =>
  (value, at) => {
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return parsed.data;
    throw new Mismatch(value, at, 'what the contract describes');
  };

/** Makes a function that calls the API. It sends one request, never repeats it, and throws only a CallError. */
export function createCall(baseURL: string, credentials: Credentials = NOBODY) {
  return async function call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
    const { params = {}, query, body, headers } = input as Sent;
    const { method } = endpoint;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const what = `${method} ${path}`;
    const token = endpoint.auth === 'none' ? undefined : credentials.token();
    const signal = AbortSignal.timeout(method === 'POST' ? WRITE_MS : READ_MS);
    const data = await ofetch(path, {
      baseURL,
      method,
      query,
      body,
      headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
      retry: 0,
      // The `timeout` of ofetch ends with the headers of an answer; a signal covers the body too.
      signal,
      parseResponse: readJson,
    }).catch((cause: unknown) => {
      const response = cause instanceof FetchError ? cause.response : undefined;
      if (!response) {
        const kind = signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR';
        throw new CallError(kind, `${what}: ${kind}`, undefined, cause);
      }
      const { status } = response;
      const error = z.safeParse(apiError, response._data).data;
      // A wrong password or code does not end the session.
      const excepted = path.startsWith('/api/auth/') || error?.code === 'credentials_invalid';
      if (status === 401 && !excepted) credentials.refused(token);
      throw new CallError(status, `${what}: ${status}`, error, cause);
    });
    if (endpoint.unread) return undefined as Answer<E>;
    const name = `${method} ${endpoint.path}`;
    const read = understand(name, endpoint.read ?? readerOf(endpoint.response), data);
    if (read === undefined) throw new CallError('PARSING_ERROR', `${what}: PARSING_ERROR`);
    return read as Answer<E>;
  };
}
