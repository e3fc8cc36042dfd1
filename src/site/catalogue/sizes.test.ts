import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { MOST_SIZES } from '#domain/products/sizes.ts';
import { groupSizes } from './sizes.ts';

const product = (id: string, rest: Partial<Product> = {}): Product => ({
  _id: id,
  id,
  name: id,
  price: 1000,
  images: [],
  description: '',
  tags: [],
  qtyAvailable: 1,
  ratings: 0,
  numReviews: 0,
  soldCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...rest,
});
const LISTS = { now: Date.parse('2026-06-01'), inLists: true };
const ids = (products: readonly Product[], of: Product) =>
  groupSizes(products, LISTS)
    .sizes(of)
    .map(({ id }) => id);

it('lists the sizes of a fragrance from the smallest, those without a size last', () => {
  const [big, small, odd, other] = [
    product('b', { group: 'Oud ', sizeMl: 100 }),
    product('s', { group: 'oud', sizeMl: 30 }),
    product('o', { group: 'oud' }),
    product('x', { group: 'rose', sizeMl: 50 }),
  ] as const;
  const all = [big, small, odd, other];
  expect(ids(all, big)).toEqual(['s', 'b', 'o']);
  expect(ids(all, other)).toEqual([]);
  // A retired product is not sold, and its page leads to the others.
  expect(ids([small], big)).toEqual(['s']);
});

it('is the same short list on each of their pages', () => {
  const group = fc.constantFrom(undefined, '', ' ', 'a', 'A', 'b', 'c');
  fc.assert(
    fc.property(
      fc.array(fc.record({ group, sizeMl: fc.integer({ min: 1, max: 3 }) }), {
        maxLength: 45,
        size: 'max',
      }),
      (rows) => {
        const all = rows.map(({ group: name, sizeMl }, index) =>
          product(`p${index}`, { sizeMl, ...(name !== undefined && { group: name }) }),
        );
        for (const one of all) {
          const sizes = ids(all, one);
          const members = all.filter((each) => {
            const key = each.group?.trim().toLowerCase();
            return key && key === one.group?.trim().toLowerCase();
          });
          const isGroup = members.length > 1 && members.length <= MOST_SIZES;
          expect(sizes.toSorted()).toEqual(isGroup ? members.map(({ id }) => id).toSorted() : []);
          const sibling = members[0];
          if (sibling) expect(ids(all, sibling)).toEqual(sizes);
        }
      },
    ),
  );
});

const shelf = [
  product('rose'),
  product('big', { group: 'oud', sizeMl: 100, price: 3000 }),
  product('try', { group: 'oud', sizeMl: 2, price: 100, sample: 1 }),
  product('small', { group: 'oud', sizeMl: 30, price: 2000, qtyAvailable: 0 }),
  product('last'),
  product('old', { group: 'oud', sizeMl: 50, retired: true }),
];

it('lists a fragrance once, at the place of its first bottle, as the cheapest that is in stock', () => {
  const { cards, cardsOf, sizes, samples } = groupSizes(shelf, LISTS);
  expect(cards.map(({ id }) => id)).toEqual(['rose', 'big', 'last']);
  expect(cards[1]?.sizes?.map(({ id }) => id)).toEqual(['small', 'big']);
  const [rose, big, sample, small, last, old] = shelf as [
    Product,
    Product,
    Product,
    Product,
    Product,
    Product,
  ];
  expect(cardsOf([last, sample, small, rose]).map(({ id }) => id)).toEqual(['rose', 'big', 'last']);
  expect(sizes(big).map(({ id }) => id)).toEqual(['small', 'big']);
  expect(sizes(sample).map(({ id }) => id)).toEqual(['try', 'small', 'big']);
  expect(samples(small).map(({ id }) => id)).toEqual(['try']);
  for (const other of [sample, rose, old]) expect(samples(other)).toEqual([]);
});

it('lists each size if the lists of the backend do', () => {
  const { cards, cardsOf } = groupSizes(shelf, { ...LISTS, inLists: false });
  expect(cards).toEqual(shelf.slice(0, 5));
  expect(cardsOf(shelf)).toEqual(shelf.slice(0, 5));
});
