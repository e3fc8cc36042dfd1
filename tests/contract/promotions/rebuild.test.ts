import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderItems, orders } from '#backend/orders/tables.ts';
import { sealKeys } from '#backend/payments/sealed/keys.ts';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import { readSettings, type Settings } from '#backend/settings/settings.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import {
  expectMade,
  forget,
  manyLines,
  manyProducts,
  rebuildOn,
} from '../payments/rebuild.harness.ts';
import { orderBody, product } from '../shop.harness.ts';
import { make, usesOf, violations } from './promotions.harness.ts';

/** Discounted orders missing from a restored backup, rebuilt from their payments. */
const KEY = 'one secret of the shop in the tests';
let shop: SandboxShop;
let settings: Settings;
beforeAll(async () => {
  const given = { ORDER_SEAL_KEY: KEY, RESERVED_PER_EMAIL: '1000' };
  shop = await openSandboxShop({
    products: [
      product({ id: 'oud', stock: 50 }),
      product({ id: 'musk', stock: 50 }),
      ...manyProducts,
    ],
    settings: given,
  });
  settings = readSettings({ ...given, DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir });
});
afterAll(() => shop.close());

const rebuilt = async (reference: string) =>
  expectMade(await rebuildOn(shop, reference, { settings, sealKeys: sealKeys([KEY]) })).order;
const CART = orderBody([
  ['oud', 10_000, 2],
  ['musk', 10_000, 1],
]);

test('code, discount and shares come back, and the use counts again, beyond the limit if others took it', async () => {
  const promotion = await make(shop, { limit: '1', kind: 'naira', naira: '1000' });
  const given = { ...CART, code: 'TEN', discount: 1000 };
  const before = await shop.pay(1, given);
  expect(before.promotion?.lines).toEqual([66_667, 33_333]);
  await forget(shop, before);
  expect(await usesOf(shop, promotion.id)).toBe(0);
  await shop.pay(1, given);
  const {
    discountKobo,
    promotion: kept,
    totalKobo,
    status,
    rebuiltWithout,
  } = await rebuilt(before.reference);
  expect({ discountKobo, promotion: kept, totalKobo, status, rebuiltWithout }).toEqual({
    discountKobo: 100_000,
    promotion: before.promotion,
    totalKobo: before.totalKobo,
    status: 'paid',
    rebuiltWithout: null,
  });
  expect(await usesOf(shop, promotion.id)).toBe(2);
  expect(await violations(shop)).toEqual([]);
});

test('a promotion that is newer than the backup leaves its words and its shares', async () => {
  await make(shop, { code: 'NEW' });
  const before = await shop.pay(1, { ...CART, code: 'NEW', discount: 3000 });
  await forget(shop, before);
  const { db } = shop.services;
  await db.delete(promotionCodes);
  await db.delete(promotions).where(eq(promotions.id, before.promotion?.uses[0]?.id ?? ''));
  const order = await rebuilt(before.reference);
  expect(order).toMatchObject({
    status: 'paid',
    totalKobo: before.totalKobo,
    discountKobo: 300_000,
    promotion: { code: 'NEW', lines: before.promotion?.lines, uses: [] },
  });
  expect(await violations(shop)).toEqual([]);
});

test('of an oversized order the discount is known, and shared among the known lines', async () => {
  await make(shop, { code: 'MANY' });
  const before = await shop.pay(1, { ...manyLines(), code: 'MANY', discount: 100_000 });
  await forget(shop, before);
  const order = await rebuilt(before.reference);
  expect(order).toMatchObject({
    status: 'paid',
    totalKobo: before.totalKobo,
    discountKobo: 10_000_000,
  });
  expect(order.rebuiltWithout).toContain('which promotion counted');
  const lines = await shop.services.db.$count(orderItems, eq(orderItems.orderId, order.id));
  expect(order.promotion?.lines).toHaveLength(lines);
  expect(await violations(shop)).toEqual([]);
  expect(await shop.services.db.$count(orders)).toBeGreaterThan(3);
});
