import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { insertProducts } from '#backend/products/fields/writer.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { PASSWORD, signUp } from '../accounts/account.harness.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { purchases } from '../orders/purchases.harness.ts';
import { openShop, orderBody, product, REFUND } from '../shop.harness.ts';

export const SETTINGS = { RESERVATION_MINUTES: 60 };

/** The ids of orders, by what happened to them. */
export type Stories = Record<
  'paid' | 'paidToo' | 'pending' | 'failed' | 'short' | 'late' | 'gone',
  string
>;

export type EventfulShop = Awaited<ReturnType<typeof openEventfulShop>>;

/** Opens a shop in which everything has happened that can happen. */
export async function openEventfulShop() {
  const paystack = createFakePaystack();
  const shop = await openShop({
    products: [product({ id: 'oud', stock: 60, soldCount: 7 }), product({ id: 'musk', stock: 9 })],
    paystack,
    settings: { RESERVED_PER_EMAIL: '100' },
  });
  const { db } = shop.services;
  const { begin, pay, hear, expire, orderOf } = purchases(shop, paystack);
  const id = async (reference: string) => (await orderOf(reference)).id;
  const short = await hear(await begin(), { ...SUCCESS, amountKobo: 1 });
  const late = await begin(2);
  await expire(late);
  const cancelled = await begin(3);
  await expire(cancelled);
  const soldOut = await begin(40);
  await expire(soldOut);
  await pay(30);
  await hear(soldOut, SUCCESS);
  const reversed = await pay();
  paystack.become(reversed.reference, { status: 'reversed' });
  const { body, headers } = paystack.webhook(reversed.reference, 'refund.processed', {
    amount: '1300000',
  });
  expect(await shop.services.settlement.webhook('paystack', Buffer.from(body), headers)).toBe(
    'done',
  );
  const refunded = await hear(await begin(), { ...SUCCESS, currency: 'USD' });
  expect(await recordByHand(shop.services, refunded.id, REFUND)).toMatchObject({
    value: { kind: 'recorded' },
  });
  // The merchant corrects the stock, adds a product, and removes one that was bought.
  await db.update(stock).set({ onHand: sql`on_hand + 5` }).where(eq(stock.productId, 'oud'));
  await db.transaction((transaction) => insertProducts(transaction, [product({ id: 'rose' })]));
  const musk = await shop.post('/api/payment/initialize', orderBody([['musk', 10_000, 1]]));
  await db.delete(products).where(eq(products.id, 'musk'));
  await hear(musk.body.data.reference, { status: 'failed' });
  // Two deleted accounts: one order paid before the deletion, one after it.
  for (const when of ['before', 'after']) {
    const { auth, email } = await signUp(shop, `${when}@example.com`);
    const reference = await begin(1, { email }, auth);
    if (when === 'before') await hear(reference, SUCCESS);
    const gone = await shop.post('/api/account/delete', { password: PASSWORD }, auth);
    expect(gone.status).toBe(200);
    if (when === 'after') await hear(reference, SUCCESS);
  }
  const stories: Stories = {
    paid: (await pay(2)).id,
    paidToo: (await pay()).id,
    pending: await id(await begin()),
    failed: (await hear(await begin(), { status: 'failed' })).id,
    short: short.id,
    late: (await hear(late, SUCCESS)).id,
    gone: await id(cancelled),
  };
  return { ...shop, paystack, stories };
}
