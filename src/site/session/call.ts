import { PUBLIC_API_URL } from 'astro:env/client';
import { paths } from '#config/paths.ts';
import { createCall } from '#site/client/call.ts';
import { SESSION_ENDED } from '#site/toasts/texts.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { $session, endSession } from './session-store.ts';

/**
 * Calls the product API for the customer: `call(checkoutCalls.verifyPayment, { params: { reference } })`. A 401 ends the
 * session and opens /login (decision 15), which returns to this page.
 */
export const call = createCall(PUBLIC_API_URL || '/', {
  token: () => $session.get()?.token,
  refused(token) {
    // Another session has replaced it meanwhile: the caller may try again.
    if (token !== undefined && !endSession(token)) return;
    toast(SESSION_ENDED);
    location.assign(paths.loginThen(location.pathname + location.search + location.hash));
  },
});
