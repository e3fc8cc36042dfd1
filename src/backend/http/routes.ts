import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type * as z from 'zod/mini';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { type Result, refuse } from '../services/result.ts';
import { refusalResponse } from './refusals.ts';
import { BODY_LIMIT, type Parts, readParts } from './request-parts.ts';

type Table = typeof endpoints;

/** What a handler may know of a call beside its parts. */
export interface Caller {
  header(name: string): string | undefined;
  /** Network address; null when it is not known or says nothing (the shop's own proxy). */
  address: string | null;
}

/** What answers each call of the table; a call without a handler answers 501. */
export type Handlers = {
  [Name in EndpointName]?: (
    parts: Parts<Table[Name]>,
    caller: Caller,
  ) => Promise<Result<z.input<Table[Name]['response']>>>;
};

type AnyHandler = (parts: Parts<Endpoint>, caller: Caller) => Promise<Result<unknown>>;

/** The routes of the contract's table. Every refusal has the contract's shape. */
export function createRoutes(
  handlers: Handlers,
  options: { addressOf(context: Context): string | null },
): Hono {
  const app = new Hono();
  const methods = new Map<string, string[]>();
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
    const handler = handlers[name] as AnyHandler | undefined;
    if (endpoint.body && handler) app.on(endpoint.method, path, limitBody());
    app.on(endpoint.method, path, async (context) => {
      if (!handler) return respond(context, notImplemented(endpoint));
      const parts = await readParts(endpoint, context.req);
      if (!parts.ok) return refusalResponse(context, parts.refusal);
      const caller: Caller = {
        header: (header) => context.req.header(header),
        address: options.addressOf(context),
      };
      return respond(context, await handler(parts.value, caller));
    });
  }
  for (const [path, allowed] of methods) app.all(path, (context) => wrongMethod(context, allowed));
  return app;
}

/** Refuses a body that is too large before it is read to the end. */
export const limitBody = () =>
  bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (context) =>
      refusalResponse(context, {
        code: 'payload_too_large',
        message: `The body may have at most ${BODY_LIMIT / 1024} kB.`,
      }),
  });

/** 405 with the methods that the address does take. */
export function wrongMethod(context: Context, allowed: readonly string[]): Response {
  const list = allowed.includes('GET') ? ['HEAD', ...allowed] : allowed;
  return refusalResponse(
    context,
    {
      code: 'method_not_allowed',
      message: `${context.req.method} is not possible here; use ${allowed.join(' or ')}.`,
    },
    { allow: list.join(', ') },
  );
}

function respond(context: Context, result: Result<unknown>): Response {
  if (!result.ok) return refusalResponse(context, result.refusal);
  // Prices and stock are never taken from a cache without asking; payments never at all.
  const payment = context.req.path.startsWith('/api/payment/');
  return context.json(result.value as object, 200, {
    'cache-control': payment ? 'no-store' : 'no-cache',
  });
}

const notImplemented = (endpoint: Endpoint) =>
  refuse('not_implemented', `This shop does not offer '${endpoint.summary}' yet.`);
