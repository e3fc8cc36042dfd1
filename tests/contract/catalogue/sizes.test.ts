import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp } from '../accounts/account.harness.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue.harness.ts';

/** The sizes of one fragrance: one card in every list, and the same reviews. */
let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());

const SHELF = `id,name,brand,price,stock,size_ml,group,tags,categories,sample
oud-100,Oud Night 100 ml,Tom,90000,4,100,Oud,oud,Men,
oud-30,Oud Night 30 ml,Tom,38500,2,30,oud,oud,Travel,
oud-50,Oud Night 50 ml,Tom,60000,3,50,oud,oud,Men,
oud-2,Oud Night 2 ml,Tom,4500,9,2,oud,oud,Tester,1
rose,Rose,Tom,50000,5,50,,oud,Men,
`;
beforeEach(async () => {
  await shop.empty();
  await shop.importText(SHELF);
});

const list = async (query = '') => (await shop.get(`/api/product${query}`)).body;
const ids = async (query = '') =>
  (await list(query)).products.map(({ id }: { id: string }) => id).toSorted();
const sell = (id: string, left: number) =>
  shop.services.db.execute(sql`update stock set on_hand = ${left}::int where product_id = ${id}`);

test('a list, a search, a filter by any size and related products have a fragrance once, as its cheapest size in stock', async () => {
  expect(await ids()).toEqual(['oud-30', 'rose']);
  const { products, total, totalPages } = await list('?search=oud+night&limit=1');
  expect({ total, totalPages }).toEqual({ total: 1, totalPages: 1 });
  expect(products).toMatchObject([
    {
      id: 'oud-30',
      price: 38_500,
      sizes: [
        { id: 'oud-30', name: 'Oud Night 30 ml', sizeMl: 30, price: 38_500, qtyAvailable: 2 },
        { id: 'oud-50', sizeMl: 50 },
        { id: 'oud-100', sizeMl: 100, price: 90_000, qtyAvailable: 4 },
      ],
    },
  ]);
  // A word that only one size has finds the card.
  expect(await ids('?search=100')).toEqual(['oud-30']);
  expect(await ids('?category=travel')).toEqual(['oud-30']);
  expect((await list('?category=men')).total).toBe(2);
  expect((await list('?category=tom&tag=oud')).total).toBe(2);
  const detail = async (id: string) => (await shop.get(`/api/product/${id}`)).body;
  const rose = await detail('rose');
  expect(rose.relatedProducts.map(({ id }: { id: string }) => id)).toEqual(['oud-30']);
  expect(rose.product).not.toHaveProperty('sizes');
  const bottle = await detail('oud-100');
  expect(bottle.product.sizes).toHaveLength(3);
  expect(bottle.relatedProducts.map(({ id }: { id: string }) => id)).toEqual(['rose']);
  // No filter leads to a value that no card has.
  expect((await shop.get('/api/app-data/categories')).body).toEqual(['Men', 'Travel']);
  await shop.expectSound();
});

test('a size that sells out is replaced by the cheapest one left, also when sorted by price', async () => {
  const byPrice = async () =>
    (await list('?sortBy=price&sortOrder=asc')).products.map(({ id }: { id: string }) => id);
  expect(await byPrice()).toEqual(['oud-30', 'rose']);
  await sell('oud-30', 0);
  expect(await byPrice()).toEqual(['rose', 'oud-50']);
  await sell('oud-50', 0);
  await sell('oud-100', 0);
  expect(await byPrice()).toEqual(['oud-30', 'rose']);
  await sell('oud-100', 1);
  expect(await byPrice()).toEqual(['rose', 'oud-100']);
  // By today's price: a discount may make a larger size the cheapest.
  await sell('oud-30', 1);
  await shop.importText('id,discount\noud-100,80%\n');
  expect((await list()).products).toMatchObject([{ id: 'oud-100' }, { id: 'rose' }]);
  await shop.expectSound();
});

test('sizes that sell out at the same moment leave the sort order right', async () => {
  const { db } = shop.services;
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      ['oud-30', 'oud-50', 'oud-100'].map((id) =>
        db.transaction(async (transaction) => {
          await transaction.execute(
            sql`update stock set on_hand = ${round % 2} where product_id = ${id}`,
          );
        }),
      ),
    );
    await shop.expectSound();
  }
});

test('products of an oversized group each appear alone, as do hidden ones that are shown again', async () => {
  const more = Array.from({ length: 10 }, (_, n) => `more-${n},More ${n},1000,oud,,1`);
  await shop.importText(`id,name,price,group,sample,stock\n${more.join('\n')}\n`);
  expect((await list()).total).toBe(15);
  await shop.expectSound();
  await shop.importText('id,status\nmore-0,hidden\nmore-1,hidden\n');
  expect((await list()).total).toBe(2);
  await shop.importText('id,status\nmore-2,retired\n');
  expect(
    (await list()).products.find(({ id }: { id: string }) => id !== 'rose').sizes,
  ).toHaveLength(10);
  await shop.expectSound();
});

test('a build reads every size', async () => {
  const lines = String((await shop.get('/api/catalogue/snapshot')).body)
    .trim()
    .split('\n');
  expect(lines).toHaveLength(7);
});

test('a review belongs to the fragrance, one for each customer, on the page of each size', async () => {
  const ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  const musa = await signUp(shop, 'musa@example.com', { fullName: 'Musa Bello' });
  const write = async (id: string, rating: number, { auth } = ada) =>
    (await shop.post(`/api/review/${id}`, { rating, comment: `On ${id}` }, auth)).body._id;
  const comments = async (id: string) =>
    (await shop.get(`/api/review/${id}`)).body.map(({ comment }: { comment: string }) => comment);
  const rated = async (id: string) => {
    const { ratings, numReviews } = (await shop.get(`/api/product/${id}`)).body.product;
    return [ratings, numReviews];
  };
  await write('oud-30', 1);
  await write('oud-50', 4, musa);
  const last = await write('oud-100', 5);
  for (const id of ['oud-2', 'oud-30', 'oud-50', 'oud-100']) {
    expect(await comments(id)).toEqual(['On oud-100', 'On oud-50']);
    expect(await rated(id)).toEqual([4.5, 2]);
  }
  expect((await list('?search=night')).products[0]).toMatchObject({ ratings: 4.5, numReviews: 2 });
  // A size that leaves the fragrance takes its own reviews along.
  await shop.importText('id,group\noud-30,\n');
  expect(await rated('oud-30')).toEqual([1, 1]);
  expect(await rated('oud-50')).toEqual([4.5, 2]);
  await shop.importText('id,group\noud-30,oud\n');
  await shop.expectSound();
  // Hers is gone, and no earlier one takes its place.
  await shop.app.request(`/api/review/${last}`, { method: 'DELETE', headers: ada.auth });
  expect(await comments('oud-30')).toEqual(['On oud-50']);
  expect(await rated('oud-100')).toEqual([4, 1]);
  await shop.expectSound();
});
