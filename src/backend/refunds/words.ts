import { amountOf } from '#backend/mail/amount.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { RefundOutcome } from './refunds.ts';
import { refundState } from './state.ts';

/** Returns the result of a refund of an order, as a sentence. */
export function refundWords(outcome: RefundOutcome): string {
  const { refund } = outcome;
  const { name } = wordsOf(outcome.provider);
  const number = orderNumber(refund.orderId ?? '');
  const what = `${amountOf(refund.amount, refund.currency)} of order #${number}`;
  if (outcome.kind === 'recorded') return `Recorded: ${what} was paid back by hand.`;
  if (outcome.kind === 'made') return `${name} pays back ${what}: ${refundState(refund.status)}.`;
  if (outcome.kind === 'waits') {
    return `The refund of ${what} is written down, but it is not known whether ${name} has it (${outcome.why}). The shop finds out and finishes it while it runs. No money is paid back twice.`;
  }
  const { byHand, requestedBy, status, heardAt } = refund;
  const who = `${requestedBy} has ${byHand ? 'recorded' : 'asked for'} it on ${lagosMoment(heardAt)}`;
  return `${what} was refunded earlier: ${byHand ? 'by hand' : refundState(status)}. ${who}.`;
}
