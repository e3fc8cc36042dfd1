import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Log } from '#backend/base/log.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { lease } from '#backend/db/lease.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { isTimeLost } from '#backend/lost-time/lost-times.ts';
import { watchDatabase } from '#backend/lost-time/mark.ts';
import { type LockedPayment, lockPayment } from '#backend/orders/lock-order.ts';
import { paymentsOf } from '#backend/orders/payment-of.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { type ProviderName, wordsOf } from '#backend/payment-provider/names.ts';
import type { ProviderRefund } from '#backend/payment-provider/provider.ts';
import { type Providers, providerOf } from '#backend/payment-provider/providers.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { catchUpWith, refundsAtProvider } from './catching-up.ts';
import { writeNote } from './notes.ts';
import { reconcile } from './reconciliation.ts';
import { refundEvent } from './recording.ts';
import {
  CLAIM_SECONDS,
  type RefundRequest,
  type Requested,
  requestPayBack,
  requestRefund,
} from './request.ts';
import { type RefundRow, refunds } from './tables.ts';

/**
 * Seconds after which a sent refund that the provider does not list was never made. Only then is it sent again, or, if the
 * provider's list proves nothing, left to staff.
 */
const UNHEARD_SECONDS = 120;
/** Hours after which the provider is asked again about its refund, in case its webhooks were lost. */
const LOOK_HOURS = 1;
/** The number of refunds that one call of `sweep` asks about. */
const SWEEP_BATCH = 5;

/**
 * The result of a refund. `made`: the provider has it now. `known`: it already had it. `recorded`: paid back by hand.
 * `waits`: it is unclear whether the provider has it.
 */
export type RefundOutcome =
  | { kind: 'made' | 'known' | 'recorded'; refund: RefundRow; provider: ProviderName }
  | { kind: 'waits'; refund: RefundRow; provider: ProviderName; why: string };

type Outcome = Promise<Result<RefundOutcome, StaffCode>>;

/** Returns the subject of a refund, for the log. */
const about = ({ orderId, payment }: RefundRow) =>
  orderId === null ? { payment } : { order: orderId };

/** Pays money back through the provider (decision 13). */
export interface Refunds {
  /**
   * Refunds an order, in whole or in part. However often and by however many processes a refund is requested, the provider
   * makes it once, even if the database has forgotten an earlier one (lost-time/). An unclear answer leaves a row that the
   * sweep finishes. A rule of the shop or the provider may refuse it.
   */
  refund(orderId: string, request: RefundRequest): Outcome;
  /** Sends a refund that the caller has recorded in its own transaction. Without an answer, the sweep finishes it. */
  send(requested: Requested): Outcome;
  /**
   * Pays back what is left of a payment without an order, once. 'gone' if nothing is left. First asks the provider what it
   * has paid back; without its answer it is `unavailable`.
   */
  payBack(reference: string, actor: Actor): Promise<Result<RefundOutcome | 'gone', StaffCode>>;
  /** Finishes refunds without an answer, and asks about those that the provider has. Returns the number that it claimed. */
  sweep(signal?: AbortSignal): Promise<number>;
}

export function createRefunds(
  parts: WithEvents & {
    providers: Providers;
    settings: Pick<Settings, 'DATA_DIR'>;
    log: Log;
  },
): Refunds {
  const { db, events, providers, settings, log } = parts;

  const callsOf = ({ provider }: Pick<PaymentRow, 'provider'>) =>
    providerOf(providers, provider)?.refunds;

  /** Changes a refund with its payment locked, and returns its row afterwards. */
  const locked = (
    { id, payment }: RefundRow,
    work: (transaction: Transaction, of: LockedPayment) => Promise<void>,
  ): Promise<RefundRow> =>
    transact(db, async (transaction) => {
      const of = await lockPayment(transaction, payment);
      if (of) await work(transaction, of);
      const [after] = await transaction.select().from(refunds).where(eq(refunds.id, id));
      if (!after) throw new Error(`Refund ${id} is gone`);
      return after;
    });

  /** Stores the provider's state of a refund and, if it has not ended, the time of the next question. */
  const keep = (row: RefundRow, listed: readonly ProviderRefund[]) =>
    locked(row, async (transaction, of) => {
      await transaction
        .update(refunds)
        .set({ nextTryAt: sql`now() + ${LOOK_HOURS} * interval '1 hour'` })
        .where(eq(refunds.id, row.id));
      await reconcile(transaction, of, listed, events);
    });

  /** Records that the provider will not make it. */
  const reject = (row: RefundRow, refusal: string) =>
    locked(row, async (transaction) => {
      const [refund] = await transaction
        .update(refunds)
        .set({ status: 'failed', refusal, updatedAt: sql`now()`, nextTryAt: null })
        .where(and(eq(refunds.id, row.id), eq(refunds.status, 'requested')))
        .returning();
      if (refund) await events.publish(transaction, refundEvent(refund));
    });

  /** Records that it is unknown whether the provider has it. The next caller may check at once. */
  async function retryLater(row: RefundRow, provider: ProviderName, why: string): Outcome {
    await db.update(refunds).set({ nextTryAt: sql`now()` }).where(eq(refunds.id, row.id));
    return done({ kind: 'waits', refund: row, provider, why });
  }

  /** Continues a claimed refund: looks for it at the provider, and sends it if it is not there. */
  async function advance(row: RefundRow): Outcome {
    const [payment] = await db.select().from(payments).where(eq(payments.reference, row.payment));
    if (!payment) throw new Error(`The payment of refund ${row.id} is gone`);
    const { provider } = payment;
    const listed = await refundsAtProvider(providers, payment);
    if (!listed.ok) {
      const { code, message } = listed.refusal;
      log({ event: 'refunds_not_listed', ...about(row), code, message });
      return retryLater(row, provider, message);
    }
    const kept = await keep(row, listed.value);
    if (kept.status !== 'requested') return done({ kind: 'made', refund: kept, provider });
    const once = callsOf(payment)?.sendsOnce ?? false;
    const unheard = sql`${refunds.sentAt} <= now() - ${UNHEARD_SECONDS} * interval '1 second'`;
    // Written before the call, so that a process that dies in it leaves a row that says so.
    const [sending] = await db
      .update(refunds)
      .set({ sentAt: sql`now()` })
      .where(
        sql`${refunds.id} = ${row.id} and (${refunds.sentAt} is null or (${unheard} and not ${once}::boolean))`,
      )
      .returning();
    if (!sending && once && (await db.$count(refunds, and(eq(refunds.id, row.id), unheard))) > 0)
      return leaveToStaff(kept, provider);
    const why = `${wordsOf(provider).name} does not list it yet`;
    return sending ? send(sending, payment) : retryLater(kept, provider, why);
  }

  /** Ends a refund that may exist although the provider does not list it. A second one might pay twice. */
  async function leaveToStaff(row: RefundRow, provider: ProviderName): Outcome {
    const { name, dashboard } = wordsOf(provider);
    const why = `${name} gave no clear answer, and does not list this refund. Look into ${dashboard}: if the refund is there, record it here. If it is not there, ask for it again.`;
    log({ event: 'refund_left_to_staff', ...about(row) });
    await reject(row, why);
    return refuse('conflict', why);
  }

  async function send(row: RefundRow, payment: PaymentRow): Outcome {
    const { reference, provider, providerId } = payment;
    const calls = callsOf(payment);
    if (!calls) return retryLater(row, provider, 'the shop has no such provider any more');
    const merchantNote = writeNote(row);
    const made = await calls.make({
      reference,
      providerId: providerId ?? '',
      amountKobo: row.amount,
      merchantNote,
    });
    if (made.ok) {
      const refund = await keep(row, [{ ...made.value, merchantNote }]);
      return done({ kind: 'made', refund, provider });
    }
    const { code, message } = made.refusal;
    log({ event: 'refund_not_made', ...about(row), code, message });
    if (code !== 'rejected') return retryLater(row, provider, message);
    await reject(row, message);
    return refuse('conflict', `${wordsOf(provider).name} refuses the refund: ${message}`);
  }

  /** Sends a recorded refund, unless another process has it. */
  async function carryOut({ kind, refund, provider }: Requested): Outcome {
    if (kind === 'new') return advance(refund);
    if (refund.status !== 'requested') return done({ kind: 'known', refund, provider });
    const [mine] = await claim(sql`id = ${refund.id}`);
    const why = `another process is asking ${wordsOf(provider).name} for it`;
    return mine ? advance(mine) : done({ kind: 'waits', refund, provider, why });
  }

  /** Claims refunds for this process, until the claim ends. */
  const claim = (due?: SQL) =>
    lease(db, refunds, { until: 'nextTryAt', seconds: CLAIM_SECONDS, due, most: SWEEP_BATCH });

  return {
    async refund(orderId, request) {
      // A standby may have taken over a moment ago, and the next round is up to 20 seconds away.
      await watchDatabase({ db, dataDir: settings.DATA_DIR, log });
      const payment = (await paymentsOf(db, [orderId]))(orderId).payment;
      const lost = await isTimeLost(db);
      if (payment && (lost || callsOf(payment)?.sendsOnce)) {
        const unheard = await catchUpWith(parts, payment);
        const why = lost ? 'The database has lost what happened lately, so ' : '';
        if (unheard !== null)
          return refuse(
            'unavailable',
            `${why}${wordsOf(payment.provider).name} must say first what it has paid back, and it does not answer (${unheard}). Try again in a minute.`,
          );
      }
      const requested = await transact(db, (transaction) =>
        requestRefund(transaction, orderId, request),
      );
      return requested.ok ? carryOut(requested.value) : requested;
    },

    send: carryOut,

    async payBack(reference, actor) {
      const [payment] = await db.select().from(payments).where(eq(payments.reference, reference));
      // Only the provider's list has refunds from its dashboard.
      const unheard = payment && (await catchUpWith(parts, payment));
      if (payment && unheard != null)
        return refuse(
          'unavailable',
          `${wordsOf(payment.provider).name} must say first what it has paid back of it, and it does not answer (${unheard}). Try again in a minute.`,
        );
      const requested = await transact(db, (transaction) =>
        requestPayBack(transaction, reference, actor),
      );
      if (!requested.ok) return requested;
      return requested.value === 'gone' ? done('gone') : carryOut(requested.value);
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
