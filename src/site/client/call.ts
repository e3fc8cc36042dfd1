import { ofetch } from 'ofetch';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiError } from '#contract/errors.ts';
import { CallError } from './errors.ts';

type Input<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodMiniType ? Part : never]: z.input<
    Extract<E[Part], z.ZodMiniType>
  >;
} & {
  headers?: Record<string, string>;
};

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Ms; initializing a payment asks Paystack, which may take its time. */
const TIME_OUT = { GET: 12_000, POST: 30_000, DELETE: 12_000 };

/**
 * Makes the call of `client/api.ts`: one request, never repeated by itself. Throws a CallError and nothing
 * else.
 */
export function createCall(baseURL: string, fetchApi: typeof ofetch.raw = ofetch.raw) {
  return async function call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
  ): Promise<z.output<E['response']>> {
    const { params = {}, query, body, headers } = input as Sent;
    const { method } = endpoint;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const what = `${method} ${path}`;
    const signal = AbortSignal.timeout(TIME_OUT[method]);
    const answer = await fetchApi(path, {
      baseURL,
      method,
      query,
      body,
      headers,
      retry: 0,
      signal,
      responseType: 'text',
      ignoreResponseError: true,
    }).catch((cause: unknown) => {
      if (signal.aborted)
        throw new CallError('TIMEOUT_ERROR', `${what}: no answer in time`, undefined, cause);
      throw new CallError('FETCH_ERROR', `${what}: the API could not be reached`, undefined, cause);
    });
    const read = readAnswer(answer._data);
    if (!answer.ok) {
      const error = z.safeParse(apiError, read);
      throw new CallError(answer.status, `${what}: ${answer.status}`, error.data);
    }
    const parsed = z.safeParse(endpoint.response, read);
    if (!parsed.success) {
      throw new CallError(
        'PARSING_ERROR',
        `${what}: not the answer agreed on`,
        undefined,
        parsed.error,
      );
    }
    return parsed.data as z.output<E['response']>;
  };
}

function readAnswer(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
