import fc from 'fast-check';
import { expect, it } from 'vitest';
import { salePrice } from '#domain/money/price.ts';
import { fragrances, MOST_SIZES, onCard, shownSize } from './sizes.ts';

const size = fc.record({
  id: fc.uuid(),
  group: fc.constantFrom(undefined, '', ' ', 'Oud', 'oud ', 'rose'),
  sizeMl: fc.constantFrom(undefined, 2, 30, 50),
  sample: fc.constantFrom(undefined, 1),
  price: fc.integer({ min: 1, max: 9 }).map((thousands) => thousands * 1000),
  qtyAvailable: fc.integer({ min: 0, max: 2 }),
  discount: fc.constantFrom(null, { type: 'percentage' as const, amount: 50 }),
});

it('puts each product into at most one fragrance, with its whole group or alone', () => {
  fc.assert(
    fc.property(fc.array(size, { maxLength: 40, size: 'max' }), (products) => {
      const found = [...fragrances(products).values()];
      const all = found.flat();
      expect(new Set(all).size).toBe(all.length);
      for (const product of products) {
        const name = product.group?.trim().toLowerCase();
        const members = name
          ? products.filter((each) => each.group?.trim().toLowerCase() === name)
          : [product];
        const own = found.find((sizes) => sizes.includes(product));
        expect(own?.length).toBe(members.length > MOST_SIZES ? undefined : members.length);
      }
    }),
  );
});

it('shows the cheapest bottle in stock, and a sample only if there is no bottle', () => {
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: MOST_SIZES }), (products) => {
      const [first, ...others] = onCard(products);
      if (!first) throw new Error('A card has a size.');
      const shown = shownSize([first, ...others], 0);
      const buyable = (some: typeof products) =>
        some.filter(({ qtyAvailable }) => qtyAvailable > 0);
      const bottles = products.filter(({ sample }) => !sample);
      expect(Boolean(shown.sample)).toBe(bottles.length === 0);
      const choice = bottles.length > 0 ? bottles : products;
      const rivals = buyable(choice).length > 0 ? buyable(choice) : choice;
      expect(rivals).toContain(shown);
      for (const each of rivals)
        expect(salePrice(each, 0)).toBeGreaterThanOrEqual(salePrice(shown, 0));
    }),
  );
});
