import { expect, it } from 'vitest';
import { DEFAULT_LISTING, writeListing } from './listing.ts';

it('writes only what differs from the default view', () => {
  expect(writeListing(DEFAULT_LISTING)).toBe('');
  expect(
    writeListing({ search: 'a&b', category: 'Men', tag: '', sortBy: 'price-desc', page: 2 }),
  ).toBe('category=Men&search=a%26b&sortBy=price-desc&page=2');
});
