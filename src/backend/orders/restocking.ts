import { sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { linesOf, lockProducts } from './stock.ts';
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
  const lines = await linesOf(transaction, orderId);
  await lockProducts(
    transaction,
    lines.map(({ productId }) => productId),
  );
  // Under its own name: what the order took off the stock stays in the books as it was.
  await transaction.execute(sql`select set_config('turare.return_of', ${orderId}, true)`);
  await transaction.execute(sql`
    update stock set on_hand = on_hand + line.quantity
    from (select product_id, sum(quantity)::int as quantity from order_items where order_id = ${orderId} group by product_id) line
    where stock.product_id = line.product_id`);
  await transaction.execute(sql`select set_config('turare.return_of', '', true)`);
  return true;
}
