import { type Endpoint, get, post } from './endpoint.ts';
import * as of from './refund-account.ts';

const link = {
  params: of.refundAccountParams,
  secret: 'key',
  extension: 'refund.account',
} as const;

/** The calls of extension refund.account, in a separate file so that an island bundles no other schema. */
export const refundAccountCalls = {
  refundAccount: get('/api/refund-account/{key}', 'The refund that an email links to', {
    ...link,
    response: of.refundAccount,
  }),
  accountHolder: post('/api/refund-account/{key}/name', 'The name of the holder of an account', {
    ...link,
    body: of.bankAccount,
    isRead: true,
    response: of.accountHolder,
  }),
  sendRefund: post('/api/refund-account/{key}', 'Send the refund to a bank account', {
    ...link,
    body: of.bankAccount,
    response: of.refundAccount,
  }),
} as const satisfies Record<string, Endpoint>;
