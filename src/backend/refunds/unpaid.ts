import { type SQL, sql } from 'drizzle-orm';
import { orders } from '#backend/orders/tables.ts';
import { FAILED } from './news.ts';
import { type OrderMoney, orderMoney, type RefundRow, refunds } from './tables.ts';

/**
 * The refunds of an order that wait for the merchant: those that failed, unless the same amount was asked for again
 * since or nothing is left to pay back; and those that wait for a bank account.
 */
export const unpaidRefunds = ({
  refunds: all,
  money,
}: {
  refunds: readonly RefundRow[];
  money: OrderMoney;
}): RefundRow[] =>
  all.filter(
    (refund) =>
      FAILED.includes(refund.status) &&
      (refund.status !== 'failed' || money.remaining > 0) &&
      !all.some(
        (later) =>
          later.id > refund.id && later.amount === refund.amount && later.status !== 'failed',
      ),
  );

/** The same as a condition: whether `orders` has such a refund. */
export const hasUnpaidRefund: SQL = sql`exists (select from ${refunds} r where r.order_id = ${orders.id}
  and (r.status = 'needs-attention'
    or r.status = 'failed' and (select m.remaining from ${orderMoney} m where m.order_id = ${orders.id}) > 0) and not exists (select from ${refunds} later
    where later.order_id = r.order_id and later.id > r.id and later.amount = r.amount and later.status <> 'failed'))`;
