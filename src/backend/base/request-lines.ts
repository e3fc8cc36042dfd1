import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Log, LogEntry } from './log.ts';

/**
 * Logs each request: method, pattern of the route, status, milliseconds until the answer began, and the id in the answer.
 * It leaves out the path, because paths contain payment references, tokens and order ids.
 */
export const requestLines =
  (log: Log, level: LogEntry['level']): MiddlewareHandler =>
  async (context, next) => {
    const began = performance.now();
    await next();
    log({
      event: 'request',
      level,
      request: context.get('requestId'),
      method: context.req.method,
      route: routeOf(context),
      status: context.res.status,
      ms: Math.round(performance.now() - began),
    });
  };

/** Returns the pattern of the route that answered, such as /api/product/:id; 'none' for an address without one. */
export function routeOf(context: Context): string {
  // A handler that is mounted for many addresses, such as CORS, ends with a star.
  const own = matchedRoutes(context).filter(({ path }) => !path.endsWith('*'));
  return own.at(-1)?.path ?? 'none';
}
