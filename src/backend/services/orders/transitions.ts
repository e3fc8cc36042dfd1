import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Customer, type OrderRow, orders } from '#backend/db/order-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { merchantPaidEmail, merchantRefundEmail } from '#backend/mail/merchant-emails.ts';
import { orderPaidEmail } from '#backend/mail/order-paid.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { isPaid } from '#backend/payments/is-paid.ts';
import type { Transaction as Payment } from '#backend/payments/transaction.ts';
import { hashSecret, newSecret } from '#backend/services/secrets.ts';
import type { Settings } from '#backend/settings.ts';
import { paths } from '#config/paths.ts';
import { linesOf, release, sellFromStock, sellReserved } from './stock.ts';

/** Minutes between two checks of an order that stays pending. */
const CHECK_MINUTES = 10;

/** The settings that a transition needs. */
type Shop = Pick<Settings, 'RESERVATION_MINUTES' | 'SITE_URL' | 'MERCHANT_EMAIL'>;
type Change = PgUpdateSetSource<typeof orders>;

/**
 * Makes the one transition that a verified payment asks for (decision 12), under the order's lock. However often
 * the news arrives, and in whatever order, there is one transition and one movement of stock. `payment` is null when
 * Paystack does not know the reference. Returns the order as it was under the lock and as it is now, or null without
 * such an order.
 */
export async function applyPayment(
  transaction: Transaction,
  orderId: string,
  payment: Payment | null,
  shop: Shop,
): Promise<{ before: OrderRow; after: OrderRow } | null> {
  const [order] = await transaction
    .select({ row: orders, expired: sql<boolean>`${orders.reservationExpiresAt} <= now()` })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('no key update');
  if (!order) return null;
  const { row, expired } = order;
  const after = await transition(transaction, row, expired, payment, shop);
  return after && { before: row, after };
}

async function transition(
  transaction: Transaction,
  row: OrderRow,
  expired: boolean,
  payment: Payment | null,
  shop: Shop,
): Promise<OrderRow | null> {
  const orderId = row.id;
  const save = (change: Change) => update(transaction, orderId, change);
  const checked = { checkedAt: new Date() };

  if (payment?.status === 'success') return applySuccess(transaction, row, payment, shop);
  if (payment?.status === 'reversed') {
    const reversal = { ...checked, reversedAt: row.reversedAt ?? new Date() };
    if (row.status !== 'pending') return save(row.status === 'paid' ? reversal : checked);
    await endUnpaid(transaction, orderId, 'failed', 'The payment was reversed');
    return save(reversal);
  }
  if (row.status !== 'pending') return save(checked);
  if (payment?.status === 'failed') {
    await endUnpaid(transaction, orderId, 'failed', 'The payment failed');
    return save(checked);
  }
  const minutes = (count: number) => sql`now() + ${count} * interval '1 minute'`;
  const later = {
    ...checked,
    nextCheckAt: minutes(CHECK_MINUTES),
    claimedUntil: sql`now()`,
  };
  if (!expired) return save(later);
  const inFlight = payment !== null && payment.status !== 'abandoned';
  if (inFlight && !row.reservationExtended) {
    const reservationExpiresAt = minutes(shop.RESERVATION_MINUTES);
    return save({ ...later, reservationExtended: true, reservationExpiresAt });
  }
  await endUnpaid(transaction, orderId, 'cancelled', 'Not paid in time');
  return save(checked);
}

async function applySuccess(
  transaction: Transaction,
  order: OrderRow,
  payment: Payment,
  shop: Shop,
): Promise<OrderRow | null> {
  const checked = { checkedAt: new Date() };
  const save = (change: Change) => update(transaction, order.id, { ...checked, ...change });
  if (order.status === 'paid' || order.refundNeeded) return save({});
  const facts: Change = {
    channel: payment.channel,
    transactionId: payment.id,
    paidAmount: payment.amountKobo,
    paidCurrency: payment.currency.replaceAll('\u0000', ''),
    customer: storable(payment.customer),
  };
  const verdict = isPaid(payment, { reference: order.reference, amountKobo: order.totalKobo });
  if (verdict === 'wrong_reference' || verdict === 'not_successful') return save({});
  if (verdict !== 'paid') {
    // Money arrived, but not what was asked for. It pays for nothing and must be refunded.
    if (order.status === 'pending') await endUnpaid(transaction, order.id, 'failed', null);
    const remark = `Paid, but not as asked (${verdict})`;
    return askForRefund(transaction, await save({ ...facts, refundNeeded: true, remark }), shop);
  }
  const lines = await linesOf(transaction, order.id);
  const paid: Change = { ...facts, status: 'paid', paidAt: readTime(payment.paidAt), remark: null };
  if (order.status === 'pending') {
    await sellReserved(transaction, order.id, lines);
    return confirm(transaction, await save(paid), shop);
  }
  if (await sellFromStock(transaction, order.id, lines)) {
    return confirm(transaction, await save(paid), shop);
  }
  const remark = 'Paid after the order had ended and its bottles were sold';
  return askForRefund(transaction, await save({ ...facts, refundNeeded: true, remark }), shop);
}

/**
 * Writes the emails of a paid order, in the transaction that makes it paid: one to the merchant, and one to the customer
 * with a link that shows this one order without an account. Only the email holds the secret of that link.
 */
async function confirm(
  transaction: Transaction,
  order: OrderRow | null,
  shop: Shop,
): Promise<OrderRow | null> {
  if (!order) return null;
  const items = await linesOf(transaction, order.id);
  await enqueue(transaction, merchantPaidEmail({ ...order, items }, shop.MERCHANT_EMAIL));
  // A customer whose account is deleted gets no more emails.
  if (order.eraseAt) return order;
  const key = newSecret();
  const link = `${shop.SITE_URL}${paths.sharedOrder(order.id, key)}`;
  const returns = `${shop.SITE_URL}${paths.returns}`;
  await enqueue(transaction, orderPaidEmail({ ...order, items, link, returns }));
  return update(transaction, order.id, { shareHash: hashSecret(key) });
}

/** Asks the merchant for a refund by email, in the transaction that finds it due. */
async function askForRefund(
  transaction: Transaction,
  order: OrderRow | null,
  shop: Shop,
): Promise<OrderRow | null> {
  if (!order) return null;
  const items = await linesOf(transaction, order.id);
  await enqueue(transaction, merchantRefundEmail({ ...order, items }, shop.MERCHANT_EMAIL));
  return order;
}

/**
 * Ends a pending order without payment, releases its units, and frees its attempt to be made again. An order that is
 * not pending is left as it is.
 */
export async function endUnpaid(
  transaction: Transaction,
  orderId: string,
  status: 'failed' | 'cancelled',
  remark: string | null,
): Promise<void> {
  const ended = await transaction
    .update(orders)
    .set({ status, remark, attemptKey: null })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .returning({ id: orders.id });
  if (ended.length === 0) return;
  await release(transaction, orderId, await linesOf(transaction, orderId));
}

async function update(
  transaction: Transaction,
  orderId: string,
  change: Change,
): Promise<OrderRow | null> {
  const [row] = await transaction
    .update(orders)
    .set(change)
    .where(eq(orders.id, orderId))
    .returning();
  return row ?? null;
}

/** Paystack's time of payment, or now if Paystack gave none that can be read. */
function readTime(time: string | null): Date {
  const read = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(read) ? new Date() : new Date(read);
}

/** PostgreSQL stores no NUL character. */
function storable(customer: Payment['customer']): Customer | null {
  return customer && (JSON.parse(JSON.stringify(customer).replaceAll('\\u0000', '')) as Customer);
}
