import type { Context } from 'hono';
import type { Refusal } from '#backend/services/result.ts';
import { ERROR_STATUS } from '#contract/errors.ts';

/** The answer while the database is down, restarting, full or overloaded. Seconds to wait: a restart takes about as long. */
export const UNAVAILABLE: Refusal = {
  code: 'unavailable',
  message: 'The shop is not available right now. Please try again in a moment.',
  retryAfter: 5,
};

/** The answer for a refusal: the contract's error shape, with the HTTP status of its code. */
export function refusalResponse(
  context: Context,
  refusal: Refusal,
  headers: Record<string, string> = {},
): Response {
  return context.json(refusal, ERROR_STATUS[refusal.code], {
    'cache-control': 'no-store',
    ...(refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) }),
    ...(refusal.code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
    ...headers,
  });
}
