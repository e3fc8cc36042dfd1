import { asc, eq, inArray, sql } from 'drizzle-orm';
import { type ProductRow, products } from '#backend/db/catalogue-tables.ts';
import { orderItems } from '#backend/db/order-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';

/** Bottles of one product. */
export interface Bottles {
  productId: string;
  quantity: number;
}

/**
 * The products, locked until the transaction ends. All who change stock lock in this one order, by id, so
 * that no two wait for each other.
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

/**
 * Adds to stock and to bottles sold, in the books for this order; the products must be locked. One that is gone
 * is passed over.
 */
async function move(
  transaction: Transaction,
  orderId: string,
  bottles: readonly Bottles[],
  signs: { stock: -1 | 0 | 1; sold: 0 | 1 },
): Promise<void> {
  const ids = sql.param(bottles.map((line) => line.productId));
  const quantities = sql.param(bottles.map((line) => line.quantity));
  const stock = sql`stock = products.stock + line.quantity * ${signs.stock}::int`;
  const sold = sql`sold_count = products.sold_count + line.quantity * ${signs.sold}::int`;
  const set = [...(signs.stock ? [stock] : []), ...(signs.sold ? [sold] : [])];
  await transaction.execute(sql`
    update products set ${sql.join(set, sql`, `)}
    from unnest(${ids}::text[], ${quantities}::int[]) as line(id, quantity),
      set_config('turare.order', ${orderId}, true)
    where products.id = line.id`);
}

/** What an order is of. */
export function bottlesOf(transaction: Transaction, orderId: string): Promise<Bottles[]> {
  return transaction
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
}

/** The same for products that are not locked yet. */
async function lockAndMove(
  transaction: Transaction,
  orderId: string,
  bottles: readonly Bottles[],
  signs: { stock: -1 | 0 | 1; sold: 0 | 1 },
): Promise<void> {
  await lockProducts(
    transaction,
    bottles.map((line) => line.productId),
  );
  await move(transaction, orderId, bottles, signs);
}

/** Takes bottles that are known to be there, for products locked by the caller. */
export const takeLocked = (
  transaction: Transaction,
  orderId: string,
  bottles: readonly Bottles[],
) => move(transaction, orderId, bottles, { stock: -1, sold: 0 });

/** Gives bottles back. */
export const giveBack = (transaction: Transaction, orderId: string, bottles: readonly Bottles[]) =>
  lockAndMove(transaction, orderId, bottles, { stock: 1, sold: 0 });

/** Counts bottles that an order already holds as sold. */
export const countSold = (transaction: Transaction, orderId: string, bottles: readonly Bottles[]) =>
  lockAndMove(transaction, orderId, bottles, { stock: 0, sold: 1 });

/** Takes bottles and counts them as sold, all or none; false when not all are there. */
export async function takeAndCount(
  transaction: Transaction,
  orderId: string,
  bottles: readonly Bottles[],
): Promise<boolean> {
  const rows = await lockProducts(
    transaction,
    bottles.map((line) => line.productId),
  );
  const stock = new Map(rows.map((row) => [row.id, row.stock]));
  if (bottles.some((line) => (stock.get(line.productId) ?? 0) < line.quantity)) return false;
  await move(transaction, orderId, bottles, { stock: -1, sold: 1 });
  return true;
}
