import { expect } from 'vitest';
import { createBackend } from '#backend/backend.ts';
import { orders, webhookEvents } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { verifyAnswer } from '#contract/checkout.ts';
import { readOrder } from '../orders/order-of.harness.ts';
import type { FakePaystack } from '../orders/paystack.fake.ts';
import { expireReservations, forgetAsked } from '../orders/time.harness.ts';
import { openShop, orderBody, product } from '../shop.harness.ts';

export type SettlementShop = Awaited<ReturnType<typeof openSettlementShop>>;

/** Opens a shop with five units of one product, whose payments are settled. */
export async function openSettlementShop(paystack: FakePaystack) {
  const shop = await openShop({ products: [product({ id: 'oud', stock: 5 })], paystack });
  const settings = readSettings({ ...shop.databaseSettings, DATA_DIR: shop.dataDir });
  const twin = await createBackend(settings, {
    providers: [paystack],
    log: (entry) => shop.log.push(entry),
  });
  const { db, settlement } = shop.services;
  return {
    ...shop,
    settings,
    /** A second process of the same shop, from the database's point of view. */
    twin,
    close: async () => {
      await twin.close();
      await shop.close();
    },
    /** Removes all orders and restores the five units. */
    clear: async () => {
      paystack.down = false;
      await db.delete(orders);
      await db.delete(webhookEvents);
      await db.update(stock).set({ onHand: 5, reserved: 0, soldCount: 0 });
    },
    /** Makes an unpaid order at ₦10,000 a unit and ₦3,000 shipping. Returns its reference. */
    begin: async (quantity = 2): Promise<string> => {
      const order = orderBody([['oud', 10_000, quantity]]);
      const { body } = await shop.post('/api/payment/initialize', order);
      return body.data.reference;
    },
    verify: async (reference: string) => {
      const { status, body } = await shop.get(`/api/payment/verify/${reference}`);
      expect(status).toBe(200);
      return verifyAnswer.parse(body).payment;
    },
    sendWebhook: ({ body, signature }: { body: string; signature: string }, app = shop.app) =>
      app.request('/api/payment/webhook', {
        method: 'POST',
        body,
        headers: { 'x-paystack-signature': signature },
      }),
    orderOf: (reference: string) => readOrder(db, reference),
    stockAndSold: async () => {
      const [row] = await selectProducts(db);
      return [row?.stock, row?.soldCount];
    },
    /** Lets the reservations expire, and forgets when Paystack was last asked. */
    async expire() {
      await expireReservations(db);
      await forgetAsked(db);
    },
    sweep: () => settlement.sweep(),
  };
}
