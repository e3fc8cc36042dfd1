import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { isShown, type ProductRow, selectProducts } from '#backend/products/stocked-products.ts';
import type { ProductQuery } from '#contract/product.ts';
import { rankRelated } from '#domain/products/related.ts';
import { searchSimply } from './simple-search.ts';

/**
 * What lists answer, by the plainest queries over the products themselves: what a large shop is too slow for, and what the
 * answers of the API must agree with.
 */

const COLUMNS = {
  createdAt: 'p.created_at',
  price: 'p.price_kobo',
  name: 'p.name_key',
  soldCount: 's.sold_count',
} as const;

/** The ids of a page and the total. */
export async function listSimply(
  db: Database,
  query: ProductQuery,
): Promise<{ ids: string[]; total: number }> {
  const holds = (column: string, value: string) =>
    value === '' ? sql`true` : sql`${sql.raw(column)} @> array[match_key(${value})]`;
  const filter = sql`status = 'shown' and ${holds('category_keys', query.category)} and ${holds('tag_keys', query.tag)}`;
  const offset = (query.page - 1) * query.limit;
  const found = query.search === '' ? null : await searchSimply(db, query.search, filter);
  if (found && query.sortBy === 'createdAt' && query.sortOrder === 'desc') {
    return { ids: found.slice(offset, offset + query.limit), total: found.length };
  }
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from products p join stock s on s.product_id = p.id
    where ${found ? sql`p.id = any(${sql.param(found)}::text[])` : filter}
    order by ${sql.raw(`${COLUMNS[query.sortBy]} ${query.sortOrder}`)}, p.id`);
  const ids = rows.map((row) => row.id);
  return { ids: ids.slice(offset, offset + query.limit), total: ids.length };
}

/** The categories or tags in use, sorted by their bytes. */
export async function namesSimply(db: Database, column: 'categories' | 'tags'): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct unnest(${sql.raw(column)}) as name from products where status = 'shown'`,
  );
  return rows.map((row) => row.name).sort();
}

/** The ids of the products that are related to one, chosen among all. */
export async function relatedSimply(db: Database, product: ProductRow): Promise<string[]> {
  return rankRelated(product, await selectProducts(db).where(isShown)).map(({ id }) => id);
}
