import type { PaymentState } from '#backend/payment-provider/provider.ts';

/** Every status that Paystack's verify call may answer (Paystack documentation, Verify Payments). */
export const TRANSACTION_STATUSES = [
  'success',
  'failed',
  'abandoned',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversed',
] as const;

const STATES: Readonly<Record<(typeof TRANSACTION_STATUSES)[number], PaymentState>> = {
  success: 'succeeded',
  failed: 'failed',
  abandoned: 'not_begun',
  ongoing: 'in_flight',
  pending: 'in_flight',
  processing: 'in_flight',
  queued: 'in_flight',
  reversed: 'reversed',
};

/** Returns a status of Paystack as the shop knows it. */
export const stateOf = (status: (typeof TRANSACTION_STATUSES)[number]) => ({
  state: STATES[status],
  word: status,
});
