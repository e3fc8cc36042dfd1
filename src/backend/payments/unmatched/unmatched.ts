import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { type Rebuilt, rebuildFromEmail, rebuildOrder } from '#backend/payments/rebuild/rebuild.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import type { Refunds } from '#backend/refunds/refunds.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { Finder } from './keeping.ts';
import { findPayment } from './list.ts';

/** The outcome of paying a payment back: the provider has the refund, or it is not clear whether it has. */
export type Returned = { kind: 'returned' | 'waits'; words: string };

const NONE = 'There is no such payment without an order.';

/** An order that was made again, and what there is to say of it. */
export interface MadeAgain {
  orderId: string;
  words: string;
}

/** The actions of staff on a payment without an order. */
export interface Unmatched {
  /** Pays back what is left of it, once. */
  payBack(reference: string, actor: Actor): Promise<Result<Returned, StaffCode>>;
  /** Makes its order again from what was sealed beside the payment, once. */
  makeAgain(reference: string, actor: Actor): Promise<Result<MadeAgain, StaffCode>>;
  /** Makes an order that no provider has again from the merchant's email about it, once. */
  makeAgainFrom(email: string, actor: Actor): Promise<Result<MadeAgain, StaffCode>>;
}

export const createUnmatched = (
  finder: Finder & { sealKeys: readonly SealKey[]; refunds: Pick<Refunds, 'payBack'> },
): Unmatched => ({
  async payBack(reference, actor) {
    const outcome = await finder.refunds.payBack(reference, actor);
    const payment = await findPayment(finder.db, reference);
    if (!outcome.ok || !payment) return outcome.ok ? refuse('not_found', NONE) : outcome;
    const whose = `${amountOf(payment.received ?? 0, payment.currency ?? 'NGN')} of ${payment.payer?.email ?? 'an unknown customer'}`;
    if (outcome.value === 'gone' || outcome.value.kind === 'known')
      return done({ kind: 'returned', words: `${whose} was paid back earlier.` });
    if (outcome.value.kind !== 'waits')
      return done({ kind: 'returned', words: `${whose} is paid back.` });
    const { refund, why } = outcome.value;
    return done({
      kind: 'waits',
      words: `The refund of ${amountOf(refund.amount, refund.currency)} is written down, but it is not known whether ${wordsOf(payment.provider).name} has it (${why}). The shop finds out and finishes it while it runs. No money is paid back twice.`,
    });
  },
  async makeAgain(reference, actor) {
    const rebuilt = await rebuildOrder({ reference }, { ...finder, actor });
    return rebuilt.ok ? done(madeAgain(rebuilt.value)) : rebuilt;
  },
  async makeAgainFrom(email, actor) {
    const rebuilt = await rebuildFromEmail(email, { ...finder, actor });
    if (!rebuilt.ok) return rebuilt;
    const { orderId, words } = madeAgain(rebuilt.value);
    const check = rebuilt.value.known ? '' : ` ${NOT_IN_EMAIL}`;
    return done({ orderId, words: words + check });
  },
});

const NOT_IN_EMAIL =
  'The email does not say what was packed, shipped, collected or cancelled since then: check that first.';

function madeAgain({ order, known }: Rebuilt): MadeAgain {
  const which = `Order #${orderNumber(order.id)}`;
  const words = known
    ? [`${which} is there already.`]
    : [
        `${which} of ${amountOf(order.totalKobo, 'NGN')} is made again.`,
        ...(order.refundNeeded ? ['There is no stock for it: a refund is due.'] : []),
        ...(order.rebuiltWithout ? [`Missing: ${order.rebuiltWithout}.`] : []),
      ];
  return { orderId: order.id, words: words.join(' ') };
}
