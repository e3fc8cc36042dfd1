import { eq, type SQL, sql } from 'drizzle-orm';
import { isReference } from '#backend/base/ids.ts';
import type { Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { lease } from '#backend/db/lease.ts';
import { transact } from '#backend/db/transact.ts';
import { endUnpaid } from '#backend/orders/ending.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { Payment } from '#contract/checkout.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { within } from '#process/within.ts';
import { type Ask, createAsk, hasMoney } from './asking.ts';
import { viewPayment } from './payment-view.ts';
import { askAbout } from './unmatched/keeping.ts';
import { isConfirmed, keepEvent } from './webhook-events.ts';

/** Milliseconds that a shopper waits for the provider's word. Her browser waits a second longer. */
const PATIENCE_MS = 11_000;
/** Seconds for which a process has an order to itself, to ask the provider about it. */
const CLAIM_SECONDS = 60;
/** Orders that one call of `sweep` settles, and payments that one call of `recheck` asks about. */
const SWEEP_BATCH = 20;
const RECHECK_BATCH = 5;

/** The outcome of a webhook. */
export type WebhookOutcome = 'done' | 'bad_signature' | 'bad_body';

/** Finds out whether orders were paid. The provider's verify call is the only source that is trusted. */
export interface Settlement {
  /** What a shopper is told of a payment now (see `tell`). Null for a reference that is not ours. */
  verify(reference: string): Promise<Payment | null>;
  /** Asks the provider about an order; see asking.ts. */
  ask: Ask;
  /**
   * An order with the status that its shopper may be told. That money came is final. That none came is what the
   * provider says to a request that began after this call; without its word, or with money on the way, the status is
   * 'pending'.
   */
  tell(order: OrderRow): Promise<OrderRow>;
  /** The same for her orders, of which the provider is asked only about those to which money may still come. */
  tellAll(rows: readonly OrderRow[]): Promise<OrderRow[]>;
  /**
   * Handles a webhook, given its raw body and headers. Its news is stored before anything else: whatever happens
   * then, the sweeper asks until the provider's verify call confirms it. One about a reference of ours that no order
   * has is asked about, too (unmatched/).
   */
  webhook(body: Uint8Array, headers: Pick<Headers, 'get'>): Promise<WebhookOutcome>;
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

export function createSettlement(parts: {
  db: Database;
  paystack: PaymentProvider;
  settings: Settings;
  log: Log;
}): Settlement {
  const { db, paystack, settings, log } = parts;
  const ask = createAsk(parts);

  async function tell(order: OrderRow): Promise<OrderRow> {
    if (hasMoney(order)) return order;
    const asked = await within(PATIENCE_MS, ask(order), null);
    if (!asked) return { ...order, status: 'pending' };
    const { order: now, inFlight } = asked;
    const isOpen = !hasMoney(now) && (inFlight || now.newsAt !== null);
    return isOpen ? { ...now, status: 'pending' } : now;
  }

  /** Claims orders one by one, and asks about each, so that a claim outlives its request. Returns how many it took. */
  async function askEach(due: SQL, most: number, signal?: AbortSignal): Promise<number> {
    for (let taken = 0; taken < most; taken++) {
      if (signal?.aborted) return taken;
      // Those that were claimed longest ago come first: orders that the provider does not answer about keep no others waiting.
      const [order] = await lease(db, orders, {
        until: 'claimedUntil',
        seconds: CLAIM_SECONDS,
        due,
      });
      if (!order) return taken;
      await ask(order);
    }
    return most;
  }

  return {
    async verify(reference) {
      const [order] = await db.select().from(orders).where(eq(orders.reference, reference));
      return order ? viewPayment(await tell(order)) : null;
    },

    ask,
    tell,

    tellAll: (rows) =>
      Promise.all(
        rows.map((row) =>
          Date.now() - row.createdAt.getTime() < MONEY_COMES_MS ? tell(row) : row,
        ),
      ),

    async webhook(body, headers) {
      const read = paystack.readNews(body, headers);
      if (!read.ok) return read.refusal.code;
      const { event, about } = read.value;
      const { order, unread, ask: unconfirmed } = await keepEvent(db, read.value, settings);
      if (order && unread) log({ event: 'webhook_unread', order: order.id, of: event });
      if (order && unconfirmed) await ask(order, (now) => isConfirmed(now, about));
      const { reference } = read.value;
      if (!order && reference !== null && isReference(reference)) await askAbout(parts, reference);
      return 'done';
    },

    sweep: (signal) =>
      askEach(
        sql`((status = 'pending' and least(reservation_expires_at, next_check_at) <= now())
          or (news_at is not null and recheck_at <= now()))`,
        SWEEP_BATCH,
        signal,
      ),

    recheck: (signal) =>
      askEach(
        sql`recheck_at <= now() and news_at is null and status <> 'pending'`,
        RECHECK_BATCH,
        signal,
      ),

    async cancel(orderId, by) {
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
      if (!order || !(await ask(order))) return null;
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
