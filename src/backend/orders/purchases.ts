import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { done, refuse } from '#backend/base/result.ts';
import { lockOf } from '#backend/db/locks.ts';
import { allOrNothing, type Transaction } from '#backend/db/transact.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { endUnpaid } from './ending.ts';
import { type PaymentRow, payments } from './payment-tables.ts';
import { keepsUnits } from './status.ts';
import { lockProducts, sellFromStock, unitsOfOrders } from './stock.ts';
import { type OrderLine, type OrderRow, orderItems, orders } from './tables.ts';

export interface LockedOrder {
  row: OrderRow;
  lines: readonly OrderLine[];
  payments: readonly PaymentRow[];
  hasSample: boolean;
  /** Whether its reservation has expired. */
  expired: boolean;
  /** The time of the database: the one clock of all processes. */
  now: Date;
  /** The other orders of its purchase: those that it replaced, or that replaced it. */
  others: readonly OrderRow[];
}

/**
 * Locks an order and all others of its purchase until the transaction ends, and reads its lines in the order of the cart.
 * Null without such an order.
 */
export async function lockPurchase(
  transaction: Transaction,
  orderId: string,
): Promise<LockedOrder | null> {
  // Only one at a time may look for the others: a statement does not see an order that was made while it waited.
  await transaction.execute(
    sql`select ${lockOf('purchase', sql`purchase_id`)} from orders where id = ${orderId}`,
  );
  const rows = await transaction
    .select({
      row: orders,
      line: orderItems,
      payment: payments,
      hasSample: sql<boolean>`exists (select from products p where p.id = ${orderItems.productId} and p.sample is not null)`,
      expired: sql<boolean>`${orders.reservationExpiresAt} <= now()`,
      now: sql`now()`.mapWith(orders.createdAt),
    })
    .from(orders)
    .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(payments, and(eq(payments.orderId, orders.id), eq(orders.id, orderId)))
    .where(
      or(
        eq(orders.id, orderId),
        sql`${orders.purchaseId} = (select purchase_id from orders where id = ${orderId})`,
      ),
    )
    .orderBy(orders.id, orderItems.position)
    .for('no key update', { of: orders });
  const own = rows.filter(({ row }) => row.id === orderId);
  const [found] = own;
  if (!found) return null;
  const others = new Map(rows.map(({ row }) => [row.id, row]));
  others.delete(orderId);
  return {
    ...found,
    lines: [...new Map(own.flatMap(({ line }) => (line ? [[line.position, line]] : []))).values()],
    payments: [
      ...new Map(
        own.flatMap(({ payment }) => (payment ? [[payment.reference, payment]] : [])),
      ).values(),
    ],
    hasSample: own.some((row) => row.hasSample),
    others: [...others.values()],
  };
}

/**
 * Ends the pending ones of these orders, because `order` takes their place, inside the transaction that makes it. Their
 * units stay locked until it ends, so nobody else can have them. `items` are the products of the new order.
 * @returns the purchase that the new order belongs to; its own id if it replaces none.
 */
export async function replaceOrders(
  transaction: Transaction,
  order: { id: string; items: readonly string[] },
  replaced: readonly string[],
): Promise<string> {
  const purchases = new Set<string>();
  const pending: string[] = [];
  for (const id of [...replaced].sort()) {
    const locked = await lockPurchase(transaction, id);
    if (!locked || !keepsUnits(locked.row)) continue;
    pending.push(id);
    purchases.add(locked.row.purchaseId);
  }
  const [purchase] = purchases;
  if (purchase === undefined) return order.id;
  // All products first, in the one order of their locks.
  const units = await unitsOfOrders(transaction, pending);
  await lockProducts(transaction, [...order.items, ...units.map(({ productId }) => productId)]);
  for (const id of pending) {
    const remark = `Replaced by order #${orderNumber(order.id)}`;
    await endUnpaid(transaction, id, 'cancelled', remark, { replaced: true });
  }
  // Several become one purchase, so that only one of them all can be paid.
  await transaction
    .update(orders)
    .set({ purchaseId: purchase })
    .where(or(inArray(orders.id, pending), inArray(orders.purchaseId, [...purchases])));
  return purchase;
}

/**
 * Sells the units of an ended order whose payment has arrived while `waiting`, which had replaced it, is not paid yet:
 * ends that one, and sells what it had reserved. Changes nothing if the units do not suffice.
 * @returns whether it sold them.
 */
export async function sellInstead(
  transaction: Transaction,
  order: OrderRow,
  waiting: OrderRow,
): Promise<boolean> {
  const units = await unitsOfOrders(transaction, [order.id, waiting.id]);
  await lockProducts(
    transaction,
    units.map(({ productId }) => productId),
  );
  const sold = await allOrNothing(transaction, async (part) => {
    const remark = `Order #${orderNumber(order.id)} of the same purchase was paid instead`;
    await endUnpaid(part, waiting.id, 'cancelled', remark, { replaced: true });
    const suffices = await sellFromStock(part, order.id, order.rebuiltAt !== null);
    return suffices ? done(null) : refuse('conflict', 'The units do not suffice.');
  });
  return sold.ok;
}
