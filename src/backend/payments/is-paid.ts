import type { Transaction } from './transaction.ts';

/** Why a transaction does not pay for an order. */
export type UnpaidReason =
  | 'wrong_reference'
  | 'not_successful'
  | 'wrong_currency'
  | 'wrong_requested_amount'
  | 'amount_too_small';

/**
 * Whether a verified transaction pays for what we asked: our reference, success, naira and the amount.
 * The amount trap: with fees borne by the shopper `amount` is what we asked for plus the fees, so that
 * `requested_amount` must equal it and `amount` only reach it (decision 13). Amounts in kobo.
 */
export function isPaid(
  transaction: Transaction,
  expected: { reference: string; amountKobo: number },
): 'paid' | UnpaidReason {
  const { requestedAmountKobo } = transaction;
  if (transaction.reference !== expected.reference) return 'wrong_reference';
  if (transaction.status !== 'success') return 'not_successful';
  if (transaction.currency !== 'NGN') return 'wrong_currency';
  if (requestedAmountKobo !== null && requestedAmountKobo !== expected.amountKobo) {
    return 'wrong_requested_amount';
  }
  // Written so that NaN never pays.
  return transaction.amountKobo >= expected.amountKobo ? 'paid' : 'amount_too_small';
}
