import { eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { type PaymentRow, payments } from './payment-tables.ts';
import { type OrderRow, orders } from './tables.ts';

/** Reads an order under its lock: nobody else changes it until the transaction ends. Undefined if there is none. */
export async function lockOrder(
  transaction: Pick<Transaction, 'select'>,
  id: string,
): Promise<OrderRow | undefined> {
  const [order] = await transaction
    .select()
    .from(orders)
    .where(eq(orders.id, id))
    .for('no key update');
  return order;
}

/** A payment with its order, if it has one, both under their locks. */
export interface LockedPayment {
  payment: PaymentRow;
  order: OrderRow | null;
}

/** Locks a payment and the order that it is for, the order first as everybody does. Undefined if there is none. */
export async function lockPayment(
  transaction: Pick<Transaction, 'select'>,
  reference: string,
): Promise<LockedPayment | undefined> {
  const own = transaction
    .select({ id: payments.orderId })
    .from(payments)
    .where(eq(payments.reference, reference));
  const [order = null] = await transaction
    .select()
    .from(orders)
    .where(inArray(orders.id, own))
    .for('no key update');
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(eq(payments.reference, reference))
    .for('no key update');
  return payment && { payment, order };
}
