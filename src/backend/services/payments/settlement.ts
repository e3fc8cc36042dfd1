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

/** Milliseconds for which an answer of Paystack is reused when a return page asks again. */
const PENDING_FRESH_MS = 1500;
/** The same for an order that ended unpaid. Only a late transfer can still change it. */
const ENDED_FRESH_MS = 30_000;
const SWEEP_BATCH = 20;

/** The outcome of a webhook. `retry`: Paystack could not be asked, and should send it again. */
export type WebhookOutcome = 'done' | 'retry' | 'bad_signature' | 'bad_body';

/** Finds out whether orders were paid. Paystack's verify call is the only source that is trusted. */
export interface Settlement {
  /** The state of a payment. Asks Paystack unless the payment is settled. Null for a reference that is not ours. */
  verify(reference: string): Promise<Payment | null>;
  /** Handles a webhook, given its raw body and signature header. It only names the payment to verify. */
  webhook(body: Uint8Array, signature: string | undefined): Promise<WebhookOutcome>;
  /** Settles orders whose reservation has expired, and checks those that wait long. Returns how many it handled. */
  sweep(): Promise<number>;
  /**
   * Cancels a pending order for the merchant. Asks Paystack first, whose answer may settle the order otherwise. Returns
   * the order as it is then, or null when Paystack could not be asked or there is no such order.
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

  /** Asks Paystack and makes the transition. Null when it could not be asked. Simultaneous calls share one request. */
  function settle(order: OrderRow): Promise<OrderRow | null> {
    let task = underWay.get(order.id);
    if (!task) {
      task = ask(order).finally(() => underWay.delete(order.id));
      underWay.set(order.id, task);
    }
    return task;
  }

  /**
   * The same for a webhook, which may be newer than a pending answer. Waits for that answer, and then asks again unless
   * the answer already says what a charge.success says.
   */
  async function settleAnew(order: OrderRow, event: string): Promise<OrderRow | null> {
    // A failure is reported to those who asked for it.
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
      log({ event: 'order_transition', order: order.id, from: before.status, to: after.status });
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
      // The claim keeps other processes away while Paystack is asked. It expires if this process dies.
      const { rows } = await db.execute<{ id: string }>(sql`
        update orders set claimed_until = now() + interval '1 minute' where id in (
          select id from orders
          where status = 'pending' and claimed_until <= now() and least(reservation_expires_at, next_check_at) <= now()
          order by reservation_expires_at limit ${SWEEP_BATCH} for update skip locked)
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

/** Whether the order already says what the event says. */
const isKnown = (order: OrderRow, event: string) =>
  order.status === 'paid' && event === 'charge.success';

function isFresh(order: OrderRow): boolean {
  if (order.status === 'paid' || order.refundNeeded) return true;
  const limit = order.status === 'pending' ? PENDING_FRESH_MS : ENDED_FRESH_MS;
  return order.checkedAt !== null && Date.now() - order.checkedAt.getTime() < limit;
}
