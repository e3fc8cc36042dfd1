import { type SQL, sql } from 'drizzle-orm';
import { orders } from '#backend/db/tables/order-tables.ts';
import { type RefundRow, refunds } from '#backend/db/tables/refund-tables.ts';
import { FAILED } from '#backend/services/orders/refunds.ts';

/**
 * The refunds of an order that wait for the merchant: those that failed, unless the same amount was asked for again
 * since.
 */
export const unpaidRefunds = (all: readonly RefundRow[]): RefundRow[] =>
  all.filter(
    (refund) =>
      FAILED.includes(refund.status) &&
      !all.some(
        (later) =>
          later.id > refund.id && later.amount === refund.amount && later.status !== 'failed',
      ),
  );

/** The same as a condition: whether `orders` has such a refund. */
export const hasUnpaidRefund: SQL = sql`exists (select from ${refunds} r where r.order_id = ${orders.id}
  and r.status in ('failed', 'needs-attention') and not exists (select from ${refunds} later
    where later.order_id = r.order_id and later.id > r.id and later.amount = r.amount and later.status <> 'failed'))`;
