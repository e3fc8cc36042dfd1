import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rateLimits } from '#backend/limits/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { products } from '#backend/products/tables.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases, setAvailable } from './purchases.harness.ts';

/** The units that a browser with begun orders can still buy (extension live.own). */
const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({ paystack, settings: { RESERVED_PER_EMAIL: '1000' } });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  const { db } = shop.services;
  await db.delete(orders);
  await db.delete(rateLimits);
  await writeCatalogue(db, async (transaction) => {
    await transaction.delete(products);
    await insertProducts(transaction, [product({ id: 'oud', stock: 2 })]);
  });
});

const HERS = 'her-attempt-000001';
const NEXT = 'her-attempt-000002';
const OTHERS = 'his-attempt-000001';

const begin = (key: string, quantity: number, previous = '') =>
  buying.begin(
    quantity,
    {},
    { 'idempotency-key': key, ...(previous && { 'previous-attempts': previous }) },
  );
const own = async (keys = '', ids = 'oud') =>
  (await shop.get(`/api/live/own?ids=${ids}`, { 'previous-attempts': keys })).body.products;
const units = async (keys = '') => (await own(keys))[0].qtyAvailable;
const everybody = async (headers = {}) =>
  (await shop.get('/api/live?ids=oud', headers)).body.products[0].qtyAvailable;

test('units that her unpaid order holds are available to her, and to nobody else', async () => {
  await begin(HERS, 2);
  expect([await units(HERS), await units(`${NEXT}, ${HERS}`)]).toEqual([2, 2]);
  for (const keys of ['', OTHERS, NEXT, HERS.slice(0, -1), `${HERS}%`, '%', "' or true --"]) {
    expect([keys, await units(keys)]).toEqual([keys, 0]);
  }
  expect([await everybody(), await everybody({ 'previous-attempts': HERS })]).toEqual([0, 0]);
});

test('she learns nothing about units that others hold', async () => {
  await begin(HERS, 1);
  await begin(OTHERS, 1);
  expect([await units(HERS), await units(OTHERS), await units(NEXT)]).toEqual([1, 1, 0]);
});

test('it is never more than she can buy: after each end, and after a new start', async () => {
  const first = await begin(HERS, 2);
  await begin(NEXT, 1, HERS);
  // The first one is replaced, and reserves nothing.
  expect([await units(`${NEXT},${HERS}`), await units(HERS), await everybody()]).toEqual([2, 1, 1]);
  const third = await begin('her-attempt-000003', 2, `${NEXT},${HERS}`);
  expect(await units(`her-attempt-000003,${NEXT},${HERS}`)).toBe(2);
  await buying.expire(third);
  expect([await units(`her-attempt-000003,${NEXT},${HERS}`), await everybody()]).toEqual([2, 2]);
  expect((await buying.orderOf(first)).status).toBe('cancelled');
});

test('a paid unit is gone, and a failed order’s unit is available to everybody', async () => {
  await buying.hear(await begin(HERS, 1), SUCCESS);
  expect([await units(HERS), await everybody()]).toEqual([1, 1]);
  await buying.hear(await begin(NEXT, 1), { status: 'failed' });
  expect([await units(NEXT), await everybody()]).toEqual([1, 1]);
});

test('if fewer units are counted than reserved, hers are the existing ones', async () => {
  const { db } = shop.services;
  await begin(HERS, 2);
  await setAvailable(db, -1);
  expect([await units(HERS), await everybody()]).toEqual([1, 0]);
});

test('a product with a new id keeps her units', async () => {
  await begin(HERS, 2);
  await changeId(shop.services.db, 'oud', 'oud-2', { by: 'test' });
  expect(await own(HERS)).toMatchObject([{ id: 'oud', movedTo: 'oud-2', qtyAvailable: 2 }]);
});

test('no cache keeps the answer, and a hidden product stays hidden', async () => {
  await begin(HERS, 2);
  const { headers } = await shop.get('/api/live/own?ids=oud', { 'previous-attempts': HERS });
  expect(headers.get('cache-control')).toBe('no-store');
  await shop.services.db.update(products).set({ status: 'hidden' });
  expect(await own(HERS)).toEqual([]);
});
