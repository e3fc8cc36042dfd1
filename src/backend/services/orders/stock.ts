import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type ProductRow, products } from '#backend/db/catalogue-tables.ts';
import { orderItems } from '#backend/db/order-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';

/** Units of one product. */
export interface StockLine {
  productId: string;
  quantity: number;
}

/**
 * The products, locked until the transaction ends. Everyone who changes stock locks products by id, in this one order,
 * so that no two transactions wait for each other.
 */
export function lockProducts(
  transaction: Transaction,
  ids: readonly string[],
): Promise<ProductRow[]> {
  return transaction
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('no key update');
}

/** The lines of an order, in the order of the cart. */
export function linesOf(transaction: Transaction, orderId: string) {
  return transaction
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

/**
 * Adds units to stock and to units sold, recorded in stock_movements for this order. The products must be locked.
 * A product that no longer exists is skipped.
 */
async function move(
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
  signs: { stock: -1 | 0 | 1; sold: 0 | 1 },
): Promise<void> {
  const ids = sql.param(lines.map((line) => line.productId));
  const quantities = sql.param(lines.map((line) => line.quantity));
  const stock = sql`stock = products.stock + line.quantity * ${signs.stock}::int`;
  const sold = sql`sold_count = products.sold_count + line.quantity * ${signs.sold}::int`;
  const set = [...(signs.stock ? [stock] : []), ...(signs.sold ? [sold] : [])];
  await transaction.execute(sql`
    update products set ${sql.join(set, sql`, `)}
    from unnest(${ids}::text[], ${quantities}::int[]) as line(id, quantity),
      set_config('turare.order', ${orderId}, true)
    where products.id = line.id`);
}

const lockLines = (transaction: Transaction, lines: readonly StockLine[]) =>
  lockProducts(
    transaction,
    lines.map((line) => line.productId),
  );

/** Reserves units. The caller has locked the products and knows that the units are in stock. */
export const reserveLocked = (
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
) => move(transaction, orderId, lines, { stock: -1, sold: 0 });

/** Releases reserved units. */
export async function release(
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
): Promise<void> {
  await lockLines(transaction, lines);
  await move(transaction, orderId, lines, { stock: 1, sold: 0 });
}

/** Counts reserved units as sold. */
export async function sellReserved(
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
): Promise<void> {
  await lockLines(transaction, lines);
  await move(transaction, orderId, lines, { stock: 0, sold: 1 });
}

/** Takes units off the stock and counts them as sold: all, or none if any is missing. Returns whether it did. */
export async function sellFromStock(
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
): Promise<boolean> {
  const rows = await lockLines(transaction, lines);
  const stock = new Map(rows.map((row) => [row.id, row.stock]));
  if (lines.some((line) => (stock.get(line.productId) ?? 0) < line.quantity)) return false;
  await move(transaction, orderId, lines, { stock: -1, sold: 1 });
  return true;
}
