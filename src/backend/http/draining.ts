import type { MiddlewareHandler } from 'hono';
import { UNAVAILABLE } from './refusals.ts';

/**
 * The header of a proxy that does not ask processes whether they are ready, such as nginx: `x-if-draining: 504` on a
 * request that it may give to another process. A process that is about to stop refuses such a request before anything is
 * done, and the proxy then avoids this process (src/server/deployment/nginx.conf.template). The status is 504 because
 * nothing else here uses it: a process that refuses for another reason must not lose all its requests.
 */
const IF_DRAINING = 'x-if-draining';

/** Refuses requests with that header while the process drains. Answers all others as usual. */
export const passOn =
  (draining: AbortSignal): MiddlewareHandler =>
  async (context, next) => {
    if (draining.aborted && context.req.header(IF_DRAINING) === '504') {
      return context.json(UNAVAILABLE, 504, { 'cache-control': 'no-store' });
    }
    return next();
  };
