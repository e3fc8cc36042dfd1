import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { UNREADABLE_NETWORK } from '#backend/limits/requester.ts';
import { refusalResponse } from './refusals.ts';

/** The most bodies of one network address that may be arriving at once. Shoppers' bodies arrive with the head. */
const MOST_ARRIVING = 64;

/** Refuses a request while too many bodies of its network address are still arriving: each holds a connection and memory. */
export function limitArriving(addressOf: (context: Context) => string | null): MiddlewareHandler {
  const arriving = new Map<string, Set<IncomingMessage>>();
  return async (context, next) => {
    const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
    const { 'content-length': length, 'transfer-encoding': coding } = incoming?.headers ?? {};
    const address = coding || Number(length) > 0 ? addressOf(context) : null;
    // Unknown addresses are not counted: a stranger's bodies would then keep everybody out.
    const isKnown = address !== null && address !== UNREADABLE_NETWORK;
    if (!incoming || !isKnown) return next();
    const others = arriving.get(address) ?? new Set();
    for (const other of others) if (other.complete) others.delete(other);
    if (others.size >= MOST_ARRIVING) {
      return refusalResponse(context, {
        code: 'rate_limited',
        message: 'Too much is being sent from your network at once. Please try again in a moment.',
        retryAfter: 5,
      });
    }
    arriving.set(address, others.add(incoming));
    try {
      return await next();
    } finally {
      others.delete(incoming);
      if (others.size === 0) arriving.delete(address);
    }
  };
}
