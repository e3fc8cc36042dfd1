import { eq } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
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
