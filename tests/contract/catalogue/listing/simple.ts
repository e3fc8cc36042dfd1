import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { hasPage, type ProductRow, selectProducts } from '#backend/products/stocked-products.ts';
import type { ProductQuery } from '#contract/product.ts';
import { rankRelated } from '#domain/products/related.ts';
import { cardKey, fragrances, onCard } from '#domain/products/sizes.ts';
import { searchSimply } from './simple-search.ts';

/**
 * The answers of lists, by the plainest queries over the products themselves. They are too slow for a large shop, and
 * the API's answers must agree with them.
 */

const COLUMNS = {
  createdAt: 'p.created_at',
  price: 'card.price',
  name: 'p.name_key',
  soldCount: 's.sold_count',
} as const;

/** All products that have a page, and the sizes of each card by the domain's rule, the first one first. */
export interface Shelf {
  pages: readonly ProductRow[];
  cards: readonly ProductRow[][];
}

/** Reads every product once. The shelf is valid as long as no product changes. */
export async function shelfSimply(db: Database): Promise<Shelf> {
  const pages = await selectProducts(db).where(hasPage);
  const sold = (sizes: readonly ProductRow[]) => sizes.filter(({ status }) => status === 'shown');
  const grouped = [...fragrances(pages).values()].map((sizes) => [...onCard(sold(sizes))]);
  const together = new Set([...fragrances(pages).values()].flat());
  const alone = sold(pages.filter((row) => !together.has(row))).map((row) => [row]);
  return { pages, cards: [...grouped, ...alone].filter((sizes) => sizes.length > 0) };
}

const cheapest = (sizes: readonly ProductRow[]) => {
  const inStock = sizes.filter(({ stock }) => stock > 0);
  return Math.min(...(inStock.length > 0 ? inStock : sizes).map(({ priceKobo }) => priceKobo));
};

/** Returns the ids of a page, each that of the first size of its card, and the total. */
export async function listSimply(
  db: Database,
  shelf: Shelf,
  query: ProductQuery,
): Promise<{ ids: string[]; total: number }> {
  const { rows: keys } = await db.execute<{ category: string; tag: string }>(
    sql`select match_key(${query.category}) as category, match_key(${query.tag}) as tag`,
  );
  const [{ category, tag } = { category: '', tag: '' }] = keys;
  const cards = shelf.cards.filter(
    (sizes) =>
      (category === '' || sizes.some(({ categoryKeys }) => categoryKeys.includes(category))) &&
      (tag === '' || sizes.some(({ tagKeys }) => tagKeys.includes(tag))),
  );
  const firsts = sql.param(cards.map(([first]) => first?.id));
  const offset = (query.page - 1) * query.limit;
  const found =
    query.search === ''
      ? null
      : await searchSimply(db, query.search, sql`products.id = any(${firsts}::text[])`);
  if (found && query.sortBy === 'createdAt' && query.sortOrder === 'desc') {
    return { ids: found.slice(offset, offset + query.limit), total: found.length };
  }
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from unnest(${firsts}::text[], ${sql.param(cards.map(cheapest))}::bigint[]) as card(id, price)
    join products p using (id) join stock s on s.product_id = p.id
    where ${found ? sql`p.id = any(${sql.param(found)}::text[])` : sql`true`}
    order by ${sql.raw(`${COLUMNS[query.sortBy]} ${query.sortOrder}`)}, p.id`);
  const ids = rows.map((row) => row.id);
  return { ids: ids.slice(offset, offset + query.limit), total: ids.length };
}

/** Returns the categories or tags in use, sorted by their bytes. */
export async function namesSimply(db: Database, column: 'categories' | 'tags'): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct unnest(${sql.raw(column)}) as name from products where status = 'shown'`,
  );
  return rows.map((row) => row.name).sort();
}

/** Returns the first sizes of the cards related to a product, chosen among all. */
export function relatedSimply({ pages, cards }: Shelf, product: ProductRow): string[] {
  const others = cards.filter((sizes) => !sizes.some(({ id }) => id === product.id));
  const own = fragrances(pages).get(cardKey(product)) ?? [];
  const candidates = others.flatMap(([first, ...more]) => {
    if (!first || (more.length > 0 && own.some(({ id }) => id === first.id))) return [];
    const sizes = [first, ...more];
    return {
      id: first.id,
      brand: sizes.some(({ brand }) => brand === product.brand) ? product.brand : '-',
      tags: [...new Set(sizes.flatMap(({ tags }) => tags))],
    };
  });
  return rankRelated(product, candidates).map(({ id }) => id);
}
