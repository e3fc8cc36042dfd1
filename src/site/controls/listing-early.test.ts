import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readListing, SORT_OPTIONS, writeListing } from '#domain/listing.ts';
import { hideDefaultView } from './listing-early.ts';

/** Runs the script for a query; whether it hid the default view. */
function hides(query: string): boolean {
  const names = new Set<string>();
  const document = { documentElement: { classList: { add: (name: string) => names.add(name) } } };
  new Function('document', 'location', hideDefaultView)(document, { search: query });
  return names.has('querying');
}

const value = fc.oneof(
  fc.constantFrom('', ' ', '0', '1', '2', '-1', '1.5', '1e3', 'x', ...SORT_OPTIONS),
  fc.string(),
);
const pair = fc.tuple(
  fc.constantFrom('search', 'category', 'brand', 'tag', 'sortBy', 'page', 'other'),
  value,
);

it('hides the default view exactly when the URL asks for another', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 5 }), (pairs) => {
      const query = new URLSearchParams(pairs);
      expect(hides(`?${query}`)).toBe(writeListing(readListing(query)) !== '');
    }),
  );
});
