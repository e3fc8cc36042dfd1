import { type SQL, sql } from 'drizzle-orm';
import { orders } from '#backend/db/tables/order-tables.ts';
import { refunds } from '#backend/db/tables/refund-tables.ts';

/** Whether an order waits to go out: paid, neither gone (shipped, or back in stock) nor paid back. */
export const isToPack: SQL = sql`(${orders.status} = 'paid' and ${orders.goneAt} is null and ${orders.reversedAt} is null
  and ${orders.paidAmount} > (select coalesce(sum(r.amount), 0) from ${refunds} r
    where r.order_id = ${orders.id} and r.currency = ${orders.paidCurrency} and r.status <> 'failed'))`;
