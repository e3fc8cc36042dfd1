import { shareOut } from '#domain/money/shares.ts';
import { type Cart, type CartLine, isFor, type Promotion } from './promotion.ts';

/** What a promotion takes off a cart: kobo of each line, in the cart's order, and of the fee. */
export interface Cut {
  lines: number[];
  feeKobo: number;
}

/** All that is taken off. */
export const cutKobo = ({ lines, feeKobo }: Cut): number =>
  lines.reduce((sum, kobo) => sum + kobo, feeKobo);

/**
 * What the rules of a promotion take off, whether or not it may count. It is never more than a line or the fee costs. Of a
 * promotion that does not add to a product's own discount each line gets what exceeds that discount.
 */
export function cutOf(promotion: Promotion, cart: Cart): Cut {
  const { takes } = promotion;
  if (takes.kind === 'delivery') {
    return { lines: cart.lines.map(() => 0), feeKobo: reducesFee(promotion, cart) };
  }
  const base = (line: CartLine) => (promotion.addsUp ? line.priceKobo : line.fullKobo);
  const bases = cart.lines.map((line) => (isFor(promotion, line) ? base(line) * line.quantity : 0));
  const own = cart.lines.map((line) => (base(line) - line.priceKobo) * line.quantity);
  const cuts =
    takes.kind === 'per_cent'
      ? bases.map((kobo) =>
          Math.min(kobo, Math.round((kobo * Math.round(takes.perCent * 100)) / 10_000)),
        )
      : takes.kind === 'naira'
        ? nairaOff(takes.kobo, bases, own)
        : freeUnits(takes, promotion, cart.lines, base);
  return { lines: cuts.map((kobo, at) => Math.max(0, kobo - (own[at] ?? 0))), feeKobo: 0 };
}

const reducesFee = ({ takes }: Promotion, { feeKobo, state }: Cart): number =>
  takes.kind === 'delivery' && (takes.states.length === 0 || takes.states.includes(state ?? ''))
    ? (feeKobo ?? 0)
    : 0;

/** Shared by what the lines cost: first among those without a discount of their own, where none of it is lost. */
function nairaOff(kobo: number, bases: readonly number[], own: readonly number[]): number[] {
  const sum = (weights: readonly number[]) => weights.reduce((all, one) => all + one, 0);
  const plain = bases.map((base, at) => (own[at] === 0 ? base : 0));
  const others = bases.map((base, at) => (own[at] === 0 ? 0 : base));
  const first = Math.min(kobo, sum(plain));
  const then = Math.min(kobo - first, sum(others));
  const rest = shareOut(then, others);
  return shareOut(first, plain).map((share, at) => share + (rest[at] ?? 0));
}

/** The cheapest units of the scope, as many as the whole sets of `buy` and `get` have. */
function freeUnits(
  { buy, get }: { buy: number; get: number },
  promotion: Promotion,
  lines: readonly CartLine[],
  base: (line: CartLine) => number,
): number[] {
  const mine = lines.map((line) => isFor(promotion, line));
  const units = lines.reduce((sum, { quantity }, at) => sum + (mine[at] ? quantity : 0), 0);
  let free = Math.floor(units / (buy + get)) * get;
  const cuts = lines.map(() => 0);
  const cheapest = lines
    .map((line, at) => ({ at, kobo: base(line), quantity: mine[at] ? line.quantity : 0 }))
    .sort((a, b) => a.kobo - b.kobo || a.at - b.at);
  for (const { at, kobo, quantity } of cheapest) {
    const some = Math.min(free, quantity);
    cuts[at] = some * kobo;
    free -= some;
  }
  return cuts;
}
