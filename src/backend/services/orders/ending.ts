import { and, eq } from 'drizzle-orm';
import { orders } from '#backend/db/tables/order-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { linesOf, release } from './stock.ts';

/**
 * Ends a pending order without payment and releases its units. Frees its attempt to be made again, unless a newer attempt
 * replaces it. An order that is not pending is left as it is.
 * @returns whether it was pending.
 */
export async function endUnpaid(
  transaction: Transaction,
  orderId: string,
  status: 'failed' | 'cancelled',
  remark: string | null,
  { replaced = false }: { replaced?: boolean } = {},
): Promise<boolean> {
  const ended = await transaction
    .update(orders)
    .set({ status, remark, ...(replaced ? {} : { attemptKey: null }) })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .returning({ id: orders.id });
  if (ended.length === 0) return false;
  await release(transaction, orderId, await linesOf(transaction, orderId));
  return true;
}
