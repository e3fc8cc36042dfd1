import * as checkout from './checkout.ts';
import { type Endpoint, get, post } from './endpoint.ts';
import { readInitialized, readPayment } from './reading/payment.ts';

/** The calls of the checkout, in a separate file so that its island bundles no other schema. */
export const checkoutCalls = {
  initializePayment: {
    ...post('/api/payment/initialize', 'Create the order and get its payment page', {
      body: checkout.initializeBody,
      response: checkout.initializeAnswer,
      read: readInitialized,
    }),
    auth: 'optional',
  },
  // Anybody with the reference may see the payment, even with an expired session.
  verifyPayment: {
    ...get('/api/payment/verify/{reference}', 'The state of a payment', {
      params: checkout.referenceParams,
      secret: 'reference',
      response: checkout.verifyAnswer,
      read: readPayment,
    }),
    auth: 'optional',
  },
  renewAccount: {
    ...post('/api/payment/account/{reference}', 'A new account for a transfer', {
      params: checkout.referenceParams,
      secret: 'reference',
      response: checkout.verifyAnswer,
      read: readPayment,
      extension: 'payment.transfer',
    }),
    auth: 'optional',
  },
} as const satisfies Record<string, Endpoint>;
