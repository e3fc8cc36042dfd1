import type { Context } from 'hono';
import { Hono } from 'hono';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import type { State } from '../state.ts';
import { fixedAnswers, MISSING } from './answers.ts';

/** Every call of the contract. Those without parameters are first: `/api/order/{id}` also matches `/api/order/my-orders`. */
const CALLS = (Object.keys(endpoints) as EndpointName[]).sort(
  (a, b) => Number(endpoints[a].path.includes('{')) - Number(endpoints[b].path.includes('{')),
);

/** Creates the gallery's API: it gives the answers of the state in the request's origin, else the fixed ones. */
export function apiRoutes(stateOf: (request: Request) => State | undefined): Hono {
  const app = new Hono();
  for (const name of CALLS) {
    const { method, path } = endpoints[name];
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    app.on(method, pattern, (c) => answer(c, name, stateOf(c.req.raw)));
  }
  app.all('/api/*', (c) => refuse(c, 'not_found'));
  return app;
}

async function answer(c: Context, name: EndpointName, state: State | undefined): Promise<Response> {
  const given = state?.api?.[name] ?? (state?.cut ? 'cut' : undefined);
  if (given === 'waits' || given === 'cut') return leave(c, given);
  if (!given) {
    const body = fixedAnswers[name]({
      params: c.req.param() as Record<string, string>,
      query: new URL(c.req.url).searchParams,
      building: state === undefined,
    });
    return body === MISSING ? refuse(c, 'not_found') : c.json(body as object);
  }
  if ('body' in given) return c.json(given.body as object);
  const { code, ...rest } = given;
  return refuse(c, code, rest);
}

/** Never answers; or cuts the connection. */
export function leave(c: Context, how: 'waits' | 'cut'): Promise<Response> {
  if (how === 'cut') c.env.incoming.socket.destroy();
  return new Promise(() => {});
}

function refuse(
  c: Context,
  code: ErrorCode,
  rest: { message?: string | undefined } = {},
): Response {
  const message = rest.message ?? 'Something went wrong on our side. Please try again in a moment.';
  return c.json({ code, ...rest, message }, ERROR_STATUS[code]);
}
