import { eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orders } from '#backend/db/tables/order-tables.ts';
import { transact } from '#backend/db/transact.ts';
import type { Log } from '#backend/log.ts';
import type { Paystack } from '#backend/payments/paystack.ts';
import { endUnpaid } from '#backend/services/orders/ending.ts';
import { forgetBegun } from '#backend/services/orders/placing/begun-limits.ts';
import { applyPayment, isInFlight } from '#backend/services/orders/transitions.ts';
import { recordAction } from '#backend/services/staff/actions.ts';
import type { Settings } from '#backend/settings.ts';
import type { Payment } from '#contract/checkout.ts';
import { isConfirmed, keepNews } from './news.ts';
import { viewPayment } from './payment-view.ts';

/** Milliseconds for which an answer of Paystack is reused when a return page asks again. */
const PENDING_FRESH_MS = 1500;
/** The same for an order that ended unpaid. Only a late transfer can still change it. */
const ENDED_FRESH_MS = 30_000;
const SWEEP_BATCH = 20;
/** Payments that one call of `recheck` asks about. Every 15 s that is a fifth of what Paystack allows a test key. */
const RECHECK_BATCH = 5;

/** The outcome of a webhook. */
export type WebhookOutcome = 'done' | 'bad_signature' | 'bad_body';

/** An order after Paystack was asked about it, and whether money may be on its way to it. */
export interface Asked {
  order: OrderRow;
  inFlight: boolean;
}

/** Finds out whether orders were paid. Paystack's verify call is the only source that is trusted. */
export interface Settlement {
  /** The state of a payment. Asks Paystack unless the payment is settled. Null for a reference that is not ours. */
  verify(reference: string): Promise<Payment | null>;
  /** Asks Paystack about an order and makes the transition. Null when it could not be asked. */
  ask(order: OrderRow): Promise<Asked | null>;
  /**
   * Handles a webhook, given its raw body and signature header. Its news is stored before anything else: whatever happens
   * then, the sweeper asks until Paystack's verify call confirms it.
   */
  webhook(body: Uint8Array, signature: string | undefined): Promise<WebhookOutcome>;
  /**
   * Settles orders whose reservation has expired, checks those that wait long, and asks again about news that is not
   * confirmed, until the signal aborts. Returns how many it took.
   */
  sweep(signal?: AbortSignal): Promise<number>;
  /** Asks whether some payments that have arrived were reversed since: a few in each call. Returns how many. */
  recheck(signal?: AbortSignal): Promise<number>;
  /**
   * Cancels a pending order for the merchant, and records who did. Asks Paystack first, whose answer may settle the order
   * otherwise. Returns the order as it is then, or null when Paystack could not be asked or there is no such order.
   */
  cancel(orderId: string, by: string): Promise<OrderRow | null>;
}

export function createSettlement(parts: {
  db: Database;
  paystack: Paystack;
  settings: Settings;
  log: Log;
}): Settlement {
  const { db, paystack, settings, log } = parts;
  const underWay = new Map<string, Promise<Asked | null>>();

  /** Asks Paystack and makes the transition. Null when it could not be asked. Simultaneous calls share one request. */
  function settle(order: OrderRow): Promise<Asked | null> {
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
  async function settleAnew(order: OrderRow, event: string): Promise<void> {
    // Whoever asked for the earlier answer gets its error. Here it means only that Paystack is asked again.
    const earlier = await underWay.get(order.id)?.catch(() => null);
    if (!earlier || !isConfirmed(earlier.order, event)) await settle(order);
  }

  async function ask(order: OrderRow): Promise<Asked | null> {
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
      if (after.status === 'paid')
        await forgetBegun(db, { ...after, address: after.clientAddress });
      log({ event: 'order_transition', order: order.id, from: before.status, to: after.status });
    }
    if (after.refundNeeded && !before.refundNeeded) {
      log({ event: 'refund_needed', order: order.id, remark: after.remark });
    }
    if (after.reversedAt && !before.reversedAt) {
      log({ event: 'payment_reversed', order: order.id });
    }
    return { order: after, inFlight: isInFlight(payment) };
  }

  /** Settles the orders that a claim has returned, one after the other, until the signal aborts. */
  async function settleClaimed(
    rows: readonly { id: string }[],
    signal?: AbortSignal,
  ): Promise<number> {
    for (const { id } of rows) {
      if (signal?.aborted) break;
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      if (order) await settle(order);
    }
    return rows.length;
  }

  return {
    async verify(reference) {
      const [found] = await db
        .select({ order: orders, ageMs })
        .from(orders)
        .where(eq(orders.reference, reference));
      if (!found) return null;
      const { order } = found;
      if (isFresh(order, found.ageMs)) return viewPayment(order);
      return viewPayment((await settle(order))?.order ?? order);
    },

    ask: settle,

    async webhook(body, signature) {
      const read = paystack.readWebhook(body, signature);
      if (!read.ok) return read.code;
      const { event } = read.value;
      const { order, unread, ask } = await keepNews(db, read.value, settings);
      if (order && unread) log({ event: 'webhook_unread', order: order.id, of: event });
      if (order && ask) await settleAnew(order, event);
      return 'done';
    },

    async sweep(signal) {
      // The claim keeps other processes away while Paystack is asked. It expires if this process dies. An array, because
      // PostgreSQL may run a subquery after `in` for each row, and take more than the batch.
      const { rows } = await db.execute<{ id: string }>(sql`
        update orders set claimed_until = now() + interval '1 minute' where id = any (array (
          select id from orders
          where claimed_until <= now() and (
            (status = 'pending' and least(reservation_expires_at, next_check_at) <= now())
            or (news_at is not null and recheck_at <= now()))
          order by reservation_expires_at limit ${SWEEP_BATCH} for update skip locked))
        returning id`);
      return settleClaimed(rows, signal);
    },

    async recheck(signal) {
      const { rows } = await db.execute<{ id: string }>(sql`
        update orders set claimed_until = now() + interval '1 minute' where id = any (array (
          select id from orders
          where recheck_at <= now() and news_at is null and status <> 'pending' and claimed_until <= now()
          order by recheck_at limit ${RECHECK_BATCH} for update skip locked))
        returning id`);
      return settleClaimed(rows, signal);
    },

    async cancel(orderId, by) {
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      if (!order || !(await settle(order))) return null;
      return transact(db, async (transaction) => {
        const ended = await endUnpaid(transaction, orderId, 'cancelled', 'Cancelled by the shop');
        if (ended)
          await recordAction(transaction, {
            action: 'order.cancel',
            subject: orderId,
            recordedBy: by,
          });
        const [after] = await transaction.select().from(orders).where(eq(orders.id, orderId));
        return after ?? null;
      });
    },
  };
}

/**
 * Milliseconds since Paystack was asked about an order; null if it was not. By the database: the one clock of all
 * processes.
 */
const ageMs = sql<number | null>`(extract(epoch from now() - ${orders.checkedAt}) * 1000)::float8`;

function isFresh({ status, refundNeeded }: OrderRow, age: number | null): boolean {
  if (status === 'paid' || refundNeeded) return true;
  const limit = status === 'pending' ? PENDING_FRESH_MS : ENDED_FRESH_MS;
  // A clock that was set back leaves a time to come.
  return age !== null && age >= 0 && age < limit;
}
