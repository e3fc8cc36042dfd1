import { shareOut } from '#domain/money/shares.ts';
import { type Cart, type CartLine, isFor, type Promotion } from './promotion.ts';

/** What is taken off a cart: kobo of each line, in the cart's order, and of the fee. */
export interface Cut {
  lines: number[];
  feeKobo: number;
}

/** All that is taken off. */
export const cutKobo = ({ lines, feeKobo }: Cut): number => sum(lines) + feeKobo;

/** The kobo that a promotion for the delivery takes off the fee. */
export const feeCutOf = ({ takes }: Promotion, { feeKobo, state }: Cart): number =>
  takes.kind === 'delivery' && (takes.states.length === 0 || takes.states.includes(state ?? ''))
    ? (feeKobo ?? 0)
    : 0;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** A line that a promotion is for, with the place of it in the cart. Kobo for one unit. */
interface Part {
  at: number;
  quantity: number;
  /** Units that are not free, because a credit comes off them. */
  held: number;
  /** What the promotion is counted from, and what the product's own discount takes off that in any case. */
  base: number;
  own: number;
}

/**
 * The ways in which a promotion for goods can take something off the lines, whether or not it may count: kobo of each line. The best one
 * counts. A cut is never more than its line costs. Every way obeys one rule that does not depend on the rest of the cart, so adding a unit
 * never raises the sum by more than the unit's full price (decision 40).
 * @param held - units of each line that have to be paid for (credits.ts).
 */
export function cutsOf(
  promotion: Promotion,
  lines: readonly CartLine[],
  held: readonly number[] = [],
): number[][] {
  const { takes, addsUp } = promotion;
  const parts = lines.flatMap((line, at) => {
    if (!isFor(promotion, line)) return [];
    const { quantity, fullKobo, priceKobo } = line;
    const own = addsUp ? 0 : fullKobo - priceKobo;
    return { at, quantity, held: held[at] ?? 0, base: priceKobo + own, own };
  });
  const cutsBy = (cutOfPart: ReadonlyMap<Part, number>) => {
    const byLine = new Map([...cutOfPart].map(([{ at }, kobo]) => [at, kobo]));
    return lines.map((_, at) => byLine.get(at) ?? 0);
  };
  if (takes.kind === 'per_cent') {
    return [cutsBy(new Map(parts.map((part) => [part, perCentOff(takes.perCent, part)])))];
  }
  if (takes.kind === 'naira')
    return together(parts).map((some) => cutsBy(nairaOff(takes.kobo, some)));
  if (takes.kind === 'units') return together(parts).map((some) => cutsBy(unitsOff(takes, some)));
  return [];
}

/**
 * The products that take part together, at their full price. A product's own discount and a promotion that does not add to it exclude each
 * other, so those with the smaller discounts of their own come first: none of them, then more, then all.
 */
function together(parts: readonly Part[]): Part[][] {
  const lowered = ({ base, own }: Part) => (base === 0 ? 0 : own / base);
  const limits = [...new Set(parts.map(lowered))].sort((a, b) => a - b);
  return limits.map((limit) => parts.filter((part) => lowered(part) <= limit));
}

/** Each line gets what exceeds its own discount. */
function perCentOff(perCent: number, { base, own, quantity }: Part): number {
  const whole = base * quantity;
  const off = Math.round((whole * Math.round(perCent * 100)) / 10_000);
  return Math.max(0, Math.min(whole, off) - own * quantity);
}

/** Shared by what the lines cost: first among those without a credit, which would be lost on a line that costs nothing. */
function nairaOff(kobo: number, parts: readonly Part[]): Map<Part, number> {
  const costs = (some: readonly Part[]) =>
    some.map(({ base, own, quantity }) => (base - own) * quantity);
  const own = sum(parts.map((part) => part.own * part.quantity));
  const gain = Math.max(0, Math.min(kobo, sum(costs(parts)) + own) - own);
  const plain = parts.filter((part) => part.held === 0);
  const credited = parts.filter((part) => part.held > 0);
  const first = Math.min(gain, sum(costs(plain)));
  const shares = [...shareOut(first, costs(plain)), ...shareOut(gain - first, costs(credited))];
  return new Map([...plain, ...credited].map((part, at) => [part, shares[at] ?? 0]));
}

/**
 * From the dearest unit down `buy` are paid and the next `get` are free, and so on: the sets of a cart do not change when something cheap
 * joins it. A unit that is held is never the free one: the next one is free in its place.
 */
function unitsOff(
  { buy, get }: { buy: number; get: number },
  parts: readonly Part[],
): Map<Part, number> {
  const freeUpTo = (units: number) =>
    Math.floor(units / (buy + get)) * get + Math.max(0, (units % (buy + get)) - buy);
  const nets = new Map<Part, number>();
  let before = 0;
  const byPrice = Map.groupBy(
    parts.toSorted((a, b) => b.base - a.base),
    ({ base }) => base,
  );
  for (const [base, alike] of byPrice) {
    const units = sum(alike.map(({ quantity }) => quantity));
    const held = sum(alike.map((part) => part.held));
    let counting = units;
    const free = () => freeUpTo(before + counting) - freeUpTo(before);
    while (units - free() < held) counting--;
    let left = free();
    before += counting;
    for (const part of alike) {
      const some = Math.min(left, part.quantity - part.held);
      nets.set(part, some * base - part.own * part.quantity);
      left -= some;
    }
  }
  const gain = Math.max(0, sum([...nets.values()]));
  const shares = shareOut(
    gain,
    [...nets.values()].map((kobo) => Math.max(0, kobo)),
  );
  return new Map([...nets.keys()].map((part, at) => [part, shares[at] ?? 0]));
}
