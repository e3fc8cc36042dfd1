import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { type Rebuilt, rebuildOrder } from '#backend/payments/rebuild/rebuild.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { Finder } from './keeping.ts';
import { payBack, type Returned } from './returning.ts';

/** An order that was made again, and what there is to say of it. */
export interface MadeAgain {
  orderId: string;
  words: string;
}

/** What staff do with a payment that no order has. */
export interface Unmatched {
  /** Pays back what is left of it, once. */
  payBack(reference: string, actor: Actor): Promise<Result<Returned, StaffCode>>;
  /** Makes its order again from what was sealed beside the payment, once. */
  makeAgain(reference: string, actor: Actor): Promise<Result<MadeAgain, StaffCode>>;
}

export const createUnmatched = (finder: Finder & { sealKeys: readonly SealKey[] }): Unmatched => ({
  payBack: (reference, actor) => payBack(finder, reference, actor),
  async makeAgain(reference, actor) {
    const { db, ...parts } = finder;
    const rebuilt = await rebuildOrder(db, { reference }, { ...parts, actor });
    return rebuilt.ok ? done(madeAgain(rebuilt.value)) : rebuilt;
  },
});

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
