import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_LISTING,
  listingQuery,
  readListing,
  SORT_OPTIONS,
  writeListing,
} from './listing.ts';

const state = fc.record({
  search: fc.string().map((text) => text.trim()),
  category: fc.string().map((text) => text.trim()),
  tag: fc.string().map((text) => text.trim()),
  sortBy: fc.constantFrom(...SORT_OPTIONS),
  page: fc.integer({ min: 1, max: 1000 }),
});
const read = (query: string) => readListing(new URLSearchParams(query));

describe('the list’s state in its URL', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(state, (wanted) => {
        expect(read(writeListing(wanted))).toEqual(wanted);
      }),
    );
  });

  it('takes brand as category, lets category win, and an empty brand filters nothing', () => {
    expect(read('brand=Dior').category).toBe('Dior');
    expect(read('brand=Dior&category=Men').category).toBe('Men');
    expect(read('brand=')).toEqual(DEFAULT_LISTING);
  });

  it('takes what cannot be read as absent', () => {
    for (const query of ['page=0', 'page=-2', 'page=x', 'page=1.5', 'sortBy=magic']) {
      expect(read(query)).toEqual(DEFAULT_LISTING);
    }
  });
});

it.each([
  ['price', 'price', 'asc'],
  ['price-desc', 'price', 'desc'],
  ['name', 'name', 'asc'],
  ['name-desc', 'name', 'desc'],
  ['createdAt', 'createdAt', 'desc'],
  ['soldCount', 'soldCount', 'desc'],
] as const)('sort %s asks for %s %s (spec §7)', (sortBy, field, order) => {
  const query = listingQuery({ ...DEFAULT_LISTING, sortBy }, 50);
  expect([query.get('sortBy'), query.get('sortOrder')]).toEqual([field, order]);
});
