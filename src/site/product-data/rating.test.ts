import fc from 'fast-check';
import { expect, it } from 'vitest';
import { product } from '#contract/product.ts';
import { readRating } from './rating.ts';

const { ratings, numReviews } = product.shape;

it('reads what the contract takes, and nothing else', () => {
  const figure = fc.oneof(
    fc.double({ min: -1, max: 6 }),
    fc.integer({ min: -1, max: 9 }),
    fc.anything(),
  );
  fc.assert(
    fc.property(figure, figure, (average, count) => {
      const good = ratings.safeParse(average).success && numReviews.safeParse(count).success;
      const read = readRating({ ratings: average, numReviews: count });
      expect(read).toEqual(good ? { average, count } : undefined);
    }),
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => void readRating(value)));
});
