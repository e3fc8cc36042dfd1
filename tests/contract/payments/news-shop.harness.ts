import { desc, like, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { emails } from '#backend/mail/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders, webhookEvents } from '#backend/orders/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import type { FakePaystack, SignedWebhook } from '../orders/paystack.fake.ts';
import { purchases } from '../orders/purchases.harness.ts';
import { openShop, product } from '../shop.harness.ts';

export type NewsShop = Awaited<ReturnType<typeof openNewsShop>>;

/** Opens a shop with a merchant's email address, for Paystack's events about payments. */
export async function openNewsShop(paystack: FakePaystack) {
  const settings = { MERCHANT_EMAIL: 'orders@shop.example' };
  const shop = await openShop({ paystack, settings });
  const { db } = shop.services;
  const send = async ({ body, signature }: SignedWebhook) => {
    const headers = { 'x-paystack-signature': signature };
    const answer = await shop.app.request('/api/payment/webhook', {
      method: 'POST',
      body,
      headers,
    });
    return answer.status;
  };
  return {
    ...shop,
    ...purchases(shop, paystack),
    /** Removes all orders and emails, and sells five units of one product. */
    clear: async () => {
      paystack.down = false;
      await db.delete(orders);
      await db.delete(emails);
      await db.delete(webhookEvents);
      // A product takes its stock movements with it.
      await db.delete(products);
      await writeCatalogue(db, (transaction) =>
        insertProducts(transaction, [product({ id: 'oud', stock: 5 })]),
      );
    },
    send,
    tell: async (reference: string, event: string, data: object = {}) =>
      expect(await send(paystack.webhook(reference, event, data))).toBe(200),
    refundsNow: () => db.select().from(refunds).orderBy(refunds.id),
    disputesNow: () => db.select().from(disputes),
    /** Returns the merchant's emails, newest first, without those about new orders. */
    letters: async () =>
      (
        await db
          .select()
          .from(emails)
          .where(like(emails.id, 'merchant-%'))
          .orderBy(desc(emails.createdAt))
      ).filter(({ id }) => !id.startsWith('merchant-paid:')),
    stock: async () => (await selectProducts(db))[0]?.stock,
    /** Makes the next question due. */
    later: (change = {}) =>
      db.update(payments).set({ nextAt: sql`now()`, claimedUntil: sql`now()`, ...change }),
    expectSound: async () =>
      expect((await auditShop(db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]),
  };
}
