import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#backend/db/connect.ts';
import { orders } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { orderBody, type TestShop } from '../shop.harness.ts';
import { readOrder } from './order-of.harness.ts';
import { type FakePaystack, type PaystackPayment, SUCCESS } from './paystack.fake.ts';
import { expireReservations, forgetAsked } from './time.harness.ts';

/** Sets the units of every product that can be bought, in addition to reserved ones. */
export const setAvailable = (db: Database, units: number) =>
  db.update(stock).set({ onHand: sql`reserved + ${units}` });

/** Makes orders in a test shop that sells 'oud' at ₦10,000, and brings them into the state that a test needs. */
export function purchases(shop: TestShop, paystack: FakePaystack) {
  const { db, settlement } = shop.services;
  const orderOf = (reference: string) => readOrder(db, reference);
  /** Makes a pending order. Returns its reference. */
  const begin = async (
    quantity = 1,
    change: Partial<InitializeBody> = {},
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const body = orderBody([['oud', 10_000, quantity]], change);
    const answer = await shop.post('/api/payment/initialize', body, headers);
    expect(answer.status).toBe(200);
    return answer.body.data.reference;
  };
  /** Makes Paystack change a payment, and the shop verify it. */
  const hear = async (reference: string, news: PaystackPayment) => {
    paystack.become(reference, news);
    await forgetAsked(db);
    await settlement.verify(reference);
    return orderOf(reference);
  };
  /** Lets the reservation of an order expire, and sweeps. */
  const expire = async (reference: string) => {
    await expireReservations(db, eq(orders.reference, reference));
    await settlement.sweep();
    return orderOf(reference);
  };
  return {
    orderOf,
    begin,
    hear,
    expire,
    pay: async (...given: Parameters<typeof begin>) => hear(await begin(...given), SUCCESS),
  };
}
