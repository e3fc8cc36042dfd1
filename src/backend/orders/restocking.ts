import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { lockProducts, unitsOfOrders } from './stock.ts';
import { restocks } from './tables.ts';

/**
 * Puts all units of a paid order back into stock, only once even if it is called again. The order must be locked. A
 * product that no longer exists is skipped. Sold units stay counted as sold.
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
  await lockUnits(transaction, orderId);
  await move(transaction, orderId, 1);
  return true;
}

/**
 * Takes units that came back by mistake off the stock again. The order must be locked. The ledger of the stock keeps
 * both movements. @returns false, and changes nothing, if one of them is sold or reserved again.
 */
export async function takeOffAgain(transaction: Transaction, orderId: string): Promise<boolean> {
  await lockUnits(transaction, orderId);
  const { rows } = await transaction.execute(sql`
    select from order_units units join stock on stock.product_id = units.product_id
    where units.order_id = ${orderId} and stock.on_hand - stock.reserved < units.quantity`);
  if (rows.length > 0) return false;
  await transaction.delete(restocks).where(eq(restocks.orderId, orderId));
  await move(transaction, orderId, -1);
  return true;
}

async function lockUnits(transaction: Transaction, orderId: string): Promise<void> {
  const units = await unitsOfOrders(transaction, [orderId]);
  await lockProducts(
    transaction,
    units.map(({ productId }) => productId),
  );
}

async function move(transaction: Transaction, orderId: string, sign: 1 | -1): Promise<void> {
  // Under its own name: what the order took off the stock stays in the books as it was.
  await transaction.execute(sql`select set_config('turare.return_of', ${orderId}, true)`);
  await transaction.execute(sql`
    update stock set on_hand = on_hand + ${sign}::int * units.quantity from order_units units
    where units.order_id = ${orderId} and stock.product_id = units.product_id`);
  await transaction.execute(sql`select set_config('turare.return_of', '', true)`);
}
