import { eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { stock } from './stock-tables.ts';
import { products } from './tables.ts';

/**
 * The units of a product `p`, counted from its row of `stock`; of a set as many as its parts allow. A set of which the shopper
 * chooses k parts allows as many as the k-th most plentiful part. @param of - counts the units of a row of stock.
 */
const unitsFromStock = (of: (stock: SQL) => SQL, p: SQL, own: SQL): SQL<number> => sql`case
  when ${p}.set_parts is null then greatest(${of(own)}, 0)
  else coalesce((
    select case when ${p}.set_choose is null then min(units) else (array_agg(units order by units desc))[${p}.set_choose] end
    from (
      select coalesce(greatest(${of(sql`part`)}, 0), 0) / s.quantity as units
      from set_parts s left join stock part on part.product_id = s.part_id where s.set_id = ${p}.id
    ) as parts), 0)
  end`;

const onHandOf = (stock: SQL) => sql`${stock}.on_hand`;
const freeOf = (stock: SQL) => sql`${stock}.on_hand - ${stock}.reserved`;

/** What can still be bought of a product, by the names of `products` and `stock` in a query: units that no unpaid order has reserved. */
export const freeUnits = (p = sql`products`, s = sql`stock`) => unitsFromStock(freeOf, p, s);
/** What is in the shop of a product: built pages take no notice of unpaid orders (decision 17). */
export const unitsOnHand = unitsFromStock(onHandOf, sql`products`, sql`stock`);

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
  stock: freeUnits().mapWith(Number),
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
const availableTo = (attempts: readonly string[]): SQL<number> =>
  unitsFromStock(
    (s) => sql`${freeOf(s)} + coalesce((
      select sum(units.quantity)::int from orders held join order_units units on units.order_id = held.id
      where held.attempt_key = any(${sql.param([...attempts])}::text[]) and held.status = 'pending' and held.accepted_at is null
        and units.product_id = ${s}.product_id), 0)`,
    sql`products`,
    sql`stock`,
  );

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
