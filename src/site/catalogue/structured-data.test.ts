import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { productJsonLd } from './structured-data.ts';

const product: Product = {
  _id: 'x',
  id: 'x',
  name: '</script><script>alert(1)</script><!--',
  price: 20_000,
  discount: { type: 'percentage', amount: 25, expiresAt: '2026-01-01T00:00:00.000Z' },
  images: [],
  description: '',
  tags: [],
  qtyAvailable: 0,
  ratings: 0,
  numReviews: 0,
  soldCount: 0,
  createdAt: '2025-01-01T00:00:00.000Z',
};
const page = { url: 'https://shop.example/products/x', images: [] };

it('cannot be broken out of by a hostile name', () => {
  const json = productJsonLd(product, { ...page, now: 0 });
  expect(json).not.toContain('<');
  expect(JSON.parse(json).name).toBe(product.name);
});

it('gives the price and the stock of the moment', () => {
  const offer = (now: string) =>
    JSON.parse(productJsonLd(product, { ...page, now: Date.parse(now) })).offers;
  expect(offer('2025-12-31T00:00:00Z')).toMatchObject({ price: 15_000, priceCurrency: 'NGN' });
  expect(offer('2026-01-02T00:00:00Z')).toMatchObject({ price: 20_000 });
  expect(offer('2026-01-02T00:00:00Z').availability).toBe('https://schema.org/OutOfStock');
});
