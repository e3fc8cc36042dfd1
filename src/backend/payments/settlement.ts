import { eq, type SQL, sql } from 'drizzle-orm';
import { lease } from '#backend/db/lease.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { endAccepted, endUnpaid } from '#backend/orders/ending.ts';
import { paymentsOf } from '#backend/orders/payment-of.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { hasMoney, isUnpaidAccepted } from '#backend/orders/status.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { providerOf } from '#backend/payment-provider/providers.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { Payment } from '#contract/checkout.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { within } from '#process/within.ts';
import { type Ask, type Asked, type AskParts, createAsk } from './asking.ts';
import { transferOf, viewPayment } from './payment-view.ts';
import { askAbout } from './unmatched/keeping.ts';
import { isConfirmed, keepEvent, withReference } from './webhook-events.ts';

/** Milliseconds that a shopper waits for the provider's word. Her browser waits a second longer. */
const PATIENCE_MS = 11_000;
/** Seconds for which a process has an order to itself, to ask the provider about it. */
const CLAIM_SECONDS = 60;
/** Orders that one call of `sweep` settles, and payments that one call of `recheck` asks about. */
const SWEEP_BATCH = 20;
const RECHECK_BATCH = 5;

/** `unheard`: whose payment it is cannot be asked now, so the provider has to send it again. */
export type WebhookOutcome = 'done' | 'unknown_provider' | 'bad_signature' | 'bad_body' | 'unheard';

/** Finds out whether orders were paid. The provider's verify call is the only source that is trusted. */
export interface Settlement {
  /** Returns the state of a payment that the shopper may see now (see `tell`). Null for an unknown reference. */
  verify(reference: string): Promise<Payment | null>;
  /** Asks the provider about an order; see asking.ts. */
  ask: Ask;
  /**
   * An order with the status that its shopper may be told. That money came is final. That none came is what the
   * provider says to a request that began after this call; without its word, or with money on the way, the status is
   * 'pending'.
   */
  tell(order: OrderRow): Promise<OrderRow>;
  /** The same for all her orders. The provider is asked only about those that may still be paid. */
  tellAll(rows: readonly OrderRow[]): Promise<OrderRow[]>;
  /**
   * Handles a webhook of the provider with this name, given its raw body and headers. The event is stored first, and
   * the sweeper asks until the provider's verify call confirms it. An event about our reference without an order is
   * asked about, too (unmatched/).
   */
  webhook(
    provider: string,
    body: Uint8Array,
    headers: Pick<Headers, 'get'>,
  ): Promise<WebhookOutcome>;
  /**
   * Settles orders whose reservation has expired, checks those that wait long, and asks again about news that is not
   * confirmed, until the signal aborts. Returns how many it took.
   */
  sweep(signal?: AbortSignal): Promise<number>;
  /** Asks whether some payments that have arrived were reversed since: a few in each call. Returns how many. */
  recheck(signal?: AbortSignal): Promise<number>;
  /**
   * Cancels a pending order for the merchant, and records who did. Asks the provider first, whose answer may settle
   * the order otherwise. Returns the order as it is then, or null when the provider could not be asked or there is
   * no such order.
   */
  cancel(orderId: string, by: string): Promise<OrderRow | null>;
}

export function createSettlement(parts: AskParts): Settlement {
  const { db, events, providers, log } = parts;
  const ask = createAsk(parts);
  const verifying = providers.flatMap(({ name, verify }) => (verify ? [name] : []));

  /** Tells that the shop has cancelled an accepted order. Its deposit is left to pay back. */
  async function tellEnd(transaction: Transaction, orderId: string): Promise<void> {
    const [deposit] = await transaction
      .select()
      .from(payments)
      .where(sql`${payments.orderId} = ${orderId} and ${payments.received} > 0`);
    if (deposit)
      await transaction.update(orders).set({ refundNeeded: true }).where(eq(orders.id, orderId));
    await events.publish(
      transaction,
      deposit
        ? { type: 'payment.unusable', payment: deposit.reference, why: { reason: 'cancelled' } }
        : { type: 'order.ended', order: orderId, why: 'cancelled' },
    );
  }

  const tell = async (order: OrderRow) => (await tellOf(order)).order;

  /** The same, with the payment if it was asked about. */
  async function tellOf(
    order: OrderRow,
  ): Promise<Pick<Asked, 'order' | 'payment'> & { known: OrderRow }> {
    if (hasMoney(order)) return { order, payment: null, known: order };
    const asked = await within(PATIENCE_MS, ask(order), null);
    if (!asked) return { order: { ...order, status: 'pending' }, payment: null, known: order };
    const { order: now, payment, inFlight } = asked;
    const isOpen = !hasMoney(now) && inFlight;
    return { order: isOpen ? { ...now, status: 'pending' } : now, payment, known: now };
  }

  /**
   * Claims payments of orders one by one, and asks about the order of each, so that a claim outlives its request. One whose
   * provider cannot verify is never claimed. Returns how many it took.
   */
  async function askEach(due: SQL, most: number, signal?: AbortSignal): Promise<number> {
    for (let taken = 0; taken < most; taken++) {
      if (signal?.aborted) return taken;
      // Those that were claimed longest ago come first: orders that the provider does not answer about keep no others waiting.
      const [payment] = await lease(db, payments, {
        until: 'claimedUntil',
        seconds: CLAIM_SECONDS,
        due: sql`next_at <= now() and provider = any(${sql.param(verifying)}::text[]) and ${due}`,
      });
      if (!payment?.orderId) return taken;
      const [order] = await db.select().from(orders).where(eq(orders.id, payment.orderId));
      if (order) await ask(order);
    }
    return most;
  }

  return {
    async verify(reference) {
      const [found] = await db
        .select({ order: orders, payment: payments })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(eq(payments.reference, reference));
      if (!found) return null;
      const { order, payment, known } = await tellOf(found.order);
      const now = payment ?? found.payment;
      const { rest } = isUnpaidAccepted(known) ? (await paymentsOf(db, [known.id]))(known.id) : {};
      return viewPayment(order, now, { transfer: transferOf(known, now), rest });
    },

    ask,
    tell,

    tellAll: (rows) =>
      Promise.all(
        rows.map((row) =>
          Date.now() - row.createdAt.getTime() < MONEY_COMES_MS ? tell(row) : row,
        ),
      ),

    async webhook(name, body, headers) {
      const provider = providerOf(providers, name);
      const read = provider?.readNews?.(body, headers);
      if (!provider || !read) return 'unknown_provider';
      if (!read.ok) return read.refusal.code;
      const named = await withReference(db, provider, read.value);
      if (!named) return 'unheard';
      const { event, about } = named;
      const kept = await keepEvent(parts, provider.name, named);
      const { order, payment } = kept;
      if (order && kept.unread) log({ event: 'webhook_unread', order: order.id, of: event });
      if (order && kept.ask) await ask(order, (now) => isConfirmed(now, about));
      if (!order && payment) await askAbout(parts, payment);
      return 'done';
    },

    sweep: (signal) =>
      askEach(
        sql`exists (select from orders o where o.id = order_id and (o.status = 'pending' or news_at is not null))`,
        SWEEP_BATCH,
        signal,
      ),

    recheck: (signal) =>
      askEach(
        sql`news_at is null and exists (select from orders o where o.id = order_id and o.status <> 'pending')`,
        RECHECK_BATCH,
        signal,
      ),

    async cancel(orderId, by) {
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      if (!order || !(await ask(order))) return null;
      return transact(db, async (transaction) => {
        const remark = 'Cancelled by the shop';
        const ended =
          (await endUnpaid(transaction, orderId, 'cancelled', remark)) ||
          (await endAccepted(transaction, orderId, { remark, by }));
        if (ended)
          await recordAction(transaction, {
            action: 'order.cancel',
            subject: orderId,
            recordedBy: by,
          });
        if (ended && order.acceptedAt) await tellEnd(transaction, orderId);
        const [after] = await transaction.select().from(orders).where(eq(orders.id, orderId));
        return after ?? null;
      });
    },
  };
}
