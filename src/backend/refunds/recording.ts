import { and, asc, eq, inArray, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import type { Events, RefundEvent } from '#backend/events/events.ts';
import type { LockedPayment } from '#backend/orders/lock-order.ts';
import type { PaymentRow } from '#backend/orders/payment-tables.ts';
import { NEWS_PAUSE_MS } from '#backend/orders/rechecks.ts';
import { restock } from '#backend/orders/restocking.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { REFUND_STATUSES, type RefundNews } from '#backend/payment-provider/provider.ts';
import { moneyOfPayment } from './money.ts';
import type { Purpose } from './purpose.ts';
import { disputes, type RefundRow, refunds } from './tables.ts';

/** Returns the progress of a refund. A late report of an earlier state changes nothing. */
export const rank = (status: RefundRow['status']) =>
  status === 'requested' ? -1 : REFUND_STATUSES.indexOf(status);

/** The final states of a refund. */
const ENDS: readonly RefundRow['status'][] = ['failed', 'done'];

/**
 * Stores the provider's report about a refund, in the transaction of its webhook, with the payment locked. The merchant
 * gets one email about each refund of an order, and one more if it fails.
 */
export async function keepRefund(
  transaction: Transaction,
  locked: LockedPayment,
  update: RefundNews,
  events: Events,
): Promise<void> {
  const { reference } = locked.payment;
  if (await isUncertain(transaction, reference, update)) return;
  const known = await findRefund(transaction, reference, update);
  if (!known) return void (await addRefund(transaction, locked, update, events));
  await advanceRefund(transaction, { ...locked, known }, update, events);
  // A row found by amount might be another refund of the same amount. The provider's list distinguishes them.
  const named = known.reference !== null && known.reference === update.reference;
  if (!named) await askSoon(transaction, known);
}

/** Makes the sweep read the provider's list of refunds soon, even for a refund that has ended. */
export async function askSoon(transaction: Transaction, { id }: RefundRow): Promise<void> {
  const soon = sql`now() + ${NEWS_PAUSE_MS} * interval '1 millisecond'`;
  await transaction
    .update(refunds)
    .set({ nextTryAt: sql`least(next_try_at, ${soon})` })
    .where(eq(refunds.id, id));
}

/**
 * Whether a refund of this amount was requested from the provider with an unknown result. The report may be about that
 * one, or about one made in the dashboard. refunds.ts reads the provider's list, which distinguishes them.
 */
const isUncertain = async (transaction: Transaction, payment: string, { amount }: RefundNews) =>
  (await transaction.$count(
    refunds,
    and(eq(refunds.payment, payment), eq(refunds.status, 'requested'), eq(refunds.amount, amount)),
  )) > 0;

/** Returns the reason of a row for a reversal that only verify reports, without a refund or dispute. */
const reversalOf = ({ provider }: Pick<PaymentRow, 'provider'>) =>
  `${wordsOf(provider).name} says that the payment was reversed`;

/** Stores a refund that was made at the provider. */
export async function addRefund(
  transaction: Transaction,
  { payment, order }: LockedPayment,
  update: RefundNews & Partial<Purpose & Pick<RefundRow, 'providerId' | 'reason'>>,
  events: Events,
): Promise<RefundRow> {
  const { reference: of } = payment;
  const explained =
    update.status !== 'failed' && (await explainReversal(transaction, payment, update));
  const recorded = update.status !== 'failed' && (await recordedByHand(transaction, of, update));
  const [refund] = recorded
    ? await transaction
        .update(refunds)
        .set({ ...update, byHand: false, updatedAt: sql`now()` })
        .where(eq(refunds.id, recorded.id))
        .returning()
    : await transaction
        .insert(refunds)
        .values({ payment: of, orderId: order?.id ?? null, ...update })
        .returning();
  if (!refund) throw new Error('The database returned no refund');
  // Its end may have been told already, to a database that is lost. The provider's list has it.
  if (!ENDS.includes(refund.status)) await askSoon(transaction, refund);
  const heard = refundEvent(refund, { isFirst: true, isExplained: explained });
  await events.publish(transaction, heard);
  return refund;
}

/**
 * Returns the row with which the merchant recorded this refund: one of the same sum, if the payment is too small for both.
 * A person who refunds in the dashboard may record it here before the provider reports it. Undefined if there is none.
 */
async function recordedByHand(
  transaction: Transaction,
  payment: string,
  { amount, currency }: { amount: number; currency: string },
): Promise<RefundRow | undefined> {
  const { remaining } = await moneyOfPayment(transaction, payment);
  if (remaining >= amount) return undefined;
  const [row] = await transaction
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.payment, payment),
        refunds.byHand,
        eq(refunds.amount, amount),
        eq(refunds.currency, currency),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(1);
  return row;
}

/**
 * Reduces a reversal's row by the sum of a refund or dispute that the provider reports later, so that the money counts
 * once. A row that staff had recorded by hand is not reduced: its sum is fixed.
 * @returns whether there was such a row.
 */
export async function explainReversal(
  transaction: Transaction,
  payment: Pick<PaymentRow, 'reference' | 'provider'>,
  { amount, currency }: { amount: number; currency: string },
): Promise<boolean> {
  const unexplained = and(
    eq(refunds.payment, payment.reference),
    eq(refunds.currency, currency),
    eq(refunds.reason, reversalOf(payment)),
    isNull(refunds.reference),
    isNull(refunds.providerId),
  );
  const whole = await transaction
    .delete(refunds)
    .where(and(unexplained, lte(refunds.amount, amount)))
    .returning({ id: refunds.id });
  const part = await transaction
    .update(refunds)
    .set({ amount: sql`${refunds.amount} - ${amount}` })
    .where(and(unexplained, isNull(refunds.intent)))
    .returning({ id: refunds.id });
  return whole.length + part.length > 0;
}

/** Returns the event about a refund in its present state. */
export const refundEvent = (
  { id, status }: RefundRow,
  {
    isFirst = false,
    isExplained = false,
  }: Partial<Pick<RefundEvent, 'isFirst' | 'isExplained'>> = {},
): RefundEvent => ({
  type: status === 'failed' || status === 'needs_customer' ? `refund.${status}` : 'refund.made',
  refund: id,
  isFirst,
  isExplained,
});

/** Stores the progress of a known refund. Its units return to stock once the provider has a refund requested here. */
export async function advanceRefund(
  transaction: Transaction,
  { order, known }: LockedPayment & { known: RefundRow },
  update: Pick<RefundNews, 'status' | 'reference'>,
  events: Events,
): Promise<void> {
  const row = await advance(transaction, known, update);
  const isFirst = known.status === 'requested';
  if (isFirst && order && row.restock && row.status !== 'failed')
    await restock(transaction, order.id, row.requestedBy ?? '');
  await events.publish(transaction, refundEvent(row, { isFirst }));
}

/**
 * Finds the row of an event: the one with its reference, or else the oldest of the same amount without a reference that
 * can still reach the event's state. Of two equal refunds the first gets the early events of both, and the second is
 * recognised when its reference comes. Ignores refunds that the provider refused, and those paid back by hand.
 */
async function findRefund(
  transaction: Transaction,
  payment: string,
  { reference, amount, currency }: RefundNews,
): Promise<RefundRow | undefined> {
  const first = async (which: SQL | undefined) => {
    const [row] = await transaction
      .select()
      .from(refunds)
      .where(and(eq(refunds.payment, payment), isNull(refunds.refusal), not(refunds.byHand), which))
      .orderBy(inArray(refunds.status, ENDS), asc(refunds.id))
      .limit(1);
    return row;
  };
  const same = and(eq(refunds.amount, amount), eq(refunds.currency, currency));
  if (reference === null) return first(same);
  return (
    (await first(eq(refunds.reference, reference))) ?? first(and(same, isNull(refunds.reference)))
  );
}

async function advance(
  transaction: Transaction,
  known: RefundRow,
  { status, reference }: Pick<RefundNews, 'status' | 'reference'>,
): Promise<RefundRow> {
  const reached = rank(status) > rank(known.status) ? status : known.status;
  const [row] = await transaction
    .update(refunds)
    .set({
      status: reached,
      reference: known.reference ?? reference,
      updatedAt: sql`now()`,
      ...(ENDS.includes(reached) && { nextTryAt: null }),
    })
    .where(eq(refunds.id, known.id))
    .returning();
  return row ?? known;
}

/** Stores verify's report of a reversed payment that no refund or dispute explains, because the merchant must know. */
export async function keepReversal(
  transaction: Transaction,
  { payment, order }: LockedPayment & { order: OrderRow },
  verified: { amountKobo: number; currency: string },
  events: Events,
): Promise<OrderRow> {
  const { reference } = payment;
  const [known] = await transaction
    .select({ of: refunds.payment })
    .from(refunds)
    .where(and(eq(refunds.payment, reference), not(refunds.byHand)))
    .unionAll(
      transaction
        .select({ of: disputes.payment })
        .from(disputes)
        .where(eq(disputes.payment, reference)),
    )
    .limit(1);
  if (!known) {
    const amount = payment.received ?? verified.amountKobo;
    const currency = payment.currency ?? verified.currency;
    const reversal = { status: 'done', reference: null, amount, currency } as const;
    const reason = reversalOf(payment);
    await addRefund(transaction, { payment, order }, { ...reversal, reason }, events);
  }
  const [after] = await transaction.select().from(orders).where(eq(orders.id, order.id));
  return after ?? order;
}
