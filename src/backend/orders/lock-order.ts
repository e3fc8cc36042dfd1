import { eq, inArray, sql } from 'drizzle-orm';
import { lockOf } from '#backend/db/locks.ts';
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

/**
 * Locks a payment and its order, the order first as everywhere. A payment without an order may get one at the same
 * time: the code that makes it holds the same advisory lock. Undefined if there is no such payment.
 */
export async function lockPayment(
  transaction: Pick<Transaction, 'select' | 'execute'>,
  reference: string,
): Promise<LockedPayment | undefined> {
  const ofReference = eq(payments.reference, reference);
  const lockItsOrder = async () => {
    const own = transaction.select({ id: payments.orderId }).from(payments).where(ofReference);
    const [order] = await transaction
      .select()
      .from(orders)
      .where(inArray(orders.id, own))
      .for('no key update');
    return order;
  };
  let order = await lockItsOrder();
  if (!order) {
    await transaction.execute(sql`select ${lockOf('payment', reference)}`);
    order = await lockItsOrder();
  }
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(ofReference)
    .for('no key update');
  return payment && { payment, order: order ?? null };
}
