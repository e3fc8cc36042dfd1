import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { product } from '#contract/product.ts';
import { readNames } from '#site/product-data/names.ts';
import { readQuickDetail } from './quick-view-data.ts';

const contractProduct = fc.record({
  _id: fc.constant('a'),
  id: fc.stringMatching(/^[a-z0-9-]{1,60}$/),
  name: fc.stringMatching(/^[A-Za-z"<>’ &]{1,60}$/),
  price: fc.integer({ min: 0, max: 1e11 }).map((kobo) => kobo / 100),
  images: fc.array(fc.webPath()),
  description: fc.string(),
  tags: fc.array(fc.string()),
  qtyAvailable: fc.integer({ min: -5, max: 5000 }),
  ratings: fc.double({ min: 0, max: 5, noNaN: true }),
  numReviews: fc.nat(),
  soldCount: fc.nat(),
  createdAt: fc.constant('2026-01-01T00:00:00Z'),
});

it('reads every product that the contract allows', () => {
  fc.assert(
    fc.property(contractProduct, (value) => {
      expect(z.safeParse(product, value).success).toBe(true);
      const { name, price, ratings, numReviews, description, tags } = value;
      expect(readQuickDetail(JSON.parse(JSON.stringify({ product: value })))).toMatchObject({
        name,
        price,
        ratings: ratings + 0,
        numReviews,
        description,
        tags,
        image: value.images[0] ?? '',
        qtyAvailable: Math.max(0, value.qtyAvailable),
      });
    }),
  );
});

it('answers undefined for anything else, and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readQuickDetail(value)).toBeUndefined();
      expect(readQuickDetail({ product: value })).toBeUndefined();
      for (const name of readNames(value) ?? []) expect(name).toBeTypeOf('string');
    }),
  );
});
