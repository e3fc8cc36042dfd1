import { and, asc, eq, inArray, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { type MerchantSettings, merchantOf } from '#backend/mail/merchant.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { emails } from '#backend/mail/tables.ts';
import { NEWS_PAUSE_MS } from '#backend/orders/rechecks.ts';
import { restock } from '#backend/orders/restocking.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { REFUND_STATUSES, type RefundNews } from '#backend/payment-provider/provider.ts';
import { codesEndedBy } from '#backend/promotions/sample-codes.ts';
import { orderRefundedEmail, REFUND_EMAIL_PREFIX, refundDelayedEmail } from './customer-emails.ts';
import { merchantRefundFailedEmail, merchantRefundNewsEmail } from './merchant-emails.ts';
import { moneyOf } from './money.ts';
import type { Purpose } from './purpose.ts';
import { disputes, type RefundRow, refunds } from './tables.ts';

/** Refunds that cannot go on without the merchant. */
export const FAILED: readonly RefundRow['status'][] = ['failed', 'needs-attention'];

/** How far a refund is. News of an earlier state that arrives late changes nothing. */
export const rank = (status: RefundRow['status']) =>
  status === 'requested' ? -1 : REFUND_STATUSES.indexOf(status);

/** The end of a refund. */
const ENDS: readonly RefundRow['status'][] = ['failed', 'processed'];

/**
 * Keeps what the provider says about a refund, in the transaction of its webhook and under the order's lock. The
 * merchant gets one email about each refund, and one more if it fails.
 */
export async function keepRefund(
  transaction: Transaction,
  order: OrderRow,
  update: RefundNews,
  settings: MerchantSettings,
): Promise<void> {
  if (await isUncertain(transaction, order.id, update)) return;
  const known = await findRefund(transaction, order.id, update);
  if (!known) return void (await addRefund(transaction, order, update, settings));
  await advanceRefund(transaction, { order, known }, update, settings);
  // News found by its amount might be of another refund of the same amount. The provider's list tells them apart.
  const named = known.reference !== null && known.reference === update.reference;
  if (!named) await askSoon(transaction, known);
}

/** Lets the sweep read the provider's list of refunds soon, also about a refund that has ended. */
export async function askSoon(transaction: Transaction, { id }: RefundRow): Promise<void> {
  const soon = sql`now() + ${NEWS_PAUSE_MS} * interval '1 millisecond'`;
  await transaction
    .update(refunds)
    .set({ nextTryAt: sql`least(next_try_at, ${soon})` })
    .where(eq(refunds.id, id));
}

/**
 * Whether the provider was asked for a refund of this amount, and it is not known what came of it. The news may be
 * of that one, or of one made in the dashboard: refunds.ts asks the provider's list, which tells them apart.
 */
const isUncertain = async (transaction: Transaction, orderId: string, { amount }: RefundNews) =>
  (await transaction.$count(
    refunds,
    and(eq(refunds.orderId, orderId), eq(refunds.status, 'requested'), eq(refunds.amount, amount)),
  )) > 0;

/**
 * The reason of a row for a reversal that no refund or dispute explains: only verify says that the money has
 * gone back.
 */
const REVERSED = 'Paystack says that the payment was reversed';

/** Keeps a refund that was made at the provider. */
export async function addRefund(
  transaction: Transaction,
  order: OrderRow,
  update: RefundNews & Partial<Purpose & Pick<RefundRow, 'paystackId' | 'reason'>>,
  settings: MerchantSettings,
): Promise<RefundRow> {
  const explained =
    update.status !== 'failed' && (await explainReversal(transaction, order.id, update));
  const recorded =
    update.status !== 'failed' && (await recordedByHand(transaction, order.id, update));
  const [refund] = recorded
    ? await transaction
        .update(refunds)
        .set({ ...update, byHand: false, updatedAt: sql`now()` })
        .where(eq(refunds.id, recorded.id))
        .returning()
    : await transaction
        .insert(refunds)
        .values({ orderId: order.id, ...update })
        .returning();
  if (!refund) throw new Error('The database returned no refund');
  const email = { order, refund, merchant: merchantOf(settings) };
  await enqueue(transaction, merchantRefundNewsEmail(email));
  // Of a payment that was reversed she has heard.
  if (!explained) await tellRefund(transaction, order, refund);
  return refund;
}

/**
 * The row by which the merchant has recorded this refund: of the same sum, where the payment has not enough for
 * both. Whoever refunds in the dashboard may say so here before the provider does. Undefined where there is none.
 */
async function recordedByHand(
  transaction: Transaction,
  orderId: string,
  { amount, currency }: { amount: number; currency: string },
): Promise<RefundRow | undefined> {
  const { remaining } = await moneyOf(transaction, orderId);
  if (remaining >= amount) return undefined;
  const [row] = await transaction
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, orderId),
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
 * The provider may explain a reversal only later, as a refund or a dispute. Then the reversal's row is reduced by that
 * sum, so that the money counts once. One that staff had recorded by hand before is not reduced: its sum is fixed.
 * @returns whether there was such a row.
 */
export async function explainReversal(
  transaction: Transaction,
  orderId: string,
  { amount, currency }: { amount: number; currency: string },
): Promise<boolean> {
  const unexplained = and(
    eq(refunds.orderId, orderId),
    eq(refunds.currency, currency),
    eq(refunds.reason, REVERSED),
    isNull(refunds.reference),
    isNull(refunds.paystackId),
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

/**
 * Keeps how far a known refund is. Once the provider has one that was asked for here, its units come back, and the
 * customer gets an email.
 */
export async function advanceRefund(
  transaction: Transaction,
  { order, known }: { order: OrderRow; known: RefundRow },
  update: Pick<RefundNews, 'status' | 'reference'>,
  settings: MerchantSettings,
): Promise<void> {
  const row = await advance(transaction, known, update);
  const email = { order, refund: row, merchant: merchantOf(settings) };
  if (known.status === 'requested') {
    await enqueue(transaction, merchantRefundNewsEmail(email));
    if (row.restock && row.status !== 'failed') {
      await restock(transaction, order.id, row.requestedBy ?? '');
    }
  } else if (FAILED.includes(row.status)) {
    await enqueue(transaction, merchantRefundFailedEmail(email));
  }
  await tellRefund(transaction, order, row);
}

/**
 * Tells the customer of a refund, once, whoever has made it; and once of one that waits for her bank account, or
 * that fails after she was told.
 */
export async function tellRefund(
  transaction: Transaction,
  order: OrderRow,
  refund: RefundRow,
): Promise<void> {
  // A customer whose account is deleted gets no emails.
  if (order.eraseAt) return;
  const isTold = eq(emails.id, `${REFUND_EMAIL_PREFIX.refunded}${refund.id}`);
  if (!FAILED.includes(refund.status)) {
    const ended = await codesEndedBy(transaction, order.id, { refund: refund.id, dispute: null });
    await enqueue(transaction, orderRefundedEmail({ order, refund, ended }));
  } else if (refund.status === 'needs-attention' || (await transaction.$count(emails, isTold)) > 0)
    await enqueue(transaction, refundDelayedEmail({ order, refund }));
}

/**
 * The row that an event is about: the one with its reference; else one of the same amount that has none yet, the oldest
 * of those that can still reach the event's state. Of two equal refunds the first takes the early events of both,
 * and the second is known when its reference comes. One that the provider refused to make is none of them, nor one
 * that was paid back by hand.
 */
async function findRefund(
  transaction: Transaction,
  orderId: string,
  { reference, amount, currency }: RefundNews,
): Promise<RefundRow | undefined> {
  const first = async (which: SQL | undefined) => {
    const [row] = await transaction
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, orderId), isNull(refunds.refusal), not(refunds.byHand), which))
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

/**
 * Keeps what verify says about a payment that was reversed, if no refund or dispute at the provider explains it:
 * the money has gone back, and the merchant must know.
 */
export async function keepReversal(
  transaction: Transaction,
  order: OrderRow,
  payment: { amountKobo: number; currency: string },
  settings: MerchantSettings,
): Promise<OrderRow> {
  const [known] = await transaction
    .select({ of: refunds.orderId })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), not(refunds.byHand)))
    .unionAll(
      transaction
        .select({ of: disputes.orderId })
        .from(disputes)
        .where(eq(disputes.orderId, order.id)),
    )
    .limit(1);
  if (!known) {
    const amount = order.paidAmount ?? payment.amountKobo;
    const currency = order.paidCurrency ?? payment.currency;
    const reversal = { status: 'processed', reference: null, amount, currency } as const;
    await addRefund(transaction, order, { ...reversal, reason: REVERSED }, settings);
  }
  const [after] = await transaction.select().from(orders).where(eq(orders.id, order.id));
  return after ?? order;
}
