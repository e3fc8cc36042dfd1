import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listingQuery, readListing, SORT_OPTIONS, writeListing } from '#domain/listing.ts';
import { PAGE_SIZE } from '#domain/pagination.ts';
import { askEarly } from './listing-early.ts';

/** Runs the script for a query: whether it hid the default view, and what it asked. */
function run(query: string): { hidden: boolean; asked: string | undefined } {
  const names = new Set<string>();
  let asked: string | undefined;
  const document = { documentElement: { classList: { add: (name: string) => names.add(name) } } };
  const fetch = async (url: string) => {
    asked = url;
  };
  new Function('document', 'location', 'fetch', 'window', askEarly('https://api.example'))(
    document,
    { search: query },
    fetch,
    {},
  );
  return { hidden: names.has('querying'), asked };
}

const value = fc.oneof(
  fc.constantFrom('', ' ', '0', '1', '2', '-1', '1.5', '1e3', 'x', ...SORT_OPTIONS),
  fc.string(),
);
const pair = fc.tuple(
  fc.constantFrom('search', 'category', 'brand', 'tag', 'sortBy', 'page', 'other'),
  value,
);

it('hides the default view, and asks, exactly when the URL wants another', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 5 }), (pairs) => {
      const query = new URLSearchParams(pairs);
      const state = readListing(query);
      const wanted = writeListing(state) !== '';
      const call = `https://api.example/api/product?${listingQuery(state, PAGE_SIZE)}`;
      expect(run(`?${query}`)).toEqual({ hidden: wanted, asked: wanted ? call : undefined });
    }),
  );
});
