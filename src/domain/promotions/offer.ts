import { cutsOf } from './discount.ts';
import { type Cart, isFor, type Promotion, reaches, type Uses, worthOf } from './promotion.ts';
import type { CodeRefusal } from './refusals.ts';

/** A promotion that may count for a cart, with its uses so far, and its code. */
export interface Offer {
  promotion: Promotion;
  uses: Uses;
  /** Absent for an automatic one. */
  code?: string;
  /** Whether the code belongs to the signed-in customer and was not typed. */
  own?: boolean;
  /** Whether the code counts only once. */
  once?: boolean;
  /** Whether this customer has an order that counts. */
  hasOrdered?: boolean;
  /** Whether the code belongs to another customer. */
  ofAnother?: boolean;
  /** Her earlier payment that comes off here, in kobo. Such a credit counts in addition to the best other offer. */
  creditKobo?: number;
}

/** Whether an offer reduces the delivery, and not the goods. */
export const isDelivery = ({ promotion }: Pick<Offer, 'promotion'>): boolean =>
  promotion.takes.kind === 'delivery';

/**
 * Returns why an offer does not count at `now` (ms), or null if it may. The rules are in the order that helps a
 * shopper: what she cannot change comes first.
 */
export function refusalOf(
  { promotion, uses, once, hasOrdered, ofAnother, creditKobo }: Offer,
  cart: Cart,
  now: number,
): CodeRefusal | null {
  const { beginsAt, endsAt, limit, customerLimit, fromKobo } = promotion;
  if (ofAnother) return 'of_another';
  if (beginsAt !== null && now < beginsAt) return 'not_begun';
  if (endsAt !== null && now >= endsAt) return 'ended';
  if (promotion.firstOrder && hasOrdered) return 'not_first';
  if (customerLimit !== null && uses.customer >= customerLimit) return 'used_by_customer';
  if ((limit !== null && uses.all >= limit) || (once && uses.code > 0)) return 'used_up';
  if (!cart.lines.some((line) => isFor(promotion, line)) || !reaches(promotion, cart.state)) {
    return 'not_for_these';
  }
  if (worthOf(promotion, cart.lines) < fromKobo) return 'below_amount';
  // A code for the delivery counts before a place is chosen.
  if (creditKobo !== undefined || promotion.takes.kind === 'delivery') return null;
  const takes = cutsOf(promotion, cart.lines).some((cut) => cut.some((kobo) => kobo > 0));
  return takes ? null : 'not_for_these';
}
