import fc from 'fast-check';
import { expect, it } from 'vitest';
import { company } from '#config/company.ts';
import type { Product } from '#contract/product.ts';
import { productJsonLd, scriptJson, storeJsonLd } from './structured-data.ts';

const HOSTILE = '</script><script>alert("1")</script><!-- & \u2028\u2029 \'';
const product: Product = {
  _id: 'x',
  id: 'x',
  name: HOSTILE,
  brand: HOSTILE,
  price: 20_000,
  discount: { type: 'percentage', amount: 25, expiresAt: '2026-01-01T00:00:00.000Z' },
  images: [],
  description: HOSTILE,
  tags: [],
  qtyAvailable: 0,
  ratings: 4.25,
  numReviews: 0,
  soldCount: 0,
  createdAt: '2025-01-01T00:00:00.000Z',
};
const page = {
  url: 'https://shop.example/products/x',
  images: [],
  brandPage: '/brands/tom-ford',
  fees: { least: 2500, most: 9500 },
};
const nodes = (changes: Partial<Product> = {}, now = 0) =>
  JSON.parse(productJsonLd({ ...product, ...changes }, { ...page, now }))['@graph'];

it('contains a hostile name safely', () => {
  const json = productJsonLd(product, { ...page, now: 0 });
  expect(json).not.toMatch(/[<\u2028\u2029]/);
  const [named, way] = nodes();
  expect(named.name).toBe(HOSTILE);
  expect(named.brand.name).toBe(HOSTILE);
  expect(way.itemListElement.at(-1).name).toBe(HOSTILE);
});

it('keeps any text, but without characters that could end the script', () => {
  const text = fc.string({
    unit: fc.constantFrom('<', '/', 'script', '>', '!--', '\\', '"', '&', '\u2028', 'ẹ', '₦'),
  });
  fc.assert(
    fc.property(text, (value) => {
      expect(scriptJson({ value })).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(scriptJson({ value }))).toEqual({ value });
    }),
  );
});

it('gives a retired product no price', () => {
  expect(nodes({ retired: true })[0].offers).toEqual({
    '@type': 'Offer',
    url: page.url,
    availability: 'https://schema.org/Discontinued',
  });
});

it('has the current price and stock', () => {
  const offer = (now: string) => nodes({}, Date.parse(now))[0].offers;
  expect(offer('2025-12-31T00:00:00Z')).toMatchObject({
    price: 15_000,
    priceCurrency: 'NGN',
    priceValidUntil: '2026-01-01T00:00:00.000Z',
    priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: 20_000 },
  });
  const after = offer('2026-01-02T00:00:00Z');
  expect(after).toMatchObject({ price: 20_000, availability: 'https://schema.org/OutOfStock' });
  expect(after).not.toHaveProperty('priceValidUntil');
  expect(after).not.toHaveProperty('priceSpecification');
});

it('has what delivery costs at most and how long it takes, and the returns of the whole shop', () => {
  const [{ offers }] = nodes();
  expect(offers.shippingDetails).toMatchObject({
    shippingRate: { maxValue: 9500, currency: 'NGN' },
    shippingDestination: { addressCountry: 'NG' },
    deliveryTime: {
      handlingTime: { minValue: 0, maxValue: 1, unitCode: 'DAY' },
      transitTime: { minValue: 1, maxValue: 5 },
    },
  });
  const store = JSON.parse(storeJsonLd(new URL(page.url)))['@graph'][0];
  expect(offers.hasMerchantReturnPolicy).toEqual({ '@id': 'https://shop.example/#returns' });
  expect(store.hasMerchantReturnPolicy).toMatchObject(offers.hasMerchantReturnPolicy);
  const nowhere = JSON.parse(productJsonLd(product, { ...page, now: 0, fees: undefined }));
  expect(nowhere['@graph'][0].offers).not.toHaveProperty('shippingDetails');
});

it('has no end date for a discount without one', () => {
  const [{ offers }] = nodes({ discount: { type: 'fixed', amount: 500 } });
  expect(offers.price).toBe(19_500);
  expect(offers).not.toHaveProperty('priceValidUntil');
});

it('has a rating only after a review', () => {
  expect(nodes()[0]).not.toHaveProperty('aggregateRating');
  expect(nodes({ numReviews: 4 })[0].aggregateRating).toMatchObject({
    ratingValue: 4.25,
    reviewCount: 4,
  });
});

it('leads from all fragrances via the brand to the product', () => {
  const way = (changes: Partial<Product>) =>
    nodes(changes)[1].itemListElement.map((step: Record<string, unknown>) => [
      step.position,
      step.item,
    ]);
  expect(way({ brand: 'Tom Ford' })).toEqual([
    [1, 'https://shop.example/products'],
    [2, 'https://shop.example/brands/tom-ford'],
    [3, page.url],
  ]);
  expect(way({ brand: undefined })).toEqual([
    [1, 'https://shop.example/products'],
    [2, page.url],
  ]);
});

it('describes the shop and its site with absolute URLs', () => {
  const [shop, site] = JSON.parse(storeJsonLd(new URL('https://shop.example')))['@graph'];
  expect(shop).toMatchObject({
    '@type': 'OnlineStore',
    url: 'https://shop.example/',
    logo: 'https://shop.example/icon-512.png',
    telephone: expect.stringMatching(/^\+234\d+$/),
    hasMerchantReturnPolicy: {
      merchantReturnDays: company.returns.days,
      merchantReturnLink: 'https://shop.example/returns',
    },
  });
  expect(site.publisher['@id']).toBe(shop['@id']);
});

it('names the fragrance of a product if it has other sizes', () => {
  const sizes = [{ ...product, id: 'other', sizeMl: 30 }];
  const group = 'oud-wood';
  const [node] = JSON.parse(
    productJsonLd({ ...product, group, sizeMl: 50 }, { ...page, now: 0, sizes }),
  )['@graph'];
  expect(node.size).toBe('50 ml');
  expect(node.isVariantOf).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: group,
    hasVariant: [{ '@type': 'Product', url: 'https://shop.example/products/other' }],
  });
  expect(nodes({ group })[0]).not.toHaveProperty('isVariantOf');
});
