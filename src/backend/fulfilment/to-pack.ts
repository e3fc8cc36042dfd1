import { type SQL, sql } from 'drizzle-orm';
import { orders } from '#backend/orders/tables.ts';
import { orderMoney } from '#backend/refunds/tables.ts';

/** Whether an order waits to go out: paid, neither gone (shipped, or back in stock) nor paid back. */
export const isToPack: SQL = sql`(${orders.status} = 'paid' and ${orders.goneAt} is null and ${orders.reversedAt} is null
  and (select m.remaining from ${orderMoney} m where m.order_id = ${orders.id}) > 0)`;
