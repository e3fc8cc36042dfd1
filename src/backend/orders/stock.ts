import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { type ProductRow, stockedColumns } from '#backend/products/stocked-products.ts';
import { productPictures, products } from '#backend/products/tables.ts';
import { orderItems } from './tables.ts';

/** Units of one product. */
export interface StockLine {
  productId: string;
  quantity: number;
}

/** A product under the lock of its stock. */
export type LockedProduct = ProductRow & {
  /** The hash of its main picture. Null without one. */
  mainPicture: string | null;
};

/**
 * The products, their stock locked until the transaction ends. Everyone who changes stock locks it by the product's id, in
 * this one order, so that no two transactions wait for each other.
 */
export function lockProducts(
  transaction: Transaction,
  ids: readonly string[],
): Promise<LockedProduct[]> {
  return transaction
    .select({ ...stockedColumns, mainPicture: productPictures.mediaHash })
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id))
    .leftJoin(
      productPictures,
      and(eq(productPictures.productId, products.id), eq(productPictures.position, 0)),
    )
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('no key update', { of: stock });
}

/** The lines of an order, in the order of the cart. */
export function linesOf(within: Pick<Transaction, 'select'>, orderId: string) {
  return within
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

/** What happens to each unit of a line: 1 adds it to the number, -1 takes it off. */
interface Signs {
  onHand: -1 | 0;
  reserved: -1 | 0 | 1;
  sold: 0 | 1;
}

/** The update of `stock` that moves units. The ledger records it for this order. */
function update(orderId: string, { onHand, reserved, sold }: Signs): SQL {
  return sql`update stock set on_hand = stock.on_hand + line.quantity * ${onHand}::int,
      reserved = stock.reserved + line.quantity * ${reserved}::int,
      sold_count = stock.sold_count + line.quantity * ${sold}::int
    from line, set_config('turare.order', ${orderId}, true) where stock.product_id = line.id`;
}

/** The lines as rows (id, quantity). */
const rowsOf = (lines: readonly StockLine[]) => sql`
  select * from unnest(${sql.param(lines.map((line) => line.productId))}::text[],
    ${sql.param(lines.map((line) => line.quantity))}::int[]) as line(id, quantity)`;

/**
 * Locks the stock of the lines and moves the units: all, or none if a line has more than `enough`, which is about a row of
 * `locked`. A product that no longer exists is skipped. One statement, because every sale waits for it.
 * @returns whether it did.
 */
async function move(
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
  signs: Signs,
  enough: SQL,
): Promise<boolean> {
  const { rows } = await transaction.execute<{ short: boolean }>(sql`
    with line as (${rowsOf(lines)}),
    locked as (
      select product_id, on_hand, reserved from stock where product_id in (select id from line)
      order by product_id for no key update
    ),
    short as (
      select from line left join locked on locked.product_id = line.id where line.quantity > ${enough}
    ),
    moved as (${update(orderId, signs)} and not exists (select from short))
    select exists (select from short) as short`);
  return rows[0]?.short === false;
}

/** However many units there are. */
const ANY = sql`line.quantity`;
/** A product that no longer exists is not missed. */
const ON_HAND = sql`coalesce(locked.on_hand, line.quantity)`;
const FREE = sql`coalesce(locked.on_hand - locked.reserved, 0)`;

/**
 * Two parts of the statement that makes an order: its lines, and the update that reserves their units. The caller has
 * locked the products and knows that the units are in stock.
 */
export const reserving = (orderId: string, lines: readonly StockLine[]) => ({
  line: rowsOf(lines),
  reserved: sql`${update(orderId, { onHand: 0, reserved: 1, sold: 0 })} returning stock.product_id`,
});

/** Releases reserved units. */
export async function release(
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
): Promise<void> {
  await move(transaction, orderId, lines, { onHand: 0, reserved: -1, sold: 0 }, ANY);
}

/**
 * Sells reserved units: all, or none if the merchant has counted fewer than were reserved. The units stay reserved then.
 * Returns whether it did.
 */
export const sellReserved = (
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
) => move(transaction, orderId, lines, { onHand: -1, reserved: -1, sold: 1 }, ON_HAND);

/** Takes units off the stock and counts them as sold: all, or none if any is missing. Returns whether it did. */
export const sellFromStock = (
  transaction: Transaction,
  orderId: string,
  lines: readonly StockLine[],
) => move(transaction, orderId, lines, { onHand: -1, reserved: 0, sold: 1 }, FREE);
