import { eq, like, ne, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { emails } from '#backend/mail/tables.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import type { RefundRequest } from '#backend/refunds/request.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { openSandboxShop } from '../orders/sandbox-shop.harness.ts';
import { product, REFUND } from '../shop.harness.ts';

export type RefundShop = Awaited<ReturnType<typeof openRefundShop>>;

/**
 * Opens a shop that refunds money, with the real adapter, the sandbox over real HTTP, and its webhooks. One unit and
 * its delivery cost ₦13,000.
 */
export async function openRefundShop({
  products = [product({ id: 'oud', stock: 500 })],
  settings = {},
}: Parameters<typeof openSandboxShop>[0] = {}) {
  const shop = await openSandboxShop({
    products,
    timeoutMs: 500,
    settings: { MERCHANT_EMAIL: 'orders@shop.example', ...settings },
  });
  const { db, refunds: service } = shop.services;
  const rowsOf = ({ id }: OrderRow) =>
    db.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(refunds.id);
  return {
    ...shop,
    refund: (order: OrderRow, request: Partial<RefundRequest> = {}) =>
      service.refund(order.id, { ...REFUND, ...request }),
    byHand: (order: OrderRow, request: Partial<RefundRequest> = {}) =>
      recordByHand(shop.services, order.id, { ...REFUND, ...request }),
    money: (order: OrderRow) => moneyOf(db, order.id),
    rowsOf,
    /** Lets enough time pass that Paystack is asked again: about this order, and no other. */
    later: async ({ id }: OrderRow) => {
      await db.update(refunds).set({ nextTryAt: null }).where(ne(refunds.orderId, id));
      await db
        .update(refunds)
        .set({ sentAt: sql`now() - interval '3 minutes'`, nextTryAt: sql`now()` })
        .where(eq(refunds.orderId, id));
    },
    sweepOnce: () => service.sweep(),
    /** Sweeps what is due. If a webhook is handling it, the sweep leaves it for the next time. */
    sweep: () => vi.waitFor(async () => expect(await service.sweep()).toBeGreaterThan(0), 10_000),
    onHand: async () => (await db.select().from(stock))[0]?.onHand,
    lettersAbout: async (order: OrderRow) =>
      (
        await db
          .select()
          .from(emails)
          .where(like(emails.id, 'merchant-refund-%'))
          .orderBy(emails.createdAt)
      ).filter(({ subject }) => subject.includes(orderNumber(order.id))),
    expectSound: async () =>
      expect((await auditShop(db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]),
    /** Waits for a webhook: the order's refunds are in these states. */
    reach: (order: OrderRow, ...states: string[]) =>
      vi.waitFor(async () =>
        expect((await rowsOf(order)).map(({ status }) => status)).toEqual(states),
      ),
  };
}
