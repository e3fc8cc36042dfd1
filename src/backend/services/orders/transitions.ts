import { and, asc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Customer, type OrderRow, orderItems, orders } from '#backend/db/order-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { merchantPaidLetter, merchantRefundLetter } from '#backend/mail/merchant-emails.ts';
import { orderPaidLetter } from '#backend/mail/order-paid.ts';
import { post } from '#backend/mail/queue.ts';
import { isPaid } from '#backend/payments/is-paid.ts';
import type { Transaction as Payment } from '#backend/payments/transaction.ts';
import { hashSecret, newSecret } from '#backend/services/secrets.ts';
import type { Settings } from '#backend/settings.ts';
import { paths } from '#config/paths.ts';
import { bottlesOf, countSold, giveBack, takeAndCount } from './stock.ts';

/** Minutes between two looks at an order that stays pending. */
const CHECK_MINUTES = 10;

/** What a step needs of the settings. */
type Shop = Pick<Settings, 'HOLD_MINUTES' | 'SITE_URL' | 'MERCHANT_EMAIL'>;
type Change = PgUpdateSetSource<typeof orders>;

/**
 * Takes the one step that a verified payment asks for (design: Checkout), under the order's lock: however
 * often and in whatever order the news comes, one transition and one movement of stock. `payment` is null
 * when Paystack does not know the reference. Answers the order as it was under the lock, and as it is now.
 */
export async function applyPayment(
  transaction: Transaction,
  orderId: string,
  payment: Payment | null,
  shop: Shop,
): Promise<{ before: OrderRow; after: OrderRow } | null> {
  const [order] = await transaction
    .select({ row: orders, expired: sql<boolean>`${orders.holdExpiresAt} <= now()` })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('no key update');
  if (!order) return null;
  const { row, expired } = order;
  const after = await step(transaction, row, expired, payment, shop);
  return after && { before: row, after };
}

async function step(
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
    await endUnpaid(transaction, orderId, 'failed', 'The payment was taken back');
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
  if (inFlight && !row.holdExtended) {
    return save({ ...later, holdExtended: true, holdExpiresAt: minutes(shop.HOLD_MINUTES) });
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
    // Money came, but not what was asked for: it buys nothing and goes back.
    if (order.status === 'pending') await endUnpaid(transaction, order.id, 'failed', null);
    const remark = `Paid, but not as asked (${verdict})`;
    return askForRefund(transaction, await save({ ...facts, refundNeeded: true, remark }), shop);
  }
  const bottles = await bottlesOf(transaction, order.id);
  const paid: Change = { ...facts, status: 'paid', paidAt: readTime(payment.paidAt), remark: null };
  if (order.status === 'pending') {
    await countSold(transaction, order.id, bottles);
    return confirm(transaction, await save(paid), shop);
  }
  if (await takeAndCount(transaction, order.id, bottles)) {
    return confirm(transaction, await save(paid), shop);
  }
  const remark = 'Paid after the order had ended, and its bottles are sold';
  return askForRefund(transaction, await save({ ...facts, refundNeeded: true, remark }), shop);
}

/**
 * Writes the letters of a paid order, in the transaction that makes it paid: to the merchant, and to the customer
 * with a link that shows that one order without an account; only the letter has its secret.
 */
async function confirm(
  transaction: Transaction,
  order: OrderRow | null,
  shop: Shop,
): Promise<OrderRow | null> {
  if (!order) return null;
  const items = await linesOf(transaction, order.id);
  await post(transaction, merchantPaidLetter({ ...order, items }, shop.MERCHANT_EMAIL));
  // Whose account is deleted gets no more letters.
  if (order.eraseAt) return order;
  const key = newSecret();
  const link = `${shop.SITE_URL}${paths.sharedOrder(order.id, key)}`;
  const returns = `${shop.SITE_URL}${paths.returns}`;
  await post(transaction, orderPaidLetter({ ...order, items, link, returns }));
  return update(transaction, order.id, { shareHash: hashSecret(key) });
}

/** Writes to the merchant of money that has to go back, in the transaction that learns of it. */
async function askForRefund(
  transaction: Transaction,
  order: OrderRow | null,
  shop: Shop,
): Promise<OrderRow | null> {
  if (!order) return null;
  const items = await linesOf(transaction, order.id);
  await post(transaction, merchantRefundLetter({ ...order, items }, shop.MERCHANT_EMAIL));
  return order;
}

function linesOf(transaction: Transaction, orderId: string) {
  return transaction
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

/** Ends a pending order without payment: its bottles go back, its attempt may begin anew. Others are left alone. */
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
  await giveBack(transaction, orderId, await bottlesOf(transaction, orderId));
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

/** Paystack's time of payment; now, if it gave none that can be read. */
function readTime(time: string | null): Date {
  const read = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(read) ? new Date() : new Date(read);
}

/** PostgreSQL stores no NUL character. */
function storable(customer: Payment['customer']): Customer | null {
  return customer && (JSON.parse(JSON.stringify(customer).replaceAll('\\u0000', '')) as Customer);
}
