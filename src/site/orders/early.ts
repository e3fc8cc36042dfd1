import type { EarlyAnswer } from '#site/client/call.ts';
import { READ_MS } from '#site/client/time-outs.ts';
import { inlineCall } from '#site/frame/inline-script.ts';
import { SESSION_KEY } from '#site/storage/keys.ts';

declare global {
  interface Window {
    /** Put there by the head of /orders until the island takes it. */
    orders?: EarlyAnswer | undefined;
  }
}

/**
 * Asks for the customer's orders. Its source is written into the page's head, so it may use nothing from outside. A page
 * that a browser prepares unasked asks nothing. What cannot be read is no session, and the island asks nothing either.
 */
function ask(api: string, key: string, ms: number): void {
  try {
    const { token } = JSON.parse(localStorage.getItem(key) as string);
    if (typeof token !== 'string' || (document as { prerendering?: boolean }).prerendering) return;
    const signal = AbortSignal.timeout(ms);
    const headers = { authorization: `Bearer ${token}` };
    const answer = fetch(`${api}/api/order/my-orders`, { headers, signal });
    // Nobody may be there to hear of a failure yet.
    answer.catch(() => {});
    window.orders = { token, answer, signal };
  } catch {
    // No session.
  }
}

/**
 * Source of a script for the head of /orders, after its guard. The answer comes while React loads, instead of after it.
 * `api` is the API's address, '' for the site's own.
 */
export const askOrdersEarly = (api: string) => inlineCall(ask, api, SESSION_KEY, READ_MS);
