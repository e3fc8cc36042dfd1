import { amountOf } from '#backend/mail/merchant-refund-emails.ts';
import type { AdminOrder } from '#backend/services/orders/admin-orders.ts';
import { orderNumber } from '#domain/order.ts';
import { lagosTime } from '#domain/words.ts';
import type { RefundOutcome } from './refunds.ts';

/** What became of a refund, in a sentence. */
export function refundWords(outcome: RefundOutcome): string {
  if (outcome.kind === 'refused') return outcome.sentence;
  const { refund } = outcome;
  const what = `${amountOf(refund.amount, refund.currency)} of order #${orderNumber(refund.orderId)}`;
  if (outcome.kind === 'made') return `Paystack pays back ${what}: ${refund.status}.`;
  if (outcome.kind === 'waits') {
    return `The refund of ${what} is written down, but it is not known whether Paystack has it (${outcome.why}). The shop finds out and finishes it while it runs. No money is paid back twice.`;
  }
  const asked = `${refund.requestedBy} has asked for it on ${lagosTime(refund.heardAt)}`;
  return `${what} are refunded before: ${refund.status}. ${asked}.`;
}

/** Kobo of an order's payment that neither refunds nor lost disputes have taken, as refunds/paid-back.ts counts them. */
export function leftToRefund({
  paidAmount,
  paidCurrency,
  refunds,
  disputes,
}: Pick<AdminOrder, 'paidAmount' | 'paidCurrency' | 'refunds' | 'disputes'>): number {
  if (paidAmount === null || paidCurrency !== 'NGN') return 0;
  const made = refunds.filter(({ status, currency }) => status !== 'failed' && currency === 'NGN');
  const lost = disputes.filter(
    ({ resolution, currency }) => resolution === 'merchant-accepted' && currency === 'NGN',
  );
  const sum = (rows: readonly { amount: number | null }[]) =>
    rows.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return paidAmount - sum(made) - sum(lost);
}
