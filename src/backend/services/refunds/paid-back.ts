import { and, eq, ne, sql } from 'drizzle-orm';
import type { OrderRow } from '#backend/db/tables/order-tables.ts';
import { disputes, refunds } from '#backend/db/tables/refund-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';

/** Minor units of an order's payment that refunds have paid back or are about to, and that disputes have taken. */
export async function paidBack(
  transaction: Transaction,
  order: Pick<OrderRow, 'id' | 'paidCurrency'>,
): Promise<number> {
  const currency = order.paidCurrency ?? '';
  const [made] = await transaction
    .select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)::float8` })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, order.id),
        eq(refunds.currency, currency),
        ne(refunds.status, 'failed'),
      ),
    );
  const [lost] = await transaction
    .select({ sum: sql<number>`coalesce(sum(${disputes.amount}), 0)::float8` })
    .from(disputes)
    .where(
      and(
        eq(disputes.orderId, order.id),
        eq(disputes.currency, currency),
        eq(disputes.resolution, 'merchant-accepted'),
      ),
    );
  return (made?.sum ?? 0) + (lost?.sum ?? 0);
}
