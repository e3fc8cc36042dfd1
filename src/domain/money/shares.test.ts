import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOut } from './shares.ts';

it('gives one more kobo to the largest remainders, earlier ones first', () => {
  expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(shareOut(5, [1, 3, 3])).toEqual([1, 2, 2]);
  expect(shareOut(100, [0, 0])).toEqual([0, 0]);
});

it('adds up exactly; no share exceeds its weight or is a kobo or more off its part', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100_000_000_000_000 }), { minLength: 1 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
      const sum = all.reduce((total, one) => total + one, 0);
      fc.pre(sum > 0 && Number.isSafeInteger(sum));
      const kobo = Math.floor(sum * part);
      const shares = shareOut(kobo, all);
      expect(shares.reduce((total, one) => total + one, 0)).toBe(kobo);
      shares.forEach((share, at) => {
        expect(share).toBeLessThanOrEqual(all[at] ?? 0);
        expect(Math.abs(share - (kobo * (all[at] ?? 0)) / sum)).toBeLessThan(1.01);
      });
    }),
  );
});
