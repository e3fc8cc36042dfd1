import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { OrderRow } from './tables.ts';

export const isPaid = ({ status }: { status: string }): boolean => status === 'paid';
export const isPending = ({ status }: Pick<OrderRow, 'status'>): boolean => status === 'pending';

/** Whether money for the order came: nothing that a provider says later makes that untrue. */
export const hasMoney = (order: Pick<OrderRow, 'status' | 'refundNeeded'>): boolean =>
  isPaid(order) || order.refundNeeded;

/** Whether an order waits for money and keeps units for it. Only such an order ends, or is replaced, by itself. */
export const keepsUnits = (order: Pick<OrderRow, 'status' | 'acceptedAt'>): boolean =>
  isPending(order) && order.acceptedAt === null;

/** The same in SQL. @param order - the orders, or their alias. */
export const keepingUnits = (order: SQLWrapper): SQL =>
  sql`(${order}.status = 'pending' and ${order}.accepted_at is null)`;

/** Whether an order is accepted and goes out, but nobody has paid for it yet. */
export const isUnpaidAccepted = (order: Pick<OrderRow, 'status' | 'acceptedAt'>): boolean =>
  isPending(order) && order.acceptedAt !== null;

/** The same in SQL. @param order - as above. */
export const isAtDoor = (order: SQLWrapper): SQL =>
  sql`(${order}.status = 'pending' and ${order}.accepted_at is not null)`;

/** Matches orders that wait for a transfer to the shop's own account. @param order - the orders, or their alias. */
export const awaitsTransfer = (order: SQLWrapper): SQL =>
  sql`(${keepingUnits(order)} and exists (
    select from payments p where p.order_id = ${order}.id and p.provider = 'bank'))`;
