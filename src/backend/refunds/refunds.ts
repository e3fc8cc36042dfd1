import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Log } from '#backend/base/log.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { lease } from '#backend/db/lease.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { isTimeLost } from '#backend/lost-time/lost-times.ts';
import { watchDatabase } from '#backend/lost-time/mark.ts';
import { type MerchantSettings, merchantOf } from '#backend/mail/merchant.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import type { PaymentProvider, ProviderRefund } from '#backend/payment-provider/provider.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { CLOCK_DIFFERENCE_MS, catchUpWith } from './catching-up.ts';
import { merchantRefundFailedEmail } from './merchant-emails.ts';
import { writeNote } from './notes.ts';
import { reconcile } from './reconciliation.ts';
import { CLAIM_SECONDS, type RefundRequest, requestRefund } from './request.ts';
import { type RefundRow, refunds } from './tables.ts';

/**
 * Seconds after which a refund that was sent and that the provider does not list was never made: only then it is
 * sent again.
 */
const UNHEARD_SECONDS = 120;
/** Hours after which the provider is asked again about a refund that it has, in case its webhooks were lost. */
const LOOK_HOURS = 1;
/** Refunds that one call of `sweep` asks about. */
const SWEEP_BATCH = 5;

/**
 * What became of a refund: the provider has it (`made` now, or it was `known`); it is `recorded` as paid back by
 * hand; it `waits`, because it is not clear whether the provider has it.
 */
export type RefundOutcome =
  | { kind: 'made' | 'known' | 'recorded'; refund: RefundRow }
  | { kind: 'waits'; refund: RefundRow; why: string };

type Outcome = Promise<Result<RefundOutcome, StaffCode>>;

/** Pays money back through the provider (decision 13). */
export interface Refunds {
  /**
   * Refunds an order, in whole or in part. However often and by how many processes at once the same is asked for,
   * the provider makes one refund, even if the database has forgotten an earlier one (lost-time/). An unclear answer
   * leaves a row that the sweep finishes. It is refused by a rule of ours, or by the provider.
   */
  refund(orderId: string, request: RefundRequest): Outcome;
  /** Finishes refunds whose answer is missing, and asks about those that the provider has. Returns how many it took. */
  sweep(signal?: AbortSignal): Promise<number>;
}

export function createRefunds(parts: {
  db: Database;
  paystack: PaymentProvider;
  settings: MerchantSettings & Pick<Settings, 'DATA_DIR'>;
  log: Log;
}): Refunds {
  const { db, paystack, settings, log } = parts;

  /** Does something to a refund under the lock of its order, and returns its row as it is then. */
  const locked = (
    { id, orderId }: RefundRow,
    work: (transaction: Transaction, order: OrderRow) => Promise<void>,
  ): Promise<RefundRow> =>
    transact(db, async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (order) await work(transaction, order);
      const [after] = await transaction.select().from(refunds).where(eq(refunds.id, id));
      if (!after) throw new Error(`Refund ${id} is gone`);
      return after;
    });

  /** Keeps what the provider has, and when it is asked next about a refund that has not ended. */
  const keep = (row: RefundRow, listed: readonly ProviderRefund[]) =>
    locked(row, async (transaction, order) => {
      await transaction
        .update(refunds)
        .set({ nextTryAt: sql`now() + ${LOOK_HOURS} * interval '1 hour'` })
        .where(eq(refunds.id, row.id));
      await reconcile(transaction, order, listed, settings);
    });

  /** The provider will not make it. */
  const reject = (row: RefundRow, refusal: string) =>
    locked(row, async (transaction, order) => {
      const [refund] = await transaction
        .update(refunds)
        .set({ status: 'failed', refusal, updatedAt: sql`now()`, nextTryAt: null })
        .where(and(eq(refunds.id, row.id), eq(refunds.status, 'requested')))
        .returning();
      const merchant = merchantOf(settings);
      if (refund)
        await enqueue(transaction, merchantRefundFailedEmail({ order, refund, merchant }));
    });

  /** It is not known whether the provider has it. Whoever comes next may look at once. */
  async function retryLater(row: RefundRow, why: string): Outcome {
    await db.update(refunds).set({ nextTryAt: sql`now()` }).where(eq(refunds.id, row.id));
    return done({ kind: 'waits', refund: row, why });
  }

  /** Brings a claimed refund on: looks for it at the provider, and sends it if it is not there. */
  async function advance(row: RefundRow): Outcome {
    const [order] = await db.select().from(orders).where(eq(orders.id, row.orderId));
    if (!order) throw new Error(`Order ${row.orderId} is gone`);
    const { reference, transactionId, createdAt } = order;
    const listed = await paystack.refundsOf({
      reference,
      transactionId: transactionId ?? '',
      since: new Date(createdAt.getTime() - CLOCK_DIFFERENCE_MS),
    });
    if (!listed.ok) {
      const { code, message } = listed.refusal;
      log({ event: 'refunds_not_listed', order: order.id, code, message });
      return retryLater(row, message);
    }
    const kept = await keep(row, listed.value);
    if (kept.status !== 'requested') return done({ kind: 'made', refund: kept });
    // Written before the call: a process that dies in it leaves a row that says so.
    const [sending] = await db
      .update(refunds)
      .set({ sentAt: sql`now()` })
      .where(
        sql`${refunds.id} = ${row.id} and (${refunds.sentAt} is null
          or ${refunds.sentAt} <= now() - ${UNHEARD_SECONDS} * interval '1 second')`,
      )
      .returning();
    return sending ? send(sending, reference) : retryLater(kept, 'Paystack does not list it yet');
  }

  async function send(row: RefundRow, reference: string): Outcome {
    const merchantNote = writeNote(row);
    const made = await paystack.refund({ reference, amountKobo: row.amount, merchantNote });
    if (made.ok) {
      return done({ kind: 'made', refund: await keep(row, [{ ...made.value, merchantNote }]) });
    }
    const { code, message } = made.refusal;
    log({ event: 'refund_not_made', order: row.orderId, code, message });
    if (code !== 'rejected') return retryLater(row, message);
    await reject(row, message);
    return refuse('conflict', `Paystack refuses the refund: ${message}`);
  }

  /** Takes refunds for this process, until the claim ends. */
  const claim = (due?: SQL) =>
    lease(db, refunds, { until: 'nextTryAt', seconds: CLAIM_SECONDS, due, most: SWEEP_BATCH });

  return {
    async refund(orderId, request) {
      // A standby may have taken over a moment ago, and the next round is up to 20 seconds away.
      await watchDatabase({ db, dataDir: settings.DATA_DIR, log });
      if (await isTimeLost(db)) {
        const unheard = await catchUpWith(parts, orderId);
        if (unheard !== null)
          return refuse(
            'unavailable',
            `The database has lost what happened lately, so Paystack must say first what it has paid back, and it does not answer (${unheard}). Try again in a minute.`,
          );
      }
      const requested = await transact(db, (transaction) =>
        requestRefund(transaction, orderId, request),
      );
      if (!requested.ok) return requested;
      const { kind, refund } = requested.value;
      if (kind === 'new') return advance(refund);
      if (refund.status !== 'requested') return done({ kind: 'known', refund });
      const [mine] = await claim(sql`id = ${refund.id}`);
      return mine
        ? advance(mine)
        : done({ kind: 'waits', refund, why: 'Another process is asking Paystack for it' });
    },

    async sweep(signal) {
      const rows = await claim();
      for (const row of rows) {
        if (signal?.aborted) break;
        await advance(row);
      }
      return rows.length;
    },
  };
}
