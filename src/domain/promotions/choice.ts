import { heldUnits, takeCredits } from './credits.ts';
import { type Cut, cutsOf, feeCutOf, sum } from './discount.ts';
import { isDelivery, type Offer } from './offer.ts';
import type { Cart } from './promotion.ts';

/** An offer that counts, and its discount in kobo. */
export interface Applied extends Offer {
  kobo: number;
}

/** The discounts of offers on a cart together. */
export interface Choice extends Cut {
  applied: readonly Applied[];
}

/** If two offers take off the same, the automatic one counts, which uses up no code. */
const byNeed = (a: Offer, b: Offer) =>
  Number(a.code !== undefined) - Number(b.code !== undefined) ||
  (a.promotion.id < b.promotion.id ? -1 : 1);

/**
 * Chooses among the offers that may count for a cart: the best one for the goods, the best one for the delivery, and
 * each credit. A credit takes what the offer has left of its line. She pays least with the chosen offer.
 */
export function choose(cart: Cart, offers: readonly Offer[]): Choice {
  const { lines } = cart;
  const credits = offers
    .flatMap((offer) => (offer.creditKobo ? { ...offer, kobo: offer.creditKobo } : []))
    .sort((a, b) => (a.promotion.endsAt ?? 0) - (b.promotion.endsAt ?? 0) || byCode(a, b));
  const costs = lines.map(({ priceKobo, quantity }) => priceKobo * quantity);
  const held = heldUnits(credits, lines);
  const goods = offers.filter((offer) => !isDelivery(offer) && offer.creditKobo === undefined);
  const optionOf = (offer: Offer | null, cut: readonly number[]) => {
    const taken = takeCredits(
      credits,
      lines,
      costs.map((kobo, at) => kobo - (cut[at] ?? 0)),
    );
    const kobo = sum(cut);
    return { offer, cut, taken, kobo, saved: kobo + sum(taken.map(sum)) };
  };
  const [best = optionOf(null, [])] = goods
    .toSorted(byNeed)
    .flatMap((offer) =>
      held
        .flatMap((units) => cutsOf(offer.promotion, lines, units))
        .map((cut) => optionOf(offer, cut)),
    )
    .filter(({ kobo }) => kobo > 0)
    .sort((a, b) => b.saved - a.saved || b.kobo - a.kobo);
  const [delivery] = offers
    .filter(isDelivery)
    .toSorted(byNeed)
    .map((offer) => ({ ...offer, kobo: feeCutOf(offer.promotion, cart) }))
    .sort((a, b) => b.kobo - a.kobo);
  return {
    lines: lines.map((_, at) => sum([best.cut, ...best.taken].map((list) => list[at] ?? 0))),
    feeKobo: delivery?.kobo ?? 0,
    applied: [
      ...(best.offer ? [{ ...best.offer, kobo: best.kobo }] : []),
      ...credits
        .map((credit, at) => ({ ...credit, kobo: sum(best.taken[at] ?? []) }))
        .filter(({ kobo }) => kobo > 0),
      ...(delivery ? [delivery] : []),
    ],
  };
}

const byCode = (a: Offer, b: Offer) => ((a.code ?? '') < (b.code ?? '') ? -1 : 1);
