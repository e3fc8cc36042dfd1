import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import { EXTENSIONS } from '#contract/extensions.ts';
import * as contract from '#contract/product.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const SHELF = [
  product({
    id: 'a',
    name: 'Alpha',
    priceKobo: 300_000,
    soldCount: 5,
    createdAt: day(1),
    tags: ['oud', 'rose'],
  }),
  product({
    id: 'b',
    name: 'beta',
    priceKobo: 100_050,
    soldCount: 9,
    createdAt: day(2),
    tags: ['Oud'],
    brand: 'Tom Ford',
  }),
  product({
    id: 'c',
    name: 'Émile',
    priceKobo: 200_000,
    soldCount: 9,
    createdAt: day(3),
    categories: ['Niche', 'Men'],
  }),
  product({
    id: 'd',
    name: 'Gamma',
    priceKobo: 200_000,
    createdAt: day(3),
    categories: ['men'],
    stock: 0,
  }),
  product({
    id: 'e',
    name: 'Zeta',
    priceKobo: 200_000,
    createdAt: day(3),
    brand: 'Hermès',
    tags: ['oud', 'rose', 'amber'],
  }),
];

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ products: SHELF });
});
afterAll(() => shop.close());

const ids = async (query: string) => {
  const { status, body } = await shop.get(`/api/product?${query}`);
  expect(status).toBe(200);
  return contract.productList.parse(body).products.map((entry) => entry.id);
};

test('the list is sorted newest first, ties by id', async () => {
  expect(await ids('')).toEqual(['c', 'd', 'e', 'b', 'a']);
});

test.each([
  ['sortBy=price&sortOrder=asc', ['b', 'c', 'd', 'e', 'a']],
  ['sortBy=price&sortOrder=desc', ['a', 'c', 'd', 'e', 'b']],
  ['sortBy=name&sortOrder=asc', ['a', 'b', 'c', 'd', 'e']],
  ['sortBy=name&sortOrder=desc', ['e', 'd', 'c', 'b', 'a']],
  ['sortBy=soldCount&sortOrder=desc', ['b', 'c', 'a', 'd', 'e']],
  ['sortBy=createdAt&sortOrder=asc', ['a', 'b', 'c', 'd', 'e']],
])('%s', async (query, order) => {
  expect(await ids(query)).toEqual(order);
});

test.each([
  ['category=MEN', ['c', 'd']],
  ['category=men', ['c', 'd']],
  ['category=tom%20ford', ['b']],
  ['category=HERMES', ['e']],
  ['category=herm%C3%A8s', ['e']],
  ['category=', ['c', 'd', 'e', 'b', 'a']],
  ['category=nothing', []],
  ['tag=OUD', ['e', 'b', 'a']],
  ['tag=rose&category=unisex', ['e', 'a']],
  ['tag=rose&category=men', []],
])('%s', async (query, found) => {
  expect(await ids(query)).toEqual(found);
});

test('each product is on one page, and the totals agree', async () => {
  const seen: string[] = [];
  for (let page = 1; page <= 3; page++) {
    const { body } = await shop.get(`/api/product?limit=2&page=${page}&sortBy=price&sortOrder=asc`);
    expect(body).toMatchObject({ total: 5, totalPages: 3 });
    seen.push(...body.products.map((entry: { id: string }) => entry.id));
  }
  expect(seen).toEqual(['b', 'c', 'd', 'e', 'a']);
  const past = await shop.get('/api/product?limit=2&page=4');
  expect(past.body).toEqual({ products: [], total: 5, totalPages: 3 });
});

test.each([
  'page=0',
  'page=x',
  'page=1.5',
  'limit=101',
  'limit=0',
  'sortBy=colour',
  'sortOrder=up',
])('%s is refused, naming the parameter', async (query) => {
  const { status, body } = await shop.get(`/api/product?${query}`);
  expect(status).toBe(400);
  expect(body.code).toBe('validation_failed');
  expect(Object.keys(body.fields)).toEqual([query.split('=')[0]]);
});

test('prices are naira, exact to the kobo', async () => {
  const { body } = await shop.get('/api/product/b');
  expect(body.product.price).toBe(1000.5);
});

test('a product lists related ones: by shared tags, then by brand', async () => {
  const { body } = await shop.get('/api/product/a');
  const detail = contract.productDetail.parse(body);
  expect(detail.product).toMatchObject({ id: 'a', _id: 'a', name: 'Alpha', qtyAvailable: 20 });
  expect(detail.relatedProducts.map((entry) => entry.id)).toEqual(['e', 'c', 'd']);
});

test('an unknown product is not found', async () => {
  const { status, body } = await shop.get('/api/product/nope');
  expect(status).toBe(404);
  expect(body.code).toBe('product_not_found');
});

test('categories and tags in use are alphabetical, without brands', async () => {
  expect((await shop.get('/api/app-data/categories')).body).toEqual([
    'men',
    'Men',
    'Niche',
    'Unisex',
  ]);
  expect((await shop.get('/api/app-data/tags')).body).toEqual(['amber', 'oud', 'Oud', 'rose']);
});

test('shipping places are in the merchant’s order, in naira', async () => {
  expect((await shop.get('/api/app-data/shipping-addresses')).body).toMatchObject([
    { place: 'Lagos – Ikeja', amount: 3000 },
    { place: 'Abuja', amount: 5000 },
    { place: 'Kano', amount: 5000 },
  ]);
});

test('live answers the current price and stock in the requested order, without unknown ids', async () => {
  const { body } = await shop.get('/api/live?ids=d,nope,%00,b,d');
  expect(body).toEqual({
    products: [
      { id: 'd', price: 2000, qtyAvailable: 0, discount: null },
      { id: 'b', price: 1000.5, qtyAvailable: 20, discount: null },
    ],
  });
});

test('lookup answers a cart’s product data, in the requested order', async () => {
  const { body } = await shop.get('/api/lookup?ids=d,nope,%00,__proto__,b,d');
  expect(body.products).toMatchObject([
    { id: 'd', price: 2000, qtyAvailable: 0, discount: null, name: expect.any(String) },
    { id: 'b', price: 1000.5, qtyAvailable: 20, discount: null, name: expect.any(String) },
  ]);
  expect(body.products.map(({ description }: { description?: string }) => description)).toEqual([
    undefined,
    undefined,
  ]);
});

test('the backend lists its extensions', async () => {
  expect((await shop.get('/api/extensions')).body.extensions).toEqual(
    // A shop that is on trial, or has several ways to pay, lists these, too.
    EXTENSIONS.filter(
      (name) => !/^payment\.(test|ways|transfer|flutterwave|bank|delivery)$/.test(name),
    ),
  );
});

test('a backend on trial says so', async () => {
  const trial = await openShop({ settings: { TEST_PAYMENTS: 'yes' } });
  try {
    expect((await trial.get('/api/extensions')).body.extensions).toContain('payment.test');
  } finally {
    await trial.close();
  }
});

test('updatedAt changes only if a page changes', async () => {
  const updated = async () => {
    const { body } = await shop.get('/api/product/b');
    return Date.parse(body.product.updatedAt);
  };
  const { db } = shop.services;
  const change = (set: Partial<typeof products.$inferInsert>) =>
    db.update(products).set(set).where(eq(products.id, 'b'));
  const count = (set: Partial<typeof stock.$inferInsert>) =>
    db.update(stock).set(set).where(eq(stock.productId, 'b'));
  const before = await updated();
  // The label is 'In Stock' for both 20 and 19 units. Built pages do not show reservations.
  for (const unseen of [{ soldCount: 10 }, { onHand: 19 }, { reserved: 19 }, { reserved: 0 }]) {
    await count(unseen);
    expect(await updated()).toBe(before);
  }
  await change({ name: 'beta' });
  expect(await updated()).toBe(before);
  await count({ onHand: 10 });
  const low = await updated();
  expect(low).toBeGreaterThan(before);
  await change({ ratings: 4.5, numReviews: 2 });
  expect(await updated()).toBeGreaterThan(low);
  await count({ soldCount: 9, onHand: 20 });
});
