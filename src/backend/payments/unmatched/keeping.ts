import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { orders } from '#backend/orders/tables.ts';
import type { PaymentProvider, ProviderPayment } from '#backend/payment-provider/provider.ts';
import { ownerOf } from '#backend/payments/shop-mark.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { type FoundBy, type UnmatchedPayment, unmatchedPayments } from './tables.ts';

/** What finding payments needs. */
export interface Finder {
  db: Database;
  paystack: PaymentProvider;
  settings: Settings;
  log: Log;
}

/** Rows in one statement. */
const BATCH = 500;

/**
 * Keeps those of verified payments that no order has, each once. Those of other systems on the account are left out.
 * @returns the rows that are new and wait for the merchant.
 */
export async function keepPayments(
  { db, settings, log }: Pick<Finder, 'db' | 'settings' | 'log'>,
  payments: readonly ProviderPayment[],
  foundBy: FoundBy,
): Promise<UnmatchedPayment[]> {
  const added: UnmatchedPayment[] = [];
  const lost = await withoutOrder(db, settings, payments);
  for (let from = 0; from < lost.length; from += BATCH) {
    const rows = lost.slice(from, from + BATCH).map((payment) => ({
      reference: payment.reference,
      ...stateOf(payment, settings),
      transactionId: payment.id,
      amount: payment.amountKobo,
      requestedAmount: payment.requestedAmountKobo,
      currency: payment.currency,
      email: payment.customer?.email ?? null,
      paidAt: payment.paidAt === null ? null : new Date(payment.paidAt),
      channel: payment.channel,
      metadata: payment.metadata,
      foundBy,
    }));
    added.push(
      ...(await db.insert(unmatchedPayments).values(rows).onConflictDoNothing().returning()),
    );
  }
  const open = added.filter(({ state }) => state === 'open');
  for (const { transactionId, amount, currency } of open) {
    log({
      event: 'payment_without_order',
      level: 'error',
      transaction: transactionId,
      amount,
      currency,
      foundBy,
    });
  }
  return open;
}

const stateOf = (payment: ProviderPayment, settings: Settings) => {
  if (payment.state === 'reversed') return { state: 'returned', settledAt: sql`now()` } as const;
  return { state: ownerOf(payment, settings) === 'ours' ? 'open' : 'other-shop' } as const;
};

/** Those of verified payments that have a reference of our form, which no order has. */
export async function withoutOrder(
  db: Pick<Database, 'select'>,
  settings: Pick<Settings, 'SITE_URL'>,
  payments: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const left: ProviderPayment[] = [];
  const ours = payments.filter((payment) => ownerOf(payment, settings) !== 'other system');
  for (let from = 0; from < ours.length; from += BATCH) {
    const some = ours.slice(from, from + BATCH);
    const references = some.map(({ reference }) => reference);
    const known = await db
      .select({ reference: orders.reference })
      .from(orders)
      .where(inArray(orders.reference, references));
    const have = new Set(known.map(({ reference }) => reference));
    left.push(...some.filter(({ reference }) => !have.has(reference)));
  }
  return left;
}

/**
 * Asks the provider about a payment that a webhook named and no order has. One that has arrived is kept, and so is
 * one that has gone back since. What the provider cannot answer now is asked by the next round.
 * @returns the rows that are new and wait for the merchant.
 */
export async function askAbout(finder: Finder, reference: string): Promise<UnmatchedPayment[]> {
  const { db, paystack, log } = finder;
  const outcome = await paystack.verify(reference);
  if (!outcome.ok) {
    const { code, message } = outcome.refusal;
    log({ event: 'payment_without_order_not_asked', code, message });
    return [];
  }
  const { state } = outcome.value;
  if (state === 'reversed') await markReturned(db, reference);
  if (state !== 'reversed' && state !== 'succeeded') return [];
  return keepPayments(finder, [outcome.value], 'webhook');
}

/** Hours after which the provider is asked again about a refund that it has, until it has ended: it may fail. */
const LOOK_HOURS = 1;

/** Records that the money has gone back, or that the provider has the refund, which has not ended. */
export async function markReturned(
  db: Pick<Database, 'update'>,
  reference: string,
  hasEnded = true,
): Promise<void> {
  await db
    .update(unmatchedPayments)
    .set({
      state: 'returned',
      settledAt: sql`coalesce(settled_at, now())`,
      refundTryAt: hasEnded ? null : sql`now() + ${LOOK_HOURS} * interval '1 hour'`,
    })
    .where(
      and(
        eq(unmatchedPayments.reference, reference),
        inArray(unmatchedPayments.state, ['open', 'returned']),
      ),
    );
}

/** Whether an order with the reference of a row is there. */
export const hasOrder = sql`exists (select from orders o where o.reference = unmatched_payments.reference)`;

/** Settles the rows whose order has turned up, as when an earlier primary comes back. */
export async function matchOrders(db: Database): Promise<void> {
  await db
    .update(unmatchedPayments)
    .set({ state: 'matched', settledAt: sql`now()` })
    .where(
      and(eq(unmatchedPayments.state, 'open'), isNull(unmatchedPayments.refundMark), hasOrder),
    );
}
