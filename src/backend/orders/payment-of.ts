import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { toNaira } from '#domain/money/money.ts';
import { type PaymentRow, payments } from './payment-tables.ts';
import { hasMoney, isPending } from './status.ts';
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

/** Returns the kobo that are still to be paid for an accepted order. */
export const dueOf = (order: Pick<OrderRow, 'totalKobo'>, payment: PaymentRow | null | undefined) =>
  (payment?.askedKobo ?? order.totalKobo) - (payment?.arrivedKobo ?? 0);

/**
 * Returns that an order is accepted and paid later, with the naira that are still to be paid (extension order.accepted).
 * Nothing is due for one that was accepted and has ended.
 */
export function acceptedPart(order: OrderRow, payment: PaymentRow | undefined) {
  if (!order.acceptedAt || hasMoney(order)) return {};
  return isPending(order) ? { accepted: true, due: toNaira(dueOf(order, payment)) } : { due: 0 };
}
