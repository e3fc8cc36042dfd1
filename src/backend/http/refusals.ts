import type { Context } from 'hono';
import type { Refusal } from '#backend/base/result.ts';
import { ERROR_STATUS } from '#contract/errors.ts';
import { UCP_BASE } from '#contract/ucp.ts';

/** The answer while the database is down, restarting, full or overloaded. The seconds to wait are about a restart's. */
export const UNAVAILABLE: Refusal = {
  code: 'unavailable',
  message: 'The shop is not available right now. Please try again in a moment.',
  retryAfter: 5,
};

/** Returns the answer for a refusal: the contract's error shape, with the HTTP status of its code. Agents get UCP's shape. */
export function refusalResponse(
  context: Context,
  refusal: Refusal,
  headers: Record<string, string> = {},
): Response {
  const { status, body } = context.req.path.startsWith(`${UCP_BASE}/`)
    ? ucpRefusal(refusal)
    : { status: ERROR_STATUS[refusal.code], body: refusal };
  return context.json(body, status, {
    'cache-control': 'no-store',
    ...(refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) }),
    ...(refusal.code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
    ...headers,
  });
}

/** Returns a refusal in UCP's form (specification/overview, REST transport errors): too much is a 400 with its own code. */
function ucpRefusal({ code, message, requestId }: Refusal) {
  const tooMuch = code === 'payload_too_large';
  return {
    status: tooMuch ? (400 as const) : ERROR_STATUS[code],
    body: {
      code: tooMuch ? 'request_too_large' : code,
      content: message,
      ...(requestId && { requestId }),
    },
  };
}
