import type { MiddlewareHandler } from 'hono';
import { UNAVAILABLE } from './refusals.ts';

/**
 * Header of a proxy that asks no process whether it is ready, such as nginx: `x-if-draining: 504` on a request that it may
 * give to another process. A process that is about to stop then refuses it before anything is done, and the proxy
 * learns to leave this process alone (src/server/deployment/nginx.conf.template). 504, since nothing else here answers it:
 * a process that refuses for another reason must not lose all its requests.
 */
const IF_DRAINING = 'x-if-draining';

/** Refuses requests with that header while the process drains. All others are answered as usual. */
export const passOn =
  (draining: AbortSignal): MiddlewareHandler =>
  async (context, next) => {
    if (draining.aborted && context.req.header(IF_DRAINING) === '504') {
      return context.json(UNAVAILABLE, 504, { 'cache-control': 'no-store' });
    }
    return next();
  };
