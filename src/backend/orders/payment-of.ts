import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type PaymentRow, payments } from './payment-tables.ts';
import type { OrderRow } from './tables.ts';

/** Returns the payment of each order: the one that brought its money, else the newest. */
export async function paymentsOf(
  db: Pick<Database, 'select'>,
  ids: readonly string[],
): Promise<(orderId: string) => PaymentRow | undefined> {
  const rows = await db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, [...ids]))
    .orderBy(sql`${payments.received} is not null`, asc(payments.createdAt));
  const last = new Map(rows.map((row) => [row.orderId, row]));
  return (orderId) => last.get(orderId);
}

/** An order with the reference of a payment and what that brought, as emails name it. */
export const withPayment = <Order extends OrderRow>(
  order: Order,
  {
    reference,
    received,
    currency,
    provider,
    account,
    askedKobo,
    arrivedKobo,
  }: Pick<
    PaymentRow,
    'reference' | 'received' | 'currency' | 'provider' | 'account' | 'askedKobo' | 'arrivedKobo'
  >,
) => ({ ...order, reference, received, currency, provider, account, askedKobo, arrivedKobo });
