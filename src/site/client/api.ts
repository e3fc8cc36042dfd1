import { PUBLIC_API_URL } from 'astro:env/client';
import { createCall } from './call.ts';

/** Calls the product API: `call(checkoutCalls.verifyPayment, { params: { reference } })`. */
export const call = createCall(PUBLIC_API_URL || '/');
