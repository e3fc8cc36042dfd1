import { type Context, Hono } from 'hono';
import type * as z from 'zod/mini';
import type { Session } from '#backend/accounts/sessions.ts';
import type { Refusal, Result } from '#backend/base/result.ts';
import { hashSecret } from '#backend/base/secrets.ts';
import type { Requester } from '#backend/limits/requester.ts';
import { readsToken } from '#contract/endpoint.ts';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { DEVICE_HEADER } from '#contract/headers.ts';
import { limitBody } from '#process/limit-body.ts';
import { refusalResponse } from './refusals.ts';
import { BODY_LIMIT, type Parts, readParts } from './request-parts.ts';

type Table = typeof endpoints;

/** The facts that a handler knows about a call beside its parts. */
export interface Caller<S extends Session | null = Session | null> {
  header(name: string): string | undefined;
  requester: Requester;
  /** The customer's session; null if the call reads no token, or none was sent where it is optional. */
  session: S;
  /** Reads the file that is the body of a call with `bytes`. */
  file(): Promise<Uint8Array>;
}

type CallerOf<E extends Endpoint> = Caller<E['auth'] extends 'required' ? Session : Session | null>;

/** A handler for each call of the contract's table. */
export type Handlers = {
  [Name in EndpointName]: (
    parts: Parts<Table[Name]>,
    caller: CallerOf<Table[Name]>,
  ) => Promise<Result<AnswerOf<Table[Name]>>>;
};

type AnswerOf<E extends Endpoint> = E extends { stream: true }
  ? ReadableStream<Uint8Array>
  : z.input<E['response']>;

type AnyHandler = (parts: Parts<Endpoint>, caller: Caller) => Promise<Result<unknown>>;

/** Creates the routes of the contract's table. Every refusal has the contract's error shape. */
export function createRoutes(
  handlers: Handlers,
  options: {
    addressOf(context: Context): string | null;
    /** Returns the session of a bearer token; null if the token is wrong or has expired. */
    sessionOf(token: string): Promise<Session | null>;
  },
): Hono {
  const app = new Hono();
  const methods = new Map<string, string[]>();
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
    const handler = handlers[name] as AnyHandler;
    if (endpoint.body || endpoint.bytes) app.on(endpoint.method, path, limitCall(endpoint.bytes));
    app.on(endpoint.method, path, async (context) => {
      const token = readsToken(endpoint) ? bearerToken(context) : null;
      const session = token === null ? null : await options.sessionOf(token);
      const asked = endpoint.auth === 'required' || (token !== null && !endpoint.isRead);
      if (asked && !session) return refusalResponse(context, LOGIN_NEEDED);
      const parts = await readParts(endpoint, context.req);
      if (!parts.ok) return refusalResponse(context, parts.refusal);
      const caller: Caller = {
        header: (header) => context.req.header(header),
        requester: {
          network: options.addressOf(context),
          device: deviceOf(context),
          signal: context.req.raw.signal,
        },
        session,
        file: async () => new Uint8Array(await context.req.arrayBuffer()),
      };
      return respond(context, endpoint, await handler(parts.value, caller));
    });
  }
  for (const [path, allowed] of methods) app.all(path, (context) => wrongMethod(context, allowed));
  return app;
}

export const limitCall = (bytes = BODY_LIMIT) =>
  limitBody(bytes, (context) =>
    refusalResponse(context, {
      code: 'payload_too_large',
      message:
        bytes === BODY_LIMIT
          ? `The body may have at most ${BODY_LIMIT / 1024} kB.`
          : `The file may have at most ${bytes / 1_000_000} MB.`,
    }),
  );

/** Answers 405 with the methods that the address accepts. */
export function wrongMethod(context: Context, allowed: readonly string[]): Response {
  const list = allowed.includes('GET') ? ['HEAD', ...allowed] : allowed;
  return refusalResponse(
    context,
    {
      code: 'method_not_allowed',
      message: `${context.req.method} is not allowed here. Use ${allowed.join(' or ')}.`,
    },
    { allow: list.join(', ') },
  );
}

async function respond(
  context: Context,
  endpoint: Endpoint,
  result: Result<unknown>,
): Promise<Response> {
  if (!result.ok) return refusalResponse(context, result.refusal);
  // A cache must ask again before it serves prices and stock, and must not store personal answers.
  const isHers =
    readsToken(endpoint) && (endpoint.method !== 'GET' || bearerToken(context) !== null);
  const personal = isHers || PERSONAL.test(endpoint.path);
  const headers = { 'cache-control': personal ? 'no-store' : 'no-cache' };
  if (!(result.value instanceof ReadableStream)) {
    return context.json(result.value as object, 200, headers);
  }
  const streamed = { ...headers, 'content-type': NDJSON };
  if (context.req.method !== 'HEAD') return context.body(result.value, 200, streamed);
  // Hono answers HEAD with the GET and drops the body unread, so nobody else would end the stream.
  await result.value.cancel();
  return context.body(null, 200, streamed);
}

/** The content type of the calls that stream lines of JSON. */
export const NDJSON = 'application/x-ndjson';

/** Matches calls without a token whose answers are personal all the same. */
const PERSONAL = /^\/api\/(auth|order|payment|stock-alert|refund-account|live\/own)\b/;

const LOGIN_NEEDED: Refusal = { code: 'unauthorized', message: 'Please log in to continue.' };

/** Returns the stored form of the name that a browser has made for itself; null without a valid one. */
function deviceOf(context: Context): string | null {
  const name = context.req.header(DEVICE_HEADER) ?? '';
  return /^[A-Za-z0-9_-]{16,100}$/.test(name) ? hashSecret(name) : null;
}

function bearerToken(context: Context): string | null {
  return /^Bearer +(\S+) *$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? null;
}
