import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { orders } from '#backend/orders/tables.ts';

/** Whether an order is ready to go out (sql/may-be-packed.sql). The first conditions use the index orders_to_pack. */
export const isToPack: SQL = sql`(${orders.acceptedAt} is not null and ${orders.goneAt} is null and may_be_packed(${orders}))`;

/** Whether this order is. */
export const mayBePacked = async (
  db: Pick<Database, '$count'>,
  orderId: string,
): Promise<boolean> => (await db.$count(orders, and(eq(orders.id, orderId), isToPack))) > 0;
