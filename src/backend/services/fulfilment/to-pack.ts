import { type SQL, sql } from 'drizzle-orm';
import { fulfilmentSteps, restocks } from '#backend/db/fulfilment-tables.ts';
import { orders } from '#backend/db/order-tables.ts';
import { refunds } from '#backend/db/refund-tables.ts';

/** Whether an order waits to go out: paid, not shipped, and neither paid back nor back in stock. */
export const isToPack: SQL = sql`(${orders.status} = 'paid' and ${orders.reversedAt} is null
  and not exists (select from ${fulfilmentSteps} f where f.order_id = ${orders.id} and f.step = 'shipped')
  and not exists (select from ${restocks} b where b.order_id = ${orders.id})
  and ${orders.paidAmount} > (select coalesce(sum(r.amount), 0) from ${refunds} r
    where r.order_id = ${orders.id} and r.currency = ${orders.paidCurrency} and r.status <> 'failed'))`;
