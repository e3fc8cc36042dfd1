import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { toNaira } from '#domain/money/money.ts';
import { acceptsUnpaid } from '#domain/payments/ways.ts';
import { type PaymentRow, payments } from './payment-tables.ts';
import { hasMoney, isPending } from './status.ts';
import type { OrderRow } from './tables.ts';

/** The payments of an order that its pages show. */
export interface ShownPayments {
  /** The one that brought its money, else the newest. Undefined without any. */
  payment: PaymentRow | undefined;
  /** The one that follows after the order is accepted: beside a deposit, or alone. */
  rest: PaymentRow | undefined;
}

/** Returns the payments of each order. */
export async function paymentsOf(
  db: Pick<Database, 'select'>,
  ids: readonly string[],
): Promise<(orderId: string) => ShownPayments> {
  const rows = await db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, [...ids]))
    .orderBy(sql`${payments.received} is not null`, asc(payments.createdAt));
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return (orderId) => {
    const own = byOrder.get(orderId) ?? [];
    const rest = own.find(({ way }) => acceptsUnpaid(way));
    return { payment: own.findLast((row) => row !== rest || own.length === 1) ?? rest, rest };
  };
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
export const dueOf = (order: Pick<OrderRow, 'totalKobo'>, rest: PaymentRow | null | undefined) =>
  (rest?.askedKobo ?? order.totalKobo) - (rest?.arrivedKobo ?? 0);

/**
 * Returns that an order is accepted and paid later, with the naira that are still to be paid (extension order.accepted).
 * Nothing is due for one that was accepted and has ended.
 */
export function acceptedPart(order: OrderRow, rest: PaymentRow | undefined) {
  if (!order.acceptedAt || hasMoney(order)) return {};
  return isPending(order) ? { accepted: true, due: toNaira(dueOf(order, rest)) } : { due: 0 };
}
