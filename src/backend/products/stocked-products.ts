import { eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { stock } from './stock-tables.ts';
import { products } from './tables.ts';

/** What can still be bought: units on hand that no unpaid order has reserved. */
const available: SQL<number> = sql`greatest(${stock.onHand} - ${stock.reserved}, 0)`;

/**
 * The condition for the products that shoppers find and buy: in lists, search, tags, categories, live figures and orders.
 * Each reader of products has it, or says why not.
 */
export const isShown: SQL = eq(products.status, 'shown');

/** The condition for the products that have a page, retired ones included. */
export const hasPage: SQL = ne(products.status, 'hidden');

/** The columns of a ProductRow, for a query over products and stock. */
export const stockedColumns = {
  ...getTableColumns(products),
  stock: available.mapWith(Number),
  soldCount: stock.soldCount,
  /** When the page of the product last changed. */
  updatedAt: sql`greatest(${products.updatedAt}, ${stock.shownAt},
    case when ${products.discountStartsAt} <= now() then ${products.discountStartsAt} end)`.mapWith(
    products.updatedAt,
  ),
};

/** A product with its stock. `stock` is what can still be bought. */
export type ProductRow = typeof products.$inferSelect & { stock: number; soldCount: number };

/**
 * What the holder of these attempts to pay can still buy: her unpaid orders count as hers, since her next one replaces them.
 * The one statement reads them together with the stock, so that no unit is counted twice or is missing.
 */
const availableTo = (attempts: readonly string[]): SQL<number> => sql`greatest(
  ${stock.onHand} - ${stock.reserved} + coalesce((
    select sum(item.quantity)::int from orders held join order_items item on item.order_id = held.id
    where held.attempt_key = any(${sql.param([...attempts])}::text[]) and held.status = 'pending'
      and item.product_id = ${products.id}), 0), 0)`;

/** Products with their stock, of which `attempts` hold some; the rows are ProductRow. */
export const selectProducts = (db: Pick<Database, 'select'>, attempts: readonly string[] = []) =>
  db
    .select(
      attempts.length > 0
        ? { ...stockedColumns, stock: availableTo(attempts).mapWith(Number) }
        : stockedColumns,
    )
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id));
