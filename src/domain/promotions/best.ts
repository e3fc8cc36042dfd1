import { type Choice, choose } from './choice.ts';
import { gainOfMore, hintsOf } from './hints.ts';
import { type Offer, refusalOf } from './offer.ts';
import type { Cart } from './promotion.ts';
import type { CodeRefusal } from './refusals.ts';
import { refusalWords } from './words.ts';

/** What is taken off a cart, and what the shopper reads beside it. */
export interface Reduction extends Choice {
  refused?: { reason: CodeRefusal; message: string };
  hints: readonly string[];
}

/**
 * Returns what promotions take off a cart at `now` (ms; decisions 38 and 40). A typed code that is refused says why;
 * what the cart gets without it still counts.
 * @param typed - the code; absent if none was typed. Without an offer for it nobody knows the code.
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
