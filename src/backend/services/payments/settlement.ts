import { eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orders, webhookEvents } from '#backend/db/order-tables.ts';
import { transact } from '#backend/db/transact.ts';
import type { Log } from '#backend/log.ts';
import type { Paystack } from '#backend/payments/paystack.ts';
import { applyPayment, endUnpaid } from '#backend/services/orders/transitions.ts';
import type { Settings } from '#backend/settings.ts';
import type { Payment } from '#contract/checkout.ts';
import { viewPayment } from './payment-view.ts';
import { readEventId } from './webhook-event.ts';

/** Milliseconds in which a return page that asks again gets what is known, without Paystack being asked. */
const PENDING_FRESH_MS = 1500;
/** The same for an order that has ended unpaid, which only a late transfer still changes. */
const ENDED_FRESH_MS = 30_000;
const SWEEP_BATCH = 20;

/** What became of a webhook. `retry`: Paystack could not be asked, and should send it again. */
export type WebhookOutcome = 'done' | 'retry' | 'bad_signature' | 'bad_body';

/** Learning whether orders were paid. Everything asks Paystack's verify; nothing else is believed. */
export interface Settlement {
  /** What is known of a payment, asking Paystack unless it is settled; null for a reference that is not ours. */
  verify(reference: string): Promise<Payment | null>;
  /** A webhook's raw body and signature header. It only says where to look. */
  webhook(body: Uint8Array, signature: string | undefined): Promise<WebhookOutcome>;
  /** Settles orders whose hold has ended, and looks after those that wait long; answers how many it saw. */
  sweep(): Promise<number>;
  /**
   * Cancels a pending order for the merchant, unless Paystack, asked first, settles it otherwise; answers the order
   * as it is then, or null when Paystack could not be asked or there is no such order.
   */
  cancel(orderId: string): Promise<OrderRow | null>;
}

export function createSettlement(parts: {
  db: Database;
  paystack: Paystack;
  settings: Settings;
  log: Log;
}): Settlement {
  const { db, paystack, settings, log } = parts;
  const underWay = new Map<string, Promise<OrderRow | null>>();

  /** Asks Paystack and takes the step; null when it could not be asked. Requests at once share one question. */
  function settle(order: OrderRow): Promise<OrderRow | null> {
    let task = underWay.get(order.id);
    if (!task) {
      task = ask(order).finally(() => underWay.delete(order.id));
      underWay.set(order.id, task);
    }
    return task;
  }

  /**
   * The same for news, which may be younger than an answer under way: waits for that one, and asks after it unless it
   * said what a charge.success says.
   */
  async function settleAnew(order: OrderRow, event: string): Promise<OrderRow | null> {
    // If it fails, those who asked for it hear of that.
    const earlier = await underWay.get(order.id)?.catch(() => null);
    return earlier && isKnown(earlier, event) ? earlier : settle(order);
  }

  async function ask(order: OrderRow): Promise<OrderRow | null> {
    const outcome = await paystack.verify(order.reference);
    if (!outcome.ok && outcome.code !== 'unknown_reference') {
      log({
        event: 'payment_verify_failed',
        order: order.id,
        code: outcome.code,
        message: outcome.message,
      });
      return null;
    }
    const payment = outcome.ok ? outcome.value : null;
    const settled = await transact(db, (transaction) =>
      applyPayment(transaction, order.id, payment, settings),
    );
    if (!settled) return null;
    const { before, after } = settled;
    if (after.status !== before.status) {
      log({ event: 'order_step', order: order.id, from: before.status, to: after.status });
    }
    if (after.refundNeeded && !before.refundNeeded) {
      log({ event: 'refund_needed', order: order.id, remark: after.remark });
    }
    return after;
  }

  async function find(reference: string): Promise<OrderRow | undefined> {
    const [order] = await db.select().from(orders).where(eq(orders.reference, reference));
    return order;
  }

  return {
    async verify(reference) {
      const order = await find(reference);
      if (!order) return null;
      if (isFresh(order)) return viewPayment(order);
      return viewPayment((await settle(order)) ?? order);
    },

    async webhook(body, signature) {
      const read = paystack.readWebhook(body, signature);
      if (!read.ok) return read.code;
      const { event, reference } = read.value;
      const key = { event, dataId: readEventId(body) ?? `reference ${reference}` };
      const seen = await db.$count(
        webhookEvents,
        sql`${webhookEvents.event} = ${key.event} and ${webhookEvents.dataId} = ${key.dataId}`,
      );
      if (seen > 0) return 'done';
      const order = reference === null ? undefined : await find(reference);
      const news = order && !isKnown(order, event);
      if (news && !(await settleAnew(order, event))) return 'retry';
      await db
        .insert(webhookEvents)
        .values({ ...key, reference })
        .onConflictDoNothing();
      return 'done';
    },

    async sweep() {
      // The claim keeps other processes away while Paystack is asked; if this one dies, it lapses.
      const { rows } = await db.execute<{ id: string }>(sql`
        update orders set claimed_until = now() + interval '1 minute' where id in (
          select id from orders
          where status = 'pending' and claimed_until <= now() and least(hold_expires_at, next_check_at) <= now()
          order by hold_expires_at limit ${SWEEP_BATCH} for update skip locked)
        returning id`);
      for (const { id } of rows) {
        const [order] = await db.select().from(orders).where(eq(orders.id, id));
        if (order?.status === 'pending') await settle(order);
      }
      return rows.length;
    },

    async cancel(orderId) {
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      if (!order || !(await settle(order))) return null;
      return transact(db, async (transaction) => {
        await endUnpaid(transaction, orderId, 'cancelled', 'Cancelled by the shop');
        const [after] = await transaction.select().from(orders).where(eq(orders.id, orderId));
        return after ?? null;
      });
    },
  };
}

/** Whether an event tells of an order only what it says itself. */
const isKnown = (order: OrderRow, event: string) =>
  order.status === 'paid' && event === 'charge.success';

function isFresh(order: OrderRow): boolean {
  if (order.status === 'paid' || order.refundNeeded) return true;
  const limit = order.status === 'pending' ? PENDING_FRESH_MS : ENDED_FRESH_MS;
  return order.checkedAt !== null && Date.now() - order.checkedAt.getTime() < limit;
}
