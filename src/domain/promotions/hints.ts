import { type Choice, choose } from './choice.ts';
import { cutKobo, cutsOf, sum } from './discount.ts';
import { isDelivery, type Offer, refusalOf } from './offer.ts';
import { type Cart, type CartLine, type Promotion, worthOf } from './promotion.ts';
import { firstOrderWords, missingWords, takesWords, unusedWords } from './words.ts';

/** The numbers of units in which the missing amount is tried out, if a promotion counts units. */
const TRIED_UNITS = [1, 2, 3, 50];

/** Returns what the products of an offer's scope lack of its amount. */
const missingOf = ({ promotion }: Offer, { lines }: Cart): number =>
  Math.max(0, promotion.fromKobo - worthOf(promotion, lines));

/** The shopper's gain from adding products. Kobo. */
interface Gain {
  /** The amount to add. */
  kobo: number;
  /** The promotion's discount afterwards. */
  off: number;
  /** Whether that is less than its rules say, because of other discounts in the cart. */
  isLess: boolean;
  /** The promotion that it replaces. */
  replaced: Promotion | undefined;
}

/**
 * Returns the gain if a shopper adds what an offer lacks of its amount. null if she would not pay less than without the
 * offer: every hint is tried out with its cart.
 */
export function gainOfMore(
  cart: Cart,
  offers: readonly Offer[],
  offer: Offer,
  now: number,
): Gain | null {
  const kobo = missingOf(offer, cart);
  const { promotion } = offer;
  const others = offers.filter((one) => one !== offer);
  const tried = offers.some((one) => one.promotion.takes.kind === 'units') ? TRIED_UNITS : [1];
  const outcomes = tried.map((units) => {
    const more = withMore(cart, promotion, kobo, units);
    const among = (some: readonly Offer[]) =>
      choose(
        more,
        some.filter((one) => refusalOf(one, more, now) === null),
      );
    const [without, all] = [among(others), among(offers)];
    const { kobo: off = 0 } = all.applied.find((one) => one.promotion === promotion) ?? {};
    const isLess = off < saidOff(promotion, more);
    return {
      kobo,
      off: cutKobo(all) > cutKobo(without) ? (isLess ? wholeNaira(off) : off) : 0,
      isLess,
      replaced: without.applied.find((one) => isRival(one, offer))?.promotion,
    };
  });
  const [least] = outcomes.toSorted((a, b) => a.off - b.off);
  return least && least.off > 0 ? { ...least, replaced: outcomes[0]?.replaced } : null;
}

/** Rounds down a little further, in kobo: the addition may be several lines, each rounded. */
const wholeNaira = (kobo: number) => Math.floor((kobo - 50) / 100) * 100;

/** Whether only one of two offers can count. */
const isRival = (one: Offer, other: Offer): boolean =>
  one.creditKobo === undefined && isDelivery(one) === isDelivery(other);

/** Returns the discount that a promotion's words promise on a cart. */
function saidOff(promotion: Promotion, { lines }: Cart): number {
  if (promotion.takes.kind === 'naira') return promotion.takes.kobo;
  if (promotion.takes.kind !== 'per_cent') return 0;
  return sum(cutsOf({ ...promotion, addsUp: true }, lines).flat());
}

/** Returns the cart with that much more of a promotion's products. An unknown delivery costs something. */
function withMore(cart: Cart, { takes, scope }: Promotion, kobo: number, units: number): Cart {
  const [name = ''] = scope.of === 'all' ? [] : scope.names;
  const priceKobo = Math.ceil(kobo / units);
  const line: CartLine = {
    productId: scope.of === 'products' ? name : '',
    brand: scope.of === 'brand' ? name : '',
    categories: scope.of === 'category' ? [name] : [],
    group: scope.of === 'group' || scope.of === 'bottles' ? name : null,
    sample: false,
    quantity: units,
    fullKobo: priceKobo,
    priceKobo,
  };
  const [state = null] = takes.kind === 'delivery' ? takes.states : [];
  return {
    lines: [...cart.lines, line],
    feeKobo: cart.feeKobo ?? 1,
    state: cart.state ?? state,
  };
}

/**
 * Returns the sentences beside a sum: why a typed code is not used, delivery that would be free in other places, what
 * counts for a first order only, and what is missing for automatic promotions, the nearest first.
 */
export function hintsOf(
  cart: Cart,
  offers: readonly Offer[],
  { applied }: Choice,
  now: number,
): string[] {
  const counting = offers.filter((offer) => refusalOf(offer, cart, now) === null);
  const unused = counting
    .filter(({ code, own }) => code !== undefined && !own)
    .filter((offer) => applied.every(({ promotion }) => promotion !== offer.promotion))
    .map((offer) => {
      const better = applied.find((one) => isRival(one, offer));
      return unusedWords(offer, better?.promotion);
    });
  const free =
    cart.feeKobo === null
      ? counting
          .filter(isDelivery)
          .map(({ promotion }) => `This order gets ${takesWords(promotion)}.`)
      : [];
  const near = offers
    .filter((offer) => offer.code === undefined && refusalOf(offer, cart, now) === 'below_amount')
    .flatMap((offer) => {
      const gain = gainOfMore(cart, offers, offer, now);
      return gain ? { ...gain, promotion: offer.promotion } : [];
    })
    .sort((a, b) => a.kobo - b.kobo)
    .map(({ promotion, ...gain }) => missingWords(promotion, gain));
  const first = applied
    .filter(({ promotion }) => promotion.firstOrder)
    .map(({ promotion }) => firstOrderWords(promotion));
  return [...unused, ...free, ...first, ...near];
}
