import type { ProviderPayment } from './provider.ts';

/** Why a transaction does not pay for an order. */
export type UnpaidReason =
  | 'wrong_reference'
  | 'not_successful'
  | 'wrong_currency'
  | 'wrong_requested_amount'
  | 'amount_too_small';

/**
 * Returns why a verified transaction does not pay for an order; null if it does: it has our reference, success, naira and
 * the full amount, in kobo. When the shopper bears the fees, `amount` is the requested amount plus fees. So
 * `requested_amount` must equal what we asked for, and `amount` must be at least that (decision 13).
 */
export function whyUnpaid(
  transaction: ProviderPayment,
  expected: { reference: string; amountKobo: number },
): UnpaidReason | null {
  const { requestedAmountKobo } = transaction;
  if (transaction.reference !== expected.reference) return 'wrong_reference';
  if (transaction.state !== 'succeeded') return 'not_successful';
  if (transaction.currency !== 'NGN') return 'wrong_currency';
  if (requestedAmountKobo !== null && requestedAmountKobo !== expected.amountKobo) {
    return 'wrong_requested_amount';
  }
  // Compared in this direction, NaN never pays.
  return transaction.amountKobo >= expected.amountKobo ? null : 'amount_too_small';
}
