import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { RELATED_LIMIT, RELATED_SHOWN_LIMIT, rankRelated } from '#domain/products/related.ts';
import { relatedIndex } from './related.ts';

const TAGS = ['oud', 'rose', 'fresh', 'office', 'amber', 'iris'];

const entry = fc.record({
  id: fc.string({ minLength: 1, maxLength: 4 }),
  brand: fc.option(fc.constantFrom('', 'Creed', 'Dior', 'Prada'), { nil: undefined }),
  tags: fc.array(fc.constantFrom(...TAGS), { maxLength: 2 * TAGS.length }),
  retired: fc.boolean(),
});
const catalogue = (maxLength: number) =>
  fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength });
// A repeated tag scores once.
const asProducts = (entries: { tags: string[] }[]) =>
  entries.map((each) => ({ ...each, tags: [...new Set(each.tags)] }) as Product);
const isSold = ({ retired }: Product) => !retired;

it('chooses what the rule chooses among all sold products', () => {
  fc.assert(
    fc.property(catalogue(RELATED_SHOWN_LIMIT), (entries) => {
      const products = asProducts(entries);
      const related = relatedIndex(products);
      for (const product of products) {
        expect(related(product)).toEqual(rankRelated(product, products.filter(isSold)));
      }
    }),
  );
});

/** Products that have little in common, except for a few that resemble all others: those reach their page limit. */
const crowded = fc
  .record({
    count: fc.integer({ min: 2 * RELATED_SHOWN_LIMIT, max: 200 }),
    near: fc.uniqueArray(fc.nat(999), { minLength: 1, maxLength: 8 }),
    shared: fc.array(fc.subarray(TAGS), { minLength: 1, maxLength: 3 }),
    brand: fc.option(fc.constant('Dior'), { nil: undefined }),
  })
  .map(({ count, near, shared, brand }) => {
    const own = Array.from({ length: count }, (_, index) => `only ${index}`);
    const one = own.map((tag, index) => ({
      id: `${1000 + 5 * index}`,
      brand: index % 3 ? brand : undefined,
      tags: [tag, ...(shared[index % shared.length] ?? [])],
    }));
    return [
      ...one,
      ...near.map((id) => ({ id: `${1000 + id} near`, brand, tags: [...own, ...TAGS] })),
    ];
  });

it('chooses the next best when a product has reached its limit of pages', () => {
  fc.assert(
    fc.property(crowded, (entries) => {
      const products = asProducts(entries);
      const related = relatedIndex(products);
      const shownOn = new Map(products.map(({ id }) => [id, 0]));
      for (const product of [...products].sort((a, b) => (a.id < b.id ? -1 : 1))) {
        const open = products.filter(({ id }) => (shownOn.get(id) ?? 0) < RELATED_SHOWN_LIMIT);
        expect(related(product)).toEqual(rankRelated(product, open));
        for (const { id } of related(product)) shownOn.set(id, (shownOn.get(id) ?? 0) + 1);
      }
      expect(Math.max(...shownOn.values())).toBe(RELATED_SHOWN_LIMIT);
    }),
    { numRuns: 30 },
  );
});

it('spreads equal products over all pages', () => {
  const products = asProducts(
    Array.from({ length: 100 }, (_, id) => ({ id: `${1000 + id}`, tags: ['oud'] })),
  );
  const related = relatedIndex(products);
  const shown = products.flatMap((product) => related(product).map(({ id }) => id));
  for (const { id } of products) {
    expect(shown.filter((other) => other === id)).toHaveLength(RELATED_LIMIT);
  }
});

it('does not change other pages for a retired product, and keeps the limit on its page', () => {
  fc.assert(
    fc.property(crowded, fc.integer({ min: 2, max: 5 }), (entries, nth) => {
      const products = asProducts(entries).map((each, at) => ({
        ...each,
        retired: at % nth === 0,
      }));
      const sold = products.filter(isSold);
      const [related, without] = [relatedIndex(products), relatedIndex(sold)];
      for (const product of sold) expect(related(product)).toEqual(without(product));
      const shown = Map.groupBy(products.flatMap(related), ({ id }) => id);
      for (const pages of shown.values()) {
        expect(pages.length).toBeLessThanOrEqual(RELATED_SHOWN_LIMIT);
      }
    }),
    { numRuns: 30 },
  );
});

it('compares a product of a large catalogue with the 200 after it', () => {
  const products = asProducts(
    Array.from({ length: 500 }, (_, at) => ({ id: `${at + 1000}`, tags: [`${at % 160}`] })),
  );
  const related = relatedIndex(products);
  const idsOf = (at: number) => related(products[at] as Product).map(({ id }) => id);
  // The other similar ones are farther away.
  expect(idsOf(7)).toEqual(['1167']);
  expect(idsOf(400)).toEqual(['1080']);
});
