import { type Cut, cutKobo, cutOf } from './discount.ts';
import { type Cart, isFor, type Promotion, reaches, type Uses, worthOf } from './promotion.ts';
import type { CodeRefusal } from './refusals.ts';
import { missingWords, refusalWords, takesWords } from './words.ts';

/** A promotion that may count for a cart, with its uses so far, and the code that was typed for it. */
export interface Offer {
  promotion: Promotion;
  uses: Uses;
  /** Absent for one that counts by itself. */
  code?: string;
  /** The code counts once. */
  once?: boolean;
  /** The code is that of another customer. */
  ofAnother?: boolean;
}

/** A promotion that counts, and the kobo that it takes off. */
export interface Applied {
  promotion: Promotion;
  code?: string;
  kobo: number;
}

/** What is taken off a cart. */
export interface Reduction extends Cut {
  applied: readonly Applied[];
  refused?: { reason: CodeRefusal; message: string };
  hints: readonly string[];
}

/**
 * What promotions take off a cart at `now` (ms; decision 38). Of those for goods the one that takes most counts, and of those for the delivery
 * one, whether by themselves or by the one code that was typed: the two never touch the same money, so both together are the
 * best for the shopper, and nothing is reduced twice. Of two that take the same the automatic one counts, which uses up no code.
 * A typed code that is refused says why; what the cart gets without it still counts.
 * @param typed - the code; absent when none was typed. Without an offer for it nobody knows the code.
 */
export function reduce(
  cart: Cart,
  offers: readonly Offer[],
  now: number,
  typed?: string,
): Reduction {
  const found = offers.map((offer) => ({ offer, reason: refusalOf(offer, cart, now) }));
  const counting = found
    .filter(({ reason }) => reason === null)
    .map(({ offer }) => ({ offer, cut: cutOf(offer.promotion, cart) }))
    .sort(
      (a, b) =>
        cutKobo(b.cut) - cutKobo(a.cut) ||
        Number(a.offer.code !== undefined) - Number(b.offer.code !== undefined) ||
        (a.offer.promotion.id < b.offer.promotion.id ? -1 : 1),
    );
  const isDelivery = ({ offer }: { offer: Offer }) => offer.promotion.takes.kind === 'delivery';
  const best = [counting.find((one) => !isDelivery(one)), counting.find(isDelivery)].filter(
    (one) => one !== undefined,
  );
  const ofCode = found.find(({ offer }) => offer.code !== undefined);
  const reason = typed === undefined ? null : ofCode ? ofCode.reason : 'unknown';
  const missing = ofCode ? missingOf(ofCode.offer.promotion, cart) : 0;
  return {
    lines: cart.lines.map((_, at) => best.reduce((sum, { cut }) => sum + (cut.lines[at] ?? 0), 0)),
    feeKobo: best.reduce((sum, { cut }) => sum + cut.feeKobo, 0),
    applied: best.map(({ offer, cut }) => ({
      promotion: offer.promotion,
      ...(offer.code !== undefined && { code: offer.code }),
      kobo: cutKobo(cut),
    })),
    ...(reason &&
      typed !== undefined && {
        refused: {
          reason,
          message: refusalWords(reason, typed, ofCode?.offer.promotion ?? null, missing),
        },
      }),
    hints: [
      ...(ofCode && !reason
        ? outdone(
            ofCode.offer,
            best.filter((one) => isDelivery(one) === isDelivery(ofCode)),
          )
        : []),
      ...hintsOf(cart, found),
    ],
  };
}

/** The rules in the order in which a shopper wants to hear of them: what she cannot change comes first. */
function refusalOf(
  { promotion, uses, once, ofAnother }: Offer,
  cart: Cart,
  now: number,
): CodeRefusal | null {
  const { beginsAt, endsAt, limit, customerLimit, fromKobo } = promotion;
  if (ofAnother) return 'of_another';
  if (beginsAt !== null && now < beginsAt) return 'not_begun';
  if (endsAt !== null && now >= endsAt) return 'ended';
  if (customerLimit !== null && uses.customer >= customerLimit) return 'used_by_customer';
  if ((limit !== null && uses.all >= limit) || (once && uses.code > 0)) return 'used_up';
  if (!cart.lines.some((line) => isFor(promotion, line)) || !reaches(promotion, cart.state)) {
    return 'not_for_these';
  }
  if (worthOf(promotion, cart.lines) < fromKobo) return 'below_amount';
  // A code for the delivery counts before a place is chosen.
  if (promotion.takes.kind === 'delivery') return null;
  return cutKobo(cutOf(promotion, cart)) > 0 ? null : 'not_for_these';
}

const missingOf = (promotion: Promotion, { lines }: Cart): number =>
  Math.max(0, promotion.fromKobo - worthOf(promotion, lines));

/** Says that a promotion that counts by itself takes as much as the code that was typed. */
const outdone = ({ code }: Offer, best: readonly { offer: Offer }[]): string[] =>
  best.flatMap(({ offer }) =>
    offer.code === code
      ? []
      : [`The code ${code} is not used: '${offer.promotion.label}' takes off as much or more.`],
  );

/** What is missing for promotions that count by themselves, the nearest first, and a delivery that is free in places to come. */
function hintsOf(
  cart: Cart,
  found: readonly { offer: Offer; reason: CodeRefusal | null }[],
): string[] {
  const automatic = found.filter(({ offer }) => offer.code === undefined);
  const near = automatic
    .filter(({ reason }) => reason === 'below_amount')
    .map(({ offer: { promotion } }) => ({ promotion, kobo: missingOf(promotion, cart) }))
    .sort((a, b) => a.kobo - b.kobo)
    .map(({ promotion, kobo }) => missingWords(promotion, kobo));
  const free =
    cart.feeKobo === null
      ? found
          .filter(({ offer, reason }) => !reason && offer.promotion.takes.kind === 'delivery')
          .map(({ offer }) => `This order gets ${takesWords(offer.promotion)}.`)
      : [];
  return [...free, ...near];
}
