import { type CartLine, isFor, type Promotion } from './promotion.ts';

/** The most credits, and the most amounts of each, that are compared. */
const MOST_COMPARED = 3;
const MOST_UNITS = 8;

/** An earlier payment that comes off a line, such as a sample's price. It counts in addition to the best offer. */
export interface Credit {
  promotion: Pick<Promotion, 'scope'>;
  /** The earlier payment. */
  kobo: number;
}

/**
 * Takes each credit, in order, off the dearest of the lines in its scope, never below 0.
 * @param spaces - kobo left to pay on each line.
 * @returns kobo by credit and line.
 */
export function takeCredits(
  credits: readonly Credit[],
  lines: readonly CartLine[],
  spaces: readonly number[],
): number[][] {
  const left = [...spaces];
  return credits.map(({ promotion, kobo }) => {
    let rest = kobo;
    const taken = lines.map(() => 0);
    const mine = lines
      .flatMap((line, at) => (isFor(promotion, line) ? { at, price: line.priceKobo } : []))
      .sort((a, b) => b.price - a.price || a.at - b.at);
    for (const { at } of mine) {
      const some = Math.min(rest, left[at] ?? 0);
      taken[at] = some;
      left[at] = (left[at] ?? 0) - some;
      rest -= some;
    }
    return taken;
  });
}

/**
 * Returns the units of each line that must stay paid so that no credit is lost. Another offer may be worth more than a
 * credit, so there is one list for each choice of how much of the credits comes off.
 */
export function heldUnits(credits: readonly Credit[], lines: readonly CartLine[]): number[][] {
  const choices = credits.reduce<Credit[][]>(
    (some, credit, at) =>
      amountsOf(credit, lines)
        .slice(0, at < MOST_COMPARED ? MOST_UNITS : 1)
        .flatMap((kobo) => some.map((chosen) => [...chosen, { ...credit, kobo }])),
    [[]],
  );
  const costs = lines.map(({ priceKobo, quantity }) => priceKobo * quantity);
  return choices.map((chosen) => {
    const taken = takeCredits(chosen, lines, costs);
    return lines.map(({ priceKobo }, at) => {
      const kobo = taken.reduce((all, one) => all + (one[at] ?? 0), 0);
      return kobo > 0 ? Math.ceil(kobo / priceKobo) : 0;
    });
  });
}

/**
 * Returns all of a credit, then what is left of it with one bottle fewer, and so on down to nothing. Most credits are
 * less than one bottle.
 */
function amountsOf({ promotion, kobo }: Credit, lines: readonly CartLine[]): number[] {
  const prices = lines.filter((line) => isFor(promotion, line)).map((line) => line.priceKobo);
  const step = Math.max(0, ...prices);
  if (step === 0) return [0];
  const bottles = Math.ceil(kobo / step);
  return Array.from({ length: bottles + 1 }, (_, fewer) =>
    Math.min(kobo, (bottles - fewer) * step),
  );
}
