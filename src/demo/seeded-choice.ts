/** Choices that look random but are the same for the same seed. */
export interface Choice {
  /** A number from `min` up to but not including `max`. */
  between(min: number, max: number): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  of<T>(list: readonly T[]): T;
  /** Between `min` and `max` different entries, in the list's order. A short list returns all its entries. */
  some<T>(list: readonly T[], min: number, max: number): T[];
}

/** Uses the generator mulberry32: small, fast and good enough for test data. */
export function seededChoice(seed: number): Choice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const choice: Choice = {
    between: (min, max) => min + next() * (max - min),
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    of: (list) => {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new RangeError('Nothing to choose from');
      return chosen;
    },
    some: (list, min, max) => {
      const wanted = Math.min(list.length, choice.whole(min, max));
      const left = [...list];
      while (left.length > wanted) left.splice(choice.whole(0, left.length - 1), 1);
      return left;
    },
  };
  return choice;
}
