import * as checkout from './checkout.ts';
import { type Endpoint, get, post } from './endpoint.ts';

/** The calls of the checkout: in a file of their own, so that its island carries no other schema. */
export const checkoutCalls = {
  initializePayment: {
    ...post('/api/payment/initialize', 'Create the order and get the page to pay on', {
      body: checkout.initializeBody,
      response: checkout.initializeAnswer,
    }),
    auth: 'optional',
  },
  // Who holds the reference may know, and an old session must not hide from her that she has paid.
  verifyPayment: get('/api/payment/verify/{reference}', 'What is known of a payment', {
    params: checkout.referenceParams,
    response: checkout.verifyAnswer,
  }),
} as const satisfies Record<string, Endpoint>;
