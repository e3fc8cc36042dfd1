import { sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { lockProducts, unitsOfOrders } from './stock.ts';
import { restocks } from './tables.ts';

/**
 * Puts all units of a paid order back into stock, once however often it is called. The order must be locked. A product that
 * no longer exists is skipped. What was sold stays counted as sold.
 * @returns whether they came back now.
 */
export async function restock(
  transaction: Transaction,
  orderId: string,
  recordedBy: string,
): Promise<boolean> {
  const added = await transaction
    .insert(restocks)
    .values({ orderId, recordedBy })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) return false;
  const units = await unitsOfOrders(transaction, [orderId]);
  await lockProducts(
    transaction,
    units.map(({ productId }) => productId),
  );
  // Under its own name: what the order took off the stock stays in the books as it was.
  await transaction.execute(sql`select set_config('turare.return_of', ${orderId}, true)`);
  await transaction.execute(sql`
    update stock set on_hand = on_hand + units.quantity from order_units units
    where units.order_id = ${orderId} and stock.product_id = units.product_id`);
  await transaction.execute(sql`select set_config('turare.return_of', '', true)`);
  return true;
}
