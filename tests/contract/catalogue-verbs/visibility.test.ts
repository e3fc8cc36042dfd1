import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '#backend/base/result.ts';
import { orders } from '#backend/orders/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { changeStatus } from '#backend/products/lifecycle/status.ts';
import type { StatusVerb } from '#backend/products/lifecycle/status-verbs.ts';
import { products } from '#backend/products/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import type { Product } from '#contract/product.ts';
import { signUp } from '../accounts/account.harness.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { BOLA, openShop, orderBody, product, type TestShop } from '../shop.harness.ts';

/** The traces for shoppers of a product that the merchant hides or retires. */
const paystack = createFakePaystack();
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ paystack });
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { db } = shop.services;
  await db.delete(orders);
  const like = { brand: 'Lattafa', tags: ['amber'], categories: ['Arabian'] };
  await writeCatalogue(db, async (transaction) => {
    await transaction.delete(products);
    await insertProducts(transaction, [
      product({ ...like, id: 'asad', name: 'Lattafa Asad', tags: ['amber', 'smoke'] }),
      product({ ...like, id: 'oud', name: 'Lattafa Oud', categories: ['Arabian', 'Niche'] }),
      product({ id: 'rose', name: 'Rose', brand: 'Dior', tags: ['rose'] }),
    ]);
  });
});

const set = (verb: StatusVerb, ...ids: string[]) =>
  changeStatus(shop.services.db, ids, { verb, actor: BOLA });
const listed = async (query = '') =>
  (await shop.get(`/api/product?sortBy=name&sortOrder=asc${query}`)).body.products.map(
    ({ id }: Product) => id,
  );
const read = async () =>
  String((await shop.get('/api/catalogue/snapshot')).body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const version = () => shop.changes();

describe.each(['hide', 'retire'] as const)('to %s a product', (verb) => {
  test('takes it out of lists, search, categories, tags, live figures and related products', async () => {
    expect(await listed()).toEqual(['asad', 'oud', 'rose']);
    await set(verb, 'asad');
    expect(await listed()).toEqual(['oud', 'rose']);
    expect(await listed('&search=asad')).toEqual([]);
    expect(await listed('&search=lattafa')).toEqual(['oud']);
    expect(await listed('&category=lattafa')).toEqual(['oud']);
    expect(await listed('&tag=amber')).toEqual(['oud']);
    expect((await shop.get('/api/product')).body.total).toBe(2);
    expect((await shop.get('/api/app-data/tags')).body).toEqual(['amber', 'rose']);
    expect((await shop.get('/api/product/oud')).body.relatedProducts).toEqual([]);
    const live = (await shop.get('/api/live?ids=asad,oud')).body.products;
    expect(live.map(({ id }: Product) => id)).toEqual(['oud']);
    await set(verb, 'oud');
    expect((await shop.get('/api/app-data/categories')).body).toEqual(['Unisex']);
  });

  test('is a change that the publisher is notified of once, and show undoes it', async () => {
    const before = await version();
    await set(verb, 'asad', 'oud');
    expect(await version()).toBe(before + 1);
    expect(await set(verb, 'asad')).toMatchObject({
      value: [{ id: 'asad', name: 'Lattafa Asad' }],
    });
    expect(await version()).toBe(before + 1);
    await set('show', 'asad', 'oud');
    expect(await listed()).toEqual(['asad', 'oud', 'rose']);
    expect((await shop.get('/api/product/asad')).body.product).not.toHaveProperty('retired');
  });

  test('refuses new orders of it, as of a removed product', async () => {
    await set(verb, 'asad');
    const answer = await shop.post('/api/payment/initialize', orderBody([['asad', 10_000, 1]]));
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        code: 'cart_changed',
        message: 'Your order has changed. asad is no longer sold here.',
        current: { items: [{ productId: 'asad', name: null, price: null, qtyAvailable: 0 }] },
      },
    ]);
  });

  test('keeps an unpaid order as it is: it may still be paid', async () => {
    const { body } = await shop.post('/api/payment/initialize', orderBody([['asad', 10_000, 2]]));
    await set(verb, 'asad');
    paystack.become(body.data.reference, SUCCESS);
    const paid = await shop.get(`/api/payment/verify/${body.data.reference}`);
    expect(paid.body.payment.status).toBe('paid');
  });

  test('records who did it; an unknown id changes nothing and is named', async () => {
    const before = await shop.services.db.$count(staffActions);
    expect(await set(verb, 'rose', 'asadd')).toEqual(
      refuse(
        'not_found',
        "There is no product 'asadd'. Did you mean 'asad'?\nNothing was changed.",
      ),
    );
    expect(await listed()).toEqual(['asad', 'oud', 'rose']);
    await set(verb, 'rose');
    await set(verb, 'rose');
    const actions = await shop.services.db.select().from(staffActions).orderBy(staffActions.id);
    expect(actions.slice(before)).toMatchObject([
      { recordedBy: 'Bola', action: `product.${verb}`, subject: 'rose', renamedTo: null },
    ]);
  });
});

test('a hidden product does not appear: no page, no reviews, nothing in a snapshot', async () => {
  const ada = await signUp(shop, 'ada@example.com');
  await set('hide', 'asad');
  expect((await shop.get('/api/product/asad')).status).toBe(404);
  expect((await shop.get('/api/review/asad')).status).toBe(404);
  expect((await shop.get('/api/lookup?ids=asad')).body).toEqual({ products: [] });
  const review = await shop.post('/api/review/asad', { rating: 5, comment: 'Warm' }, ada.auth);
  expect(review.body.code).toBe('product_not_found');
  const [head, ...rest] = await read();
  expect(head.products).toBe(2);
  expect(rest.map(({ id }) => id)).toEqual(['oud', 'rose', undefined]);
});

test('a retired product keeps its page, without stock, with similar products and its reviews', async () => {
  const musa = await signUp(shop, 'musa@example.com');
  await set('retire', 'asad');
  const { product: shown, relatedProducts } = (await shop.get('/api/product/asad')).body;
  expect(shown).toMatchObject({ id: 'asad', retired: true, qtyAvailable: 0 });
  expect(relatedProducts.map(({ id }: Product) => id)).toEqual(['oud']);
  expect((await shop.get('/api/lookup?ids=asad')).body.products).toMatchObject([
    { id: 'asad', name: 'Lattafa Asad', retired: true, qtyAvailable: 0 },
  ]);
  const review = await shop.post('/api/review/asad', { rating: 5, comment: 'Warm' }, musa.auth);
  expect(review.status).toBe(200);
  expect((await shop.get('/api/review/asad')).body).toMatchObject([{ comment: 'Warm' }]);
  const line = (await read()).find(({ id }) => id === 'asad');
  const now = (await shop.get('/api/product/asad')).body.product;
  expect(line).toEqual(now);
});
