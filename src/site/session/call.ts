import { PUBLIC_API_URL } from 'astro:env/client';
import { paths } from '#config/paths.ts';
import { createCall } from '#site/client/call.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { firstRefusal } from './first-refusal.ts';
import { $session, endSession } from './session-store.ts';
import { LOGIN_NEEDED, SESSION_ENDED } from './texts.ts';

/**
 * Calls the product API for the customer: `call(checkoutCalls.verifyPayment, { params: { reference } })`. A 401 ends the
 * session and opens /login (decision 15), which returns to this page.
 */
export const call = createCall(PUBLIC_API_URL || '/', {
  token: () => $session.get()?.token,
  ended: endSession,
  refused(token) {
    // Another session has replaced it: the caller may try again.
    if (token !== undefined && !endSession(token)) return false;
    const here = location.pathname + location.search;
    // A backend that refuses every call would redirect to /login and back for ever.
    if (token === undefined && !firstRefusal(here)) return false;
    toast(token === undefined ? LOGIN_NEEDED : SESSION_ENDED);
    location.assign(paths.loginThen(here + location.hash));
    return true;
  },
});
