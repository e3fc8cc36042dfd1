import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  DEFAULT_LISTING,
  type ListingState,
  SORT_OPTIONS,
  writeListing,
} from '#domain/products/listing.ts';
import { type Asked, askEarly } from './early.ts';

/** Runs the script of the head. Returns the state it read, whether it hid the default view, and what it called. */
function run(query: string): { state: ListingState; hidden: boolean; asked: string | undefined } {
  let hidden = false;
  let asked: string | undefined;
  const classList = { toggle: (_: string, on: boolean) => (hidden = on) };
  const fetch = async (url: string) => {
    asked = url;
  };
  const script = `${askEarly('https://api.example')}return window.listing.first`;
  const { state }: Asked = new Function('window', 'document', 'location', 'fetch', script)(
    {},
    { documentElement: { classList } },
    { search: query },
    fetch,
  );
  return { state, hidden, asked };
}

const trimmed = fc.string().map((text) => text.trim());
const anyState = fc.record({
  search: trimmed,
  category: trimmed,
  tag: trimmed,
  sortBy: fc.constantFrom(...SORT_OPTIONS),
  page: fc.integer({ min: 1, max: 1000 }),
});

it('reads a state as it was written', () => {
  fc.assert(
    fc.property(anyState, (wanted) => {
      expect(run(`?${writeListing(wanted)}`).state).toEqual(wanted);
    }),
  );
});

it('hides the default view and asks the API exactly when the URL asks for another', () => {
  const value = fc.oneof(
    fc.constantFrom('', ' ', '0', '1', '2', '-1', '1.5', '1e3', 'x', ...SORT_OPTIONS),
    fc.string(),
  );
  const key = fc.constantFrom('search', 'category', 'brand', 'tag', 'sortBy', 'page', 'other');
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 5 }), (pairs) => {
      const { state, hidden, asked } = run(`?${new URLSearchParams(pairs)}`);
      expect(hidden).toBe(writeListing(state) !== '');
      expect(asked !== undefined).toBe(hidden);
    }),
  );
});

it('takes brand as category, lets category win, and an empty brand filters nothing', () => {
  expect(run('?brand=Dior').state.category).toBe('Dior');
  expect(run('?brand=Dior&category=Men').state.category).toBe('Men');
  expect(run('?brand=').state).toEqual(DEFAULT_LISTING);
});

it('ignores what cannot be read', () => {
  for (const query of ['page=0', 'page=-2', 'page=x', 'page=1.5', 'sortBy=magic', 'page=']) {
    expect(run(`?${query}`)).toMatchObject({ state: DEFAULT_LISTING, hidden: false });
  }
});

it.each([
  ['price', 'price', 'asc'],
  ['price-desc', 'price', 'desc'],
  ['name', 'name', 'asc'],
  ['name-desc', 'name', 'desc'],
  ['createdAt', 'createdAt', 'desc'],
  ['soldCount', 'soldCount', 'desc'],
])('sort %s asks for %s %s (spec §7)', (sortBy, field, order) => {
  expect(run(`?tag=oud&page=2&sortBy=${sortBy}`).asked).toBe(
    `https://api.example/api/product?tag=oud&page=2&limit=50&sortBy=${field}&sortOrder=${order}`,
  );
});
