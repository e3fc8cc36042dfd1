import { eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { stock } from './stock-tables.ts';
import { products } from './tables.ts';

/**
 * Returns the units of a product `p` from its row of `stock`; for a set, as many as its parts allow. A set with k parts of
 * choice allows as many as the k-th most plentiful part. @param of - counts the units of a row of stock.
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

/** Returns the units that no unpaid order has reserved. Takes the query's names of `products` and `stock`. */
export const freeUnits = (p = sql`products`, s = sql`stock`) => unitsFromStock(freeOf, p, s);
/** The units in the shop. Built pages ignore unpaid orders (decision 17). */
export const unitsOnHand = unitsFromStock(onHandOf, sql`products`, sql`stock`);

/**
 * Matches products that shoppers find and buy: in lists, search, tags, categories, live figures and orders. Every query of
 * products uses it, or says why it does not.
 */
export const isShown: SQL = eq(products.status, 'shown');

/** Matches products that have a page, including retired ones. */
export const hasPage: SQL = ne(products.status, 'hidden');

/** The columns of a ProductRow, for a query over products and stock. */
export const stockedColumns = {
  ...getTableColumns(products),
  stock: freeUnits().mapWith(Number),
  soldCount: stock.soldCount,
  /** The time when the product's page last changed. */
  updatedAt: sql`greatest(${products.updatedAt}, ${stock.shownAt},
    case when ${products.discountStartsAt} <= now() then ${products.discountStartsAt} end)`.mapWith(
    products.updatedAt,
  ),
};

/** A product with its stock. `stock` is the number of units that can be bought. */
export type ProductRow = typeof products.$inferSelect & { stock: number; soldCount: number };

/**
 * Returns the units that the owner of these payment attempts can buy. Her unpaid orders count as available, because her
 * next order replaces them. One statement reads both, so that no unit is missing or counted twice.
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

/** Selects products with their stock as ProductRow. The units that `attempts` have reserved count as available. */
export const selectProducts = (db: Pick<Database, 'select'>, attempts: readonly string[] = []) =>
  db
    .select(
      attempts.length > 0
        ? { ...stockedColumns, stock: availableTo(attempts).mapWith(Number) }
        : stockedColumns,
    )
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id));
