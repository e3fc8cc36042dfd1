import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productPictures, products } from '#backend/products/tables.ts';
import { reviews } from '#backend/reviews/tables.ts';
import { productList } from '#contract/product.ts';
import { readFragrances } from '#demo/fragrance-files.ts';
import { vialsOf } from '#demo/gallery.ts';
import { readReviews } from '#demo/reviews.ts';
import { seedDemo } from '#demo/seed.ts';
import { synthesize } from '#demo/synth.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const count = () => shop.services.db.$count(products);

test('two seeds at once fill the catalogue once, and name each picture before it is composed', async () => {
  const answers = await Promise.all([seedDemo(shop), seedDemo(shop)]);
  expect(answers.map(({ seeded }) => seeded).sort()).toEqual([false, true]);
  const total = await count();
  expect(total).toBeGreaterThanOrEqual(80);
  const vials = (await readFragrances()).flatMap(vialsOf).length;
  expect(await shop.services.db.$count(productPictures)).toBe(4 * (total - vials) + vials);
  const { body } = await shop.get('/api/product?limit=1');
  const hashes = body.products[0].images.map((url: string) => url.split('/')[2]);
  expect(new Set(hashes).size).toBe(4);
  for (const hash of hashes) expect(await shop.services.media.has(hash)).toBe(true);
});

test('a catalogue with any product stays unchanged', async () => {
  const before = await count();
  expect(await seedDemo(shop)).toEqual({ seeded: false, products: before });
  expect((await shop.get('/api/app-data/shipping-addresses')).body.length).toBeGreaterThan(10);
});

test('the demo follows the contract, with readable ids and names that begin with the brand', async () => {
  const { body } = await shop.get('/api/product?limit=100');
  for (const entry of productList.parse(body).products) {
    expect(entry.id).toMatch(/^[a-z0-9-]+$/);
    expect(entry.name.startsWith(`${entry.brand} `)).toBe(true);
    expect(entry.pictures).toHaveLength(4);
  }
  expect((await shop.get('/api/product/tom-ford-oud-wood')).status).toBe(200);
});

test('the demo has the reviews of its files', async () => {
  expect(await shop.services.db.$count(reviews)).toBe((await readReviews()).length);
});

test('synthetic products are the same for a seed, are replaced by the next one, and share pictures', async () => {
  const { db } = shop.services;
  const demo = await count();
  const rows = () =>
    db
      .select({ id: products.id, price: products.priceKobo, text: products.description })
      .from(products)
      .where(eq(products.source, 'synthetic'))
      .orderBy(products.id);
  expect((await synthesize(db, { count: 300, seed: 7 })).pictures).toBeGreaterThan(50);
  const first = await rows();
  expect(first).toHaveLength(300);
  await synthesize(db, { count: 300, seed: 7 });
  expect(await rows()).toEqual(first);
  await synthesize(db, { count: 50, seed: 8 });
  const second = await rows();
  expect(second).toHaveLength(50);
  expect(second[0]).not.toEqual(first[0]);
  for (const { text } of second) expect(text).not.toMatch(/[{}]|undefined/);
  expect(await db.$count(products, ne(products.source, 'synthetic'))).toBe(demo);
  const { body } = await shop.get(`/api/product/${second[0]?.id}`);
  expect(body.product.images[0]).toMatch(/^\/media\//);
  await synthesize(db, { count: 0, seed: 1 });
  expect(await count()).toBe(demo);
});
