import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orders } from '#backend/orders/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { products } from '#backend/products/tables.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { purchases, setAvailable } from '../orders/purchases.harness.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** An order's effect on the pages. */
const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({ paystack, settings: { RESERVED_PER_EMAIL: '1000' } });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(orders);
});

const stocked = (stock: number) =>
  writeCatalogue(shop.services.db, async (transaction) => {
    await transaction.delete(products);
    await insertProducts(transaction, [product({ id: 'oud', stock })]);
  });
const version = () => shop.changes();
/** Counts the versions that this makes. */
const versions = async (work: () => Promise<unknown>) => {
  const before = await version();
  await work();
  return (await version()) - before;
};
/** Returns the product's line that a build reads. */
const built = async () => {
  const { body } = await shop.get('/api/catalogue/snapshot');
  return JSON.parse(String(body).split('\n')[1] ?? '') as {
    qtyAvailable: number;
    updatedAt: string;
  };
};
const buyable = async () =>
  (await shop.get('/api/live?ids=oud')).body.products[0].qtyAvailable as number;

test('unpaid orders change no page, however often they begin and end', async () => {
  await stocked(3);
  const before = await built();
  const changes = await versions(async () => {
    for (let round = 0; round < 5; round++) {
      const reference = await buying.begin(3);
      // The page has the stock on hand; the live figures have what can be bought now.
      expect([(await built()).qtyAvailable, await buyable()]).toEqual([3, 0]);
      await buying.expire(reference);
      await buying.hear(await buying.begin(2), { status: 'failed' });
    }
  });
  expect(changes).toBe(0);
  expect(await built()).toEqual(before);
  expect(await buyable()).toBe(3);
});

test('a payment changes a page that says how many are left', async () => {
  await stocked(3);
  const reference = await buying.begin(2);
  expect(await versions(() => buying.hear(reference, SUCCESS))).toBe(1);
  expect((await built()).qtyAvailable).toBe(1);
  const late = await buying.begin(1);
  await buying.expire(late);
  expect(await versions(() => buying.hear(late, SUCCESS))).toBe(1);
  expect((await built()).qtyAvailable).toBe(0);
});

test('a payment does not change a page that only says “in stock”', async () => {
  await stocked(30);
  const reference = await buying.begin(19);
  expect(await versions(() => buying.hear(reference, SUCCESS))).toBe(0);
  expect((await built()).qtyAvailable).toBe(11);
  expect(await versions(() => buying.pay(1))).toBe(1);
});

test('stock that the merchant sets while units are reserved changes the page', async () => {
  await stocked(3);
  await buying.begin(2);
  const set = () => setAvailable(shop.services.db, 4);
  expect(await versions(set)).toBe(1);
  expect([(await built()).qtyAvailable, await buyable()]).toEqual([6, 4]);
});
