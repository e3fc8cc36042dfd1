import { eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { lockProducts, unitsOfOrders } from './stock.ts';
import { restocks, unitsBack } from './tables.ts';

/**
 * Puts all units of a paid order back into stock that are still out, only once even if it is called again. The
 * order must be locked. A product that no longer exists is skipped. Sold units stay counted as sold.
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
    select from units_out units join stock on stock.product_id = units.product_id
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
  await asReturn(
    transaction,
    orderId,
    sql`update stock set on_hand = on_hand + ${sign}::int * units.quantity from units_out units
      where units.order_id = ${orderId} and stock.product_id = units.product_id`,
  );
}

async function asReturn(transaction: Transaction, orderId: string, update: SQL): Promise<void> {
  await transaction.execute(sql`select set_config('turare.return_of', ${orderId}, true)`);
  await transaction.execute(update);
  await transaction.execute(sql`select set_config('turare.return_of', '', true)`);
}

/** Units of a line that came back: how many can be sold again, and how many cannot. */
export type LineBack = Pick<typeof unitsBack.$inferInsert, 'position' | 'restocked' | 'writtenOff'>;

/**
 * Records units of a locked order that came back one by one, and puts those into stock that can be sold again. The
 * database refuses more than a line has, and any after the whole order is back in stock.
 */
export async function takeUnitsBack(
  transaction: Transaction,
  orderId: string,
  lines: readonly LineBack[],
  recordedBy: string,
): Promise<void> {
  const some = lines.filter(({ restocked, writtenOff }) => restocked + writtenOff > 0);
  if (some.length === 0) return;
  await lockUnits(transaction, orderId);
  await transaction
    .insert(unitsBack)
    .values(some.map((line) => ({ ...line, orderId, recordedBy })));
  await asReturn(
    transaction,
    orderId,
    sql`update stock set on_hand = on_hand + back.quantity from (
        select coalesce(p.product_id, i.product_id) as product_id,
          sum(l.restocked * coalesce(p.quantity, 1))::int as quantity
        from unnest(${sql.param(some.map(({ position }) => position))}::int[],
          ${sql.param(some.map(({ restocked }) => restocked))}::int[]) as l(position, restocked)
        join order_items i on i.order_id = ${orderId} and i.position = l.position
        left join order_parts p on p.order_id = i.order_id and p.position = i.position
        group by 1
      ) back where stock.product_id = back.product_id and back.quantity > 0`,
  );
}
