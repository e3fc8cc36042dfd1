import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { discount } from '#contract/product.ts';
import { readProductData } from './product-data.ts';

const product = fc.record({
  id: fc.stringMatching(/^[a-z0-9-]{1,60}$/),
  name: fc.stringMatching(/^[A-Za-z"<>’ &]{1,60}$/),
  price: fc.integer({ min: 0, max: 1e11 }).map((kobo) => kobo / 100),
  discount: fc.option(
    fc.record({
      type: fc.constantFrom('fixed', 'percentage'),
      amount: fc.nat(50_000),
      expiresAt: fc.option(
        fc
          .date({ noInvalidDate: true, max: new Date('9999-01-01'), min: new Date(0) })
          .map((date) => date.toISOString()),
      ),
    }),
  ),
  image: fc.webPath(),
  qtyAvailable: fc.nat(1000),
});

it('reads every product that a page can carry', () => {
  fc.assert(
    fc.property(product, (value) => {
      if (value.discount) expect(z.safeParse(discount, value.discount).success).toBe(true);
      expect(readProductData(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('reads nothing from anything else, and never throws', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readProductData(text)));
  expect(readProductData(undefined)).toBeUndefined();
  expect(readProductData('{"id":"a","name":"A","price":-1,"qtyAvailable":1}')).toBeUndefined();
});
