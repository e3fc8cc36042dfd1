import type { Database } from '#backend/db/connect.ts';
import { amountOf } from '#backend/mail/merchant-refund-emails.ts';
import { recordStep, type StepOutcome } from '#backend/services/fulfilment/steps.ts';
import { findByName } from '#backend/services/orders/admin.ts';
import type { RefundOutcome } from '#backend/services/refunds/refunds.ts';
import { orderNumber } from '#domain/order.ts';
import { lagosTime, plain } from '#scripts/words.ts';
import type { StepTask } from './step-arguments.ts';

/**
 * Records a step of each order, one after the other, and prints what became of it.
 * @throws Error at the end, when some were refused.
 */
export async function recordSteps(
  db: Database,
  { names, wish }: Extract<StepTask, { command: 'step' }>,
): Promise<void> {
  let refused = 0;
  for (const name of names) {
    const found = await findByName(db, name);
    const outcome: StepOutcome = found.ok
      ? await recordStep(db, found.order.id, wish)
      : { kind: 'refused', sentence: found.sentence };
    if (outcome.kind === 'refused') {
      refused++;
      console.error(outcome.sentence);
    } else {
      console.log(stepWords(outcome));
      if (wish.step === 'returned')
        console.log(`To pay the money back: npm run orders -- refund ${outcome.row.orderId}`);
    }
  }
  if (refused > 0) {
    throw new Error(
      names.length === 1
        ? 'Nothing was recorded.'
        : `${refused} of ${names.length} were not recorded.`,
    );
  }
}

function stepWords({ kind, row }: Exclude<StepOutcome, { kind: 'refused' }>): string {
  const { orderId, step, courier, trackingNumber, recordedBy, at } = row;
  const name = `Order #${orderNumber(orderId)}`;
  const how = [courier && `by ${courier}`, trackingNumber].filter(Boolean).join(', ');
  const what = plain(`${step}${how && ` (${how})`}`);
  return kind === 'recorded'
    ? `${name} is ${what}.`
    : `${name} was ${what} before, on ${lagosTime(at)}, as ${plain(recordedBy)} has recorded.`;
}

/** What became of a refund, in a sentence. @throws Error with the sentence of a refusal. */
export function refundWords(outcome: RefundOutcome): string {
  if (outcome.kind === 'refused') throw new Error(outcome.sentence);
  const { refund } = outcome;
  const what = `${amountOf(refund.amount, refund.currency)} of order #${orderNumber(refund.orderId)}`;
  if (outcome.kind === 'made') return `Paystack pays back ${what}: ${refund.status}.`;
  if (outcome.kind === 'waits') {
    return `The refund of ${what} is written down, but it is not known whether Paystack has it (${outcome.why}). The shop finds out and finishes it while it runs; the same command asks at once. No money is paid back twice.`;
  }
  const asked = `${refund.requestedBy} has asked for it on ${lagosTime(refund.heardAt)}`;
  return `${what} are refunded before: ${refund.status}. ${plain(asked)}. For another refund of the same amount add --key TEXT.`;
}
