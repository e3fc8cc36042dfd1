import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderById } from '#backend/order-book/admin-orders.ts';
import { orders, orderUnits } from '#backend/orders/tables.ts';
import { sealKeys } from '#backend/payments/sealed/keys.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { expectMade, forget, rebuildOn } from '../payments/rebuild.harness.ts';
import { make, usesOf, violations } from '../promotions/promotions.harness.ts';
import { openRefundShop, type RefundShop } from '../refunds/refund-shop.harness.ts';
import { orderBody, product } from '../shop.harness.ts';

/** A gift set that is bought with a code, lost by a restore, rebuilt from its payment, and refunded in part. */
const KEY = 'one secret of the shop in the tests';
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop({
    settings: { ORDER_SEAL_KEY: KEY },
    products: [
      product({ id: 'oud', name: 'Oud', stock: 9 }),
      product({ id: 'amber', name: 'Amber', stock: 9 }),
      product({ id: 'rose', name: 'Rose', stock: 9 }),
      product({ id: 'wrapping', name: 'Gift wrapping', priceKobo: 150_000, stock: 50 }),
      product({
        id: 'any-two',
        name: 'Any two',
        priceKobo: 3_333_300,
        parts: 'oud amber rose',
        choose: 2,
      }),
    ],
  });
});
afterAll(() => shop.close());

const unitsOfOrder = async (orderId: string) =>
  (
    await shop.services.db
      .select({ id: orderUnits.productId, units: orderUnits.quantity })
      .from(orderUnits)
      .where(eq(orderUnits.orderId, orderId))
      .orderBy(orderUnits.productId)
  ).map(({ id, units }) => `${units} ${id}`);
const onHand = async () =>
  Object.fromEntries(
    (await shop.services.db.select().from(stock).orderBy(stock.productId)).map(
      ({ productId, onHand: units }) => [productId, units],
    ),
  );

test('the whole set comes back, and the refund is what was paid', async () => {
  const promotion = await make(shop, { code: 'SALLAH', limit: '5' });
  const body = orderBody([
    ['any-two', 33_333, 3],
    ['wrapping', 1500, 1],
  ]);
  const items = body.items.map((item) =>
    item.productId === 'any-two' ? { ...item, parts: ['rose', 'oud'] } : item,
  );
  const gift = {
    gift: 'yes',
    giftMessage: 'Happy birthday, Mama.\nWith love',
    buyerName: 'Ada Obi',
    buyerPhone: '0803 123 4567',
    note: 'Blue gate',
  };
  const shippingInfo = {
    ...body.shippingInfo,
    fullName: 'Ngozi Obi',
    phone: '0805 765 4321',
    ...gift,
  };
  // A tenth of 33,333 × 3 + 1,500.
  const discount = 10_149.9;
  const given = { ...body, items, shippingInfo, code: 'SALLAH', discount };
  const before = await shop.pay(1, given);
  expect(before).toMatchObject({ ...gift, discountKobo: 1_014_990, totalKobo: 9_434_910 });
  expect(await unitsOfOrder(before.id)).toEqual(['3 oud', '3 rose', '1 wrapping']);
  expect(await onHand()).toMatchObject({ oud: 6, amber: 9, rose: 6, wrapping: 49 });
  expect(await usesOf(shop, promotion.id)).toBe(1);

  await forget(shop, before);
  expect(await onHand()).toMatchObject({ oud: 9, amber: 9, rose: 9, wrapping: 50 });
  expect(await usesOf(shop, promotion.id)).toBe(0);

  const settings = readSettings({
    ORDER_SEAL_KEY: KEY,
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.dataDir,
  });
  const { order } = expectMade(
    await rebuildOn(shop, before.reference, { settings, sealKeys: sealKeys([KEY]) }),
  );
  expect(order).toMatchObject({
    ...gift,
    id: before.id,
    status: 'paid',
    fullName: 'Ngozi Obi',
    totalKobo: 9_434_910,
    promotion: before.promotion,
    rebuiltWithout: null,
  });
  expect(await unitsOfOrder(order.id)).toEqual(['3 oud', '3 rose', '1 wrapping']);
  expect(await onHand()).toMatchObject({ oud: 6, amber: 9, rose: 6, wrapping: 49 });
  expect(await usesOf(shop, promotion.id)).toBe(1);

  // The price paid for the wrapping: its price less its share of the discount.
  const amountKobo = (await orderById(shop.services.db, order.id))?.items[1]?.paidKobo ?? 0;
  expect(amountKobo).toBe(135_000);
  expect(await shop.refund(order, { amountKobo })).toMatchObject({ value: { kind: 'made' } });
  await shop.reach(order, 'pending');
  const { db } = shop.services;
  const [now] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(now?.status).toBe('paid');
  // A partial refund returns no use, and no unit.
  expect(await usesOf(shop, promotion.id)).toBe(1);
  expect(await onHand()).toMatchObject({ oud: 6, rose: 6, wrapping: 49 });
  expect((await shop.money(order)).remaining).toBe(9_434_910 - 135_000);
  expect(await violations(shop)).toEqual([]);
});

test('a recreated order takes its parts out of stock by today’s ids', async () => {
  const body = orderBody([['any-two', 33_333, 1]]);
  const items = body.items.map((item) => ({ ...item, parts: ['amber', 'oud'] }));
  const before = await shop.pay(2, { ...body, items });
  const had = await onHand();
  await forget(shop, before);
  await changeId(shop.services.db, 'amber', 'amber-2', { by: 'Bola' });
  const settings = readSettings({
    ORDER_SEAL_KEY: KEY,
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.dataDir,
  });
  const { order } = expectMade(
    await rebuildOn(shop, before.reference, { settings, sealKeys: sealKeys([KEY]) }),
  );
  expect(await unitsOfOrder(order.id)).toEqual(['1 amber-2', '1 oud']);
  expect(await onHand()).toMatchObject({ 'amber-2': had.amber, oud: had.oud });
  expect(await violations(shop)).toEqual([]);
});
