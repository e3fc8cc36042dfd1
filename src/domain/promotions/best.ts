import { type Choice, choose } from './choice.ts';
import { gainOfMore, hintsOf } from './hints.ts';
import { type Offer, refusalOf } from './offer.ts';
import type { Cart } from './promotion.ts';
import type { CodeRefusal } from './refusals.ts';
import { refusalWords } from './words.ts';

/** The discount on a cart, and the texts beside it. */
export interface Reduction extends Choice {
  refused?: { reason: CodeRefusal; message: string };
  hints: readonly string[];
}

/**
 * Returns the discount of promotions on a cart at `now` (ms; decisions 38 and 40). A refused code comes with the
 * reason; what the cart gets without it still counts.
 * @param typed - the code; absent if none was typed. If there is no offer for it, the code is unknown.
 */
export function reduce(
  cart: Cart,
  offers: readonly Offer[],
  now: number,
  typed?: string,
): Reduction {
  const chosen = choose(
    cart,
    offers.filter((offer) => refusalOf(offer, cart, now) === null),
  );
  const hints = hintsOf(cart, offers, chosen, now);
  const ofCode = offers.find(({ code, own }) => code !== undefined && !own);
  const reason = typed === undefined ? null : ofCode ? refusalOf(ofCode, cart, now) : 'unknown';
  if (typed === undefined || reason === null) return { ...chosen, hints };
  const missing =
    ofCode && reason === 'below_amount' ? gainOfMore(cart, offers, ofCode, now) : null;
  const message = refusalWords(reason, typed, ofCode?.promotion ?? null, missing?.kobo);
  return { ...chosen, refused: { reason, message }, hints };
}
