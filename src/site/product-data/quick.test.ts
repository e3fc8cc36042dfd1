import fc from 'fast-check';
import { expect, it } from 'vitest';
import { start } from '#contract/reading/reader.ts';
import { LISTING } from './listing-answer.ts';
import { readFigures, readListing } from './product-readers.ts';
import { quickFigures } from './quick-figures.ts';

const product = {
  _id: 'p1',
  id: 'p1',
  name: 'Tom Ford Oud Wood',
  price: 345_000,
  images: ['/a.jpg', '/b.jpg'],
  image: '/a.jpg',
  description: 'Wood.',
  tags: ['oud'],
  qtyAvailable: 4,
  ratings: 4.5,
  numReviews: 2,
  soldCount: 9,
  createdAt: '2026-06-01T12:00:00.000Z',
  discount: { type: 'fixed', amount: 10, expiresAt: '2026-07-01T12:00:00.000Z' },
  brand: 'Tom Ford',
  concentration: 'Parfum',
  sizeMl: 50,
  choose: 2,
  pictures: [{ width: 4, height: 5, color: '#a0a0a0' }],
};
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, null, '', 'x', '12', -1, 0, 1.5, 2e9, [], {}, [''], ['/c.jpg']),
);
const changed = fc
  .dictionary(fc.constantFrom(...Object.keys(product)), odd, { maxKeys: 3 })
  .map((fields) => ({ ...product, ...fields }));

it('accepts a product that keeps the contract', () => {
  const answer = { products: [product, { ...product, discount: null }], total: 2, totalPages: 1 };
  expect(LISTING.quick(answer)).toEqual(readListing(answer, start()));
  expect(LISTING.quick(answer)?.products).toHaveLength(2);
});

it('the readers accept what the quick guards accept, with the same result', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(changed, { maxLength: 3 }), fc.option(odd), (products, total) => {
      const answer = { products, ...(total !== null && { total }) };
      const quick = LISTING.quick(answer);
      if (!quick) return;
      accepted++;
      expect(readListing(answer, start())).toEqual(quick);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(20);
});

it('the same holds for price and stock alone', () => {
  fc.assert(
    fc.property(changed, (one) => {
      const quick = quickFigures(one);
      if (!quick) return;
      const whole = { ...one, _id: one.id, name: 'x', images: [] };
      const [read] = readFigures({ product: whole }, start());
      const { id, price, qtyAvailable } = quick;
      expect(read).toMatchObject({ id, price, qtyAvailable });
      expect(read?.discount ?? null).toEqual(quick.discount ?? null);
    }),
    { numRuns: 500 },
  );
});
