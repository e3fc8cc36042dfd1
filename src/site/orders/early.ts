import type { EarlyAnswer } from '#site/client/call.ts';
import { READ_MS } from '#site/client/time-outs.ts';
import { inlineCall } from '#site/frame/inline-script.ts';
import { SESSION_KEY } from '#site/storage/keys.ts';

declare global {
  interface Window {
    /** Set by the head of /orders until the island takes it. */
    orders?: EarlyAnswer | undefined;
  }
}

/**
 * Requests the customer's orders. The source is written into the page's head, so it may use nothing from outside. A
 * page that the browser prerenders requests nothing. An unreadable session counts as none, for the island too.
 */
function ask(api: string, key: string, ms: number): void {
  try {
    const { token } = JSON.parse(localStorage.getItem(key) as string);
    if (typeof token !== 'string' || (document as { prerendering?: boolean }).prerendering) return;
    const signal = AbortSignal.timeout(ms);
    const headers = { authorization: `Bearer ${token}` };
    const answer = fetch(`${api}/api/order/my-orders`, { headers, signal });
    // Nothing may handle a failure yet.
    answer.catch(() => {});
    window.orders = { token, answer, signal };
  } catch {
    // No session.
  }
}

/**
 * Returns a script for the head of /orders, after its guard. The answer then arrives while React loads, not after it.
 * `api`: the API's address, '' for the site's own.
 */
export const askOrdersEarly = (api: string) => inlineCall(ask, api, SESSION_KEY, READ_MS);
