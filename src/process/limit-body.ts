import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses a body of more than `maxSize` bytes. If the head of a request states the size, nothing of the body is read. A
 * body without a length is read up to the limit.
 */
export function limitBody(
  maxSize: number,
  refuse: (context: Context) => Response,
): MiddlewareHandler {
  const limitRead = bodyLimit({ maxSize, onError: refuse });
  return async (context, next) => {
    const length = context.req.header('content-length');
    // The length of a body in chunks is unknown, whatever length the head states.
    if (length === undefined || context.req.header('transfer-encoding')) {
      return limitRead(context, next);
    }
    return Number(length) > maxSize ? refuse(context) : next();
  };
}
