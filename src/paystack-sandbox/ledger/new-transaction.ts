import { randomBytes } from 'node:crypto';
import type { InitializeRequest } from '#sandbox/api/initialize-request.ts';
import type { TransactionRecord } from './transaction-record.ts';

/** Paystack's text for an unfinished payment. */
const NOT_COMPLETED = 'The transaction was not completed';

/** A new transaction. Paystack calls it 'abandoned' from the start. `now` in ms. */
export function newTransaction(
  request: InitializeRequest,
  id: number,
  now: number,
): TransactionRecord {
  return {
    id,
    reference: request.reference ?? randomBytes(8).toString('hex'),
    accessCode: randomBytes(10).toString('hex'),
    email: request.email,
    requestedAmount: request.amount,
    amount: request.amount,
    currency: request.currency,
    callbackUrl: request.callbackUrl,
    metadata: request.metadata,
    channels: request.channels,
    status: 'abandoned',
    channel: null,
    gatewayResponse: NOT_COMPLETED,
    createdAt: now,
    paidAt: null,
    transfer: null,
    history: [],
    refunds: [],
    disputes: [],
  };
}
