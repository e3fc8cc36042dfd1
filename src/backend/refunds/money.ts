import { eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OrderMoney, orderMoney, paymentMoney } from './tables.ts';

/** The money of an unpaid order. */
const NONE = {
  received: null,
  currency: null,
  gone: 0,
  claimed: 0,
  underWay: 0,
  remaining: 0,
} as const;

/** Returns what was paid for an order, what has gone back, and what can still be paid back (decision 13). */
export async function moneyOf(db: Pick<Database, 'select'>, orderId: string): Promise<OrderMoney> {
  const [money] = await db.select().from(orderMoney).where(eq(orderMoney.orderId, orderId));
  return money ?? { orderId, ...NONE };
}

/** Returns the same for several orders. */
export async function moneyOfEach(
  db: Pick<Database, 'select'>,
  ids: readonly string[],
): Promise<(orderId: string) => OrderMoney> {
  const rows = await db
    .select()
    .from(orderMoney)
    .where(inArray(orderMoney.orderId, [...ids]));
  const byId = new Map(rows.map((money) => [money.orderId, money]));
  return (orderId) => byId.get(orderId) ?? { orderId, ...NONE };
}

/** Returns the same for one payment. */
export async function moneyOfPayment(db: Pick<Database, 'select'>, reference: string) {
  const of = eq(paymentMoney.reference, reference);
  const [money] = await db.select().from(paymentMoney).where(of);
  return money ?? NONE;
}

/**
 * Matches payments that brought more than was asked for, by what staff have recorded, as long as the rest has not gone
 * back. @param payment - an alias.
 */
export const isOverpaid = (payment: SQLWrapper): SQL =>
  sql`(${payment}.arrived_kobo > ${payment}.asked_kobo and ${payment}.received is not null and exists (
    select from payment_money m where m.reference = ${payment}.reference
      and m.gone + m.under_way < ${payment}.received - ${payment}.asked_kobo))`;
