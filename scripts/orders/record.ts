import type { Database } from '#backend/db/connect.ts';
import { recordStep, type StepOutcome } from '#backend/services/fulfilment/steps.ts';
import { stepWords } from '#backend/services/fulfilment/words.ts';
import { findByName } from '#backend/services/orders/admin-orders.ts';
import type { RefundOutcome } from '#backend/services/refunds/refunds.ts';
import { refundWords } from '#backend/services/refunds/words.ts';
import { plain } from '#domain/words.ts';
import type { StepTask } from './step-arguments.ts';

/** How to mend a wish, by the part of it that was wrong. */
const MENDED = {
  restock: 'Leave out --restock.',
  key: 'Give another --key.',
  dispute: 'To do it all the same add --despite-dispute.',
} as const;

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
      : { kind: 'refused', code: 'not_found', sentence: found.sentence };
    if (outcome.kind === 'refused') {
      refused++;
      const more = outcome.about ? ` ${MENDED[outcome.about]}` : '';
      console.error(plain(outcome.sentence) + more);
    } else {
      console.log(plain(stepWords(outcome)));
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

/** What became of a refund, in a sentence. @throws Error with the sentence of a refusal. */
export function refundLine(outcome: RefundOutcome): string {
  const words = plain(refundWords(outcome));
  switch (outcome.kind) {
    case 'refused':
      throw new Error(outcome.about ? `${words} ${MENDED[outcome.about]}` : words);
    case 'waits':
      return `${words} The same command asks at once.`;
    case 'known':
      return `${words} For another refund of the same amount add --key TEXT.`;
    default:
      return words;
  }
}
