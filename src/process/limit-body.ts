import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses a body of more than `maxSize` bytes. What the head of a request says is enough: nothing of the body is read.
 * A body that comes without its length is read up to the limit.
 */
export function limitBody(
  maxSize: number,
  refuse: (context: Context) => Response,
): MiddlewareHandler {
  const limitRead = bodyLimit({ maxSize, onError: refuse });
  return async (context, next) => {
    const length = context.req.header('content-length');
    // A body in chunks is as long as it is, whatever length is named beside it.
    if (length === undefined || context.req.header('transfer-encoding')) {
      return limitRead(context, next);
    }
    return Number(length) > maxSize ? refuse(context) : next();
  };
}
