/** The money of an order's lines and of its delivery fee, in kobo, and the units that a return gives back. */
export interface Bought {
  /** The kobo paid for each line after discounts, and its units. */
  lines: readonly { kobo: number; quantity: number }[];
  /** The kobo paid for the delivery after discounts. */
  feeKobo: number;
}

/** The money for returned units, in kobo. */
export interface Share {
  goodsKobo: number;
  /** Their part of the delivery fee. It goes back only if the shop pays for the delivery. */
  feeKobo: number;
}

/**
 * Returns `part` of `of` units' share of a sum, rounded down. Exact for sums and units beyond 2^53 when multiplied.
 */
const portion = (kobo: number, part: number, of: number): number =>
  of === 0 ? 0 : Number((BigInt(kobo) * BigInt(part)) / BigInt(of));

/** Returns the money for all of these units, counted from the first unit of each line. */
function moneyFor({ lines, feeKobo }: Bought, units: readonly number[]): Share {
  const goods = lines.map(({ kobo, quantity }, at) => portion(kobo, units[at] ?? 0, quantity));
  const goodsKobo = goods.reduce((sum, kobo) => sum + kobo, 0);
  const all = lines.reduce((sum, { kobo }) => sum + kobo, 0);
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const counted = units.reduce((sum, some) => sum + some, 0);
  // Free lines share the fee by units.
  const fee = all > 0 ? portion(feeKobo, goodsKobo, all) : portion(feeKobo, counted, count);
  return { goodsKobo, feeKobo: fee };
}

/**
 * Returns the money for units that come back. The shares of all units of an order add up to exactly what was paid,
 * in whatever order they come back: each share is the difference of two running totals, so the last one takes the
 * remainder.
 * @param before - the units of each line that came back earlier.
 * @param now - the units of each line that come back now.
 */
export function shareOf(bought: Bought, before: readonly number[], now: readonly number[]): Share {
  const then = moneyFor(bought, before);
  const after = moneyFor(
    bought,
    bought.lines.map((_, at) => (before[at] ?? 0) + (now[at] ?? 0)),
  );
  return {
    goodsKobo: after.goodsKobo - then.goodsKobo,
    feeKobo: after.feeKobo - then.feeKobo,
  };
}

/** The amounts that an order was placed with, in kobo. */
interface Placed {
  lines: readonly { kobo: number; quantity: number }[];
  feeKobo: number;
}

/**
 * Returns what of a payment belongs to each line and to the delivery. A payment of less than the total, where staff
 * gave up the rest, is divided in proportion. What was paid in excess belongs to nothing.
 */
export function boughtWith({ lines, feeKobo }: Placed, paidKobo: number): Bought {
  const total = lines.reduce((sum, { kobo }) => sum + kobo, feeKobo);
  if (paidKobo >= total) return { lines, feeKobo };
  let placed = 0;
  let paid = 0;
  const next = (kobo: number) => {
    placed += kobo;
    const before = paid;
    paid = portion(paidKobo, placed, total);
    return paid - before;
  };
  return {
    lines: lines.map(({ kobo, quantity }) => ({ kobo: next(kobo), quantity })),
    feeKobo: next(feeKobo),
  };
}
