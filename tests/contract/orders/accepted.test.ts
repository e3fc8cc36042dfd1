import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { transact } from '#backend/db/transact.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import { cancelOrder } from '#backend/order-book/cancelling.ts';
import { viewOrders } from '#backend/order-book/order-view.ts';
import { lockPurchase } from '#backend/orders/purchases.ts';
import { sellReserved } from '#backend/orders/stock.ts';
import { orders } from '#backend/orders/tables.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { BOLA, openShop, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases } from './purchases.harness.ts';

/** An order that is accepted before payment: its units are taken, it is packed, and it is pending for its client. */

const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeEach(async () => {
  shop = await openShop({
    paystack,
    products: [product({ id: 'oud', stock: 5 })],
    settings: { RESERVED_PER_EMAIL: '2' },
  });
  buying = purchases(shop, paystack);
});
afterEach(() => shop.close());

const KEY = 'her-attempt-000001';
/** Makes an order of two units and accepts it, as a way to pay without a provider does. */
async function accepted(headers: Record<string, string> = {}) {
  const reference = await buying.begin(2, {}, headers);
  const { id } = await buying.orderOf(reference);
  await transact(shop.services.db, async (transaction) => {
    await lockPurchase(transaction, id);
    expect(await sellReserved(transaction, id)).toBe(true);
    await transaction.update(orders).set({ acceptedAt: sql`now()` }).where(eq(orders.id, id));
  });
  return buying.orderOf(reference);
}
const stock = async () => {
  const [row] = await selectProducts(shop.services.db);
  return [row?.stock, row?.soldCount];
};
const toPack = async () => {
  const ids: string[] = [];
  for await (const { id } of eachOrder(shop.services.db, { toPack: true })) ids.push(id);
  return ids;
};
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

test('it is ready to pack, and pending for its client; its money changes nothing again', async () => {
  const order = await accepted({ 'idempotency-key': KEY });
  const { id, reference } = order;
  // The browser that made it sees it at once.
  expect((await shop.get(`/api/order/shared/${KEY}`)).body).toMatchObject({ _id: id });
  expect(await stock()).toEqual([3, 2]);
  expect(await toPack()).toEqual([id]);
  expect(await shop.services.settlement.verify(reference)).toMatchObject({
    status: 'pending',
    accepted: true,
  });
  expect(await viewOrders(shop.services.db, [order])).toMatchObject([
    { status: 'pending', accepted: true, paidAt: null },
  ]);
  const packed = { step: 'packed', actor: BOLA } as const;
  expect(await recordStep(shop.services, id, packed)).toMatchObject({ ok: true });
  const paid = await buying.hear(reference, SUCCESS);
  expect(paid.status).toBe('paid');
  expect((await viewOrders(shop.services.db, [paid]))[0]).not.toHaveProperty('accepted');
  expect(await stock()).toEqual([3, 2]);
  await expectSound();
});

test('the end of its reservation, a failed payment and a new attempt leave it alone, and the caps do not count it', async () => {
  const { id, reference } = await accepted({ 'idempotency-key': KEY });
  expect(await buying.expire(reference)).toMatchObject({ status: 'pending' });
  expect(await buying.hear(reference, { status: 'failed' })).toMatchObject({ status: 'pending' });
  const next = await buying.begin(2, {}, { 'previous-attempts': KEY });
  expect(await buying.orderOf(reference)).toMatchObject({ id, status: 'pending' });
  expect(await buying.orderOf(next)).toMatchObject({ status: 'pending' });
  expect(await toPack()).toEqual([id]);
  expect(await stock()).toEqual([1, 2]);
  await expectSound();
});

test('staff end it, and its units come back once', async () => {
  const order = await accepted();
  const cancel = () => cancelOrder(shop.services.settlement, order, BOLA);
  await Promise.all([cancel(), cancel()]);
  expect(await buying.orderOf(order.reference)).toMatchObject({ status: 'cancelled' });
  expect(await stock()).toEqual([5, 2]);
  expect(await toPack()).toEqual([]);
  await expectSound();
});
