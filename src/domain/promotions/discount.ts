import { shareOut } from '#domain/money/shares.ts';
import { type Cart, type CartLine, isFor, type Promotion } from './promotion.ts';

/** The discount on a cart: kobo of each line, in the cart's order, and of the fee. */
export interface Cut {
  lines: number[];
  feeKobo: number;
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((all, one) => all + one, 0);

/** Returns the whole discount. */
export const cutKobo = ({ lines, feeKobo }: Cut): number => sum(lines) + feeKobo;

/** Returns the kobo that a promotion for the delivery takes off the fee. */
export const feeCutOf = ({ takes }: Promotion, { feeKobo, state }: Cart): number =>
  takes.kind === 'delivery' && (takes.states.length === 0 || takes.states.includes(state ?? ''))
    ? (feeKobo ?? 0)
    : 0;

/** A line in a promotion's scope. Kobo for one unit. */
interface Part {
  /** Its index in the cart. */
  at: number;
  quantity: number;
  /** Units that must not be free, because a credit comes off them. */
  held: number;
  /** The price that the promotion is counted from, and the product's own discount on it, which applies in any case. */
  base: number;
  own: number;
}

/**
 * Returns the ways in which a promotion for goods can reduce the lines, whether or not it may count: kobo of each line.
 * The best way counts. A cut is never more than its line costs. Each way is a rule that does not depend on the rest of
 * the cart, so adding a unit never raises the sum by more than the unit's full price (decision 40).
 * @param held - units of each line that must stay paid (credits.ts).
 */
export function cutsOf(
  { takes, ...promotion }: Promotion,
  lines: readonly CartLine[],
  held: readonly number[] = [],
): number[][] {
  const parts = lines.flatMap((line, at): Part | [] => {
    if (!isFor(promotion, line)) return [];
    const { quantity, fullKobo, priceKobo } = line;
    const own = promotion.addsUp ? 0 : fullKobo - priceKobo;
    return { at, quantity, held: held[at] ?? 0, base: priceKobo + own, own };
  });
  const byLine = (some: readonly Part[], cuts: readonly number[]) => {
    const all = lines.map(() => 0);
    some.forEach(({ at }, place) => {
      all[at] = cuts[place] ?? 0;
    });
    return all;
  };
  switch (takes.kind) {
    case 'per_cent':
      return [
        byLine(
          parts,
          parts.map((part) => perCentOff(takes.perCent, part)),
        ),
      ];
    case 'naira':
      return together(parts).map((some) => byLine(some, nairaOff(takes.kobo, some)));
    case 'units':
      return together(parts).map((some) => byLine(some, unitsOff(takes, some)));
    case 'delivery':
      return [];
  }
}

/**
 * Returns the groups of products that take part together, at their full price. A product's own discount and a promotion
 * that does not add to it exclude each other. So the products join in the order of their own discounts: those without
 * one, then more, then all.
 */
function together(parts: readonly Part[]): Part[][] {
  const lowered = ({ base, own }: Part) => (base === 0 ? 0 : own / base);
  const limits = [...new Set(parts.map(lowered))].sort((a, b) => a - b);
  return limits.map((limit) => parts.filter((part) => lowered(part) <= limit));
}

const ownOff = ({ own, quantity }: Part) => own * quantity;

/** Each line gets the amount above its own discount. */
function perCentOff(perCent: number, part: Part): number {
  const whole = part.base * part.quantity;
  const off = Math.round((whole * Math.round(perCent * 100)) / 10_000);
  return Math.max(0, Math.min(whole, off) - ownOff(part));
}

/** Divides naira by the lines' prices: first among lines without a credit, which would be lost on a free line. */
function nairaOff(kobo: number, parts: readonly Part[]): number[] {
  const costs = parts.map((part) => part.base * part.quantity - ownOff(part));
  const gain = Math.max(0, Math.min(kobo - sum(parts.map(ownOff)), sum(costs)));
  const plain = costs.map((cost, at) => (parts[at]?.held ? 0 : cost));
  const first = Math.min(gain, sum(plain));
  const credited = costs.map((cost, at) => cost - (plain[at] ?? 0));
  const rest = shareOut(gain - first, credited);
  return shareOut(first, plain).map((share, at) => share + (rest[at] ?? 0));
}

/**
 * From the dearest unit down, `buy` are paid and the next `get` are free, and so on. So a cheap product does not change
 * the sets of a cart. A held unit is never the free one: the next one is free in its place.
 */
function unitsOff({ buy, get }: { buy: number; get: number }, parts: readonly Part[]): number[] {
  const freeUpTo = (units: number) =>
    Math.floor(units / (buy + get)) * get + Math.max(0, (units % (buy + get)) - buy);
  const free = new Map<Part, number>();
  const dearestFirst = parts.toSorted((a, b) => b.base - a.base);
  let before = 0;
  for (const alike of Map.groupBy(dearestFirst, ({ base }) => base).values()) {
    const units = sum(alike.map(({ quantity }) => quantity));
    const held = sum(alike.map((part) => part.held));
    let counting = units;
    const freeNow = () => freeUpTo(before + counting) - freeUpTo(before);
    while (units - freeNow() < held) counting--;
    let left = freeNow();
    before += counting;
    for (const part of alike) {
      free.set(part, Math.min(left, part.quantity - part.held));
      left -= free.get(part) ?? 0;
    }
  }
  const nets = parts.map((part) => (free.get(part) ?? 0) * part.base - ownOff(part));
  // A line that loses its own discount makes the others cost less.
  return shareOut(
    Math.max(0, sum(nets)),
    nets.map((kobo) => Math.max(0, kobo)),
  );
}
