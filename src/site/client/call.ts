import { ofetch } from 'ofetch';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiError } from '#contract/errors.ts';
import { CallError } from './errors.ts';
import { READ_MS, WRITE_MS } from './time-outs.ts';

type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodMiniType ? Part : never]: z.input<
    Extract<E[Part], z.ZodMiniType>
  >;
} & {
  headers?: Record<string, string>;
};

type Answer<E extends Endpoint> = E['unread'] extends true ? undefined : z.output<E['response']>;

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Who calls. */
export interface Credentials {
  /** The bearer token, when there is one. */
  token(): string | undefined;
  /** The API answered 401 to a call with this token (spec §8); calls of /api/auth/* do not count. */
  refused(token: string | undefined): void;
}

const NOBODY: Credentials = { token: () => undefined, refused: () => {} };

/**
 * Makes a function that calls the API: one request, never repeated by itself. Throws a CallError and nothing
 * else.
 */
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
    const answer = await ofetch
      .raw(path, {
        baseURL,
        method,
        query,
        body,
        headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
        retry: 0,
        signal,
        responseType: 'text',
        ignoreResponseError: true,
      })
      .catch((cause: unknown) => {
        if (signal.aborted)
          throw new CallError('TIMEOUT_ERROR', `${what}: no answer in time`, undefined, cause);
        throw new CallError(
          'FETCH_ERROR',
          `${what}: the API could not be reached`,
          undefined,
          cause,
        );
      });
    const read = readAnswer(answer._data);
    if (!answer.ok) {
      const error = z.safeParse(apiError, read);
      // A wrong password or code is no end of the session.
      if (
        answer.status === 401 &&
        !path.startsWith('/api/auth/') &&
        error.data?.code !== 'credentials_invalid'
      ) {
        credentials.refused(token);
      }
      throw new CallError(answer.status, `${what}: ${answer.status}`, error.data);
    }
    if (endpoint.unread) return undefined as Answer<E>;
    const parsed = z.safeParse(endpoint.response, read);
    if (!parsed.success) {
      throw new CallError(
        'PARSING_ERROR',
        `${what}: not the answer agreed on`,
        undefined,
        parsed.error,
      );
    }
    return parsed.data as Answer<E>;
  };
}

function readAnswer(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
