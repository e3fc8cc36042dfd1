import { expect, it } from 'vitest';
import { fragranceCount, reviewCount } from './counts.ts';

it('counts in words', () => {
  expect([0, 1, 12].map(reviewCount)).toEqual(['0 reviews', '1 review', '12 reviews']);
  expect([1, 1200].map(fragranceCount)).toEqual(['1 fragrance', '1,200 fragrances']);
});
