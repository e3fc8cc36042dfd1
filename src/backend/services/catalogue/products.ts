import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { products } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { stock } from '#backend/db/stock-tables.ts';
import { hasPage, isShown, type ProductRow, selectProducts } from '#backend/db/stocked-products.ts';
import { searchProducts } from '#backend/services/search/product-search.ts';
import type {
  LiveAnswer,
  Product,
  ProductDetail,
  ProductList,
  ProductQuery,
} from '#contract/product.ts';
import { productId } from '#contract/values.ts';
import { toNaira } from '#domain/money.ts';
import { RELATED_LIMIT, rankRelated } from '#domain/related.ts';
import { readVersion } from './changes.ts';
import { discountOf, viewProducts } from './product-view.ts';
import { movedIds } from './redirects.ts';

/** The most ids that one `live` call looks up. */
const LIVE_LIMIT = 100;

const SORT_COLUMNS = {
  createdAt: products.createdAt,
  price: products.priceKobo,
  name: products.nameKey,
  soldCount: stock.soldCount,
} as const;

/**
 * The catalogue filtered, sorted and paged (spec §3, §7). Ties are sorted by id, so that no product appears on two
 * pages. A search in the default order (newest first) is sorted by best match instead: a shopper who types a name
 * wants it on top, and a request for the default order looks the same as one that names no order.
 */
export async function listProducts(db: Database, query: ProductQuery): Promise<ProductList> {
  const filter = filterOf(query);
  const offset = (query.page - 1) * query.limit;
  const answer = (rows: Product[], total: number): ProductList => ({
    products: rows,
    total,
    totalPages: Math.ceil(total / query.limit),
  });

  const byLikeness = query.sortBy === 'createdAt' && query.sortOrder === 'desc';
  if (query.search !== '') {
    const found = await searchProducts(db, query.search, filter);
    if (byLikeness || found.length === 0) {
      const page = found.slice(offset, offset + query.limit);
      return answer(await viewProducts(db, await rowsInOrder(db, page)), found.length);
    }
    const rows = await page(sql`${products.id} = any(${sql.param(found)}::text[])`);
    return answer(await viewProducts(db, rows), found.length);
  }
  const [rows, total] = await Promise.all([page(filter), db.$count(products, filter)]);
  return answer(await viewProducts(db, rows), total);

  function page(where: SQL | undefined): Promise<ProductRow[]> {
    const column = SORT_COLUMNS[query.sortBy];
    // The order must match the indexes, which Drizzle writes with NULLS LAST.
    const order = query.sortOrder === 'asc' ? asc(column) : sql`${column} desc nulls last`;
    return selectProducts(db)
      .where(where)
      .orderBy(order, asc(products.id))
      .limit(query.limit)
      .offset(offset);
  }
}

/** The condition for products that are shown, of `category` (a category or a brand, in any case) and `tag`. */
function filterOf(query: Pick<ProductQuery, 'category' | 'tag'>): SQL | undefined {
  // A subquery is evaluated once, a bare call once per product.
  const holds = (keys: typeof products.categoryKeys | typeof products.tagKeys, value: string) =>
    sql`${keys} @> array[(select match_key(${value}))]`;
  return and(
    isShown,
    query.category === '' ? undefined : holds(products.categoryKeys, query.category),
    query.tag === '' ? undefined : holds(products.tagKeys, query.tag),
  );
}

/** Those of the named products that are shown. */
async function rowsInOrder(db: Database, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db).where(and(inArray(products.id, [...ids]), isShown));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * One product and at most five related ones (spec §9); null if it does not exist or is hidden. A former id finds its product,
 * which has its present id in the answer.
 */
export async function findProduct(db: Database, asked: string): Promise<ProductDetail | null> {
  const row = (await rowWithPage(db, asked)) ?? (await movedRow(db, asked));
  if (!row) return null;
  const { id } = row;
  // A sum of comparisons. A subquery for each of thousands of candidates took five times as long.
  const shared = row.tags.map((tag) => sql`(${tag} = any(${products.tags}))::int`);
  const likeness = sql`2 * (${sql.join([sql`0`, ...shared], sql` + `)}) + (${products.brand} = ${row.brand})::int`;
  // The same order as that of rankRelated, which decides. The database only leaves out unlikely candidates.
  const near = await selectProducts(db)
    .where(
      and(
        ne(products.id, id),
        isShown,
        sql`(${products.tagKeys} && ${sql.param(row.tagKeys)}::text[] or ${products.brand} = ${row.brand})`,
      ),
    )
    .orderBy(
      desc(likeness),
      sql`${products.id} collate "C" < ${id}`,
      sql`${products.id} collate "C"`,
    )
    .limit(RELATED_LIMIT * 2);
  const related = rankRelated(row, near);
  const [product, ...relatedProducts] = await viewProducts(db, [row, ...related]);
  return product ? { product, relatedProducts } : null;
}

async function rowWithPage(db: Database, id: string): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db).where(and(eq(products.id, id), hasPage));
  return row;
}

async function movedRow(db: Database, asked: string): Promise<ProductRow | undefined> {
  const id = (await movedIds(db, [asked])).get(asked);
  return id === undefined ? undefined : rowWithPage(db, id);
}

/**
 * The current price (naira) and stock of the named products, in that order. Products that are not sold are left out. A former
 * id has the figures of its product, and its present id in `movedTo`.
 */
export async function livePrices(db: Database, ids: readonly string[]): Promise<LiveAnswer> {
  const readable = ids.map((id) => productId.safeParse(id)).flatMap((read) => read.data || []);
  const asked = [...new Set(readable)].slice(0, LIVE_LIMIT);
  const now = Date.now();
  const figures = (row: ProductRow, id: string) => ({
    id,
    ...(id === row.id ? {} : { movedTo: row.id }),
    price: toNaira(row.priceKobo),
    qtyAvailable: row.stock,
    discount: discountOf(row, now),
  });
  const known = new Map((await rowsInOrder(db, asked)).map((row) => [row.id, row]));
  const missing = asked.filter((id) => !known.has(id));
  const moved = await movedIds(db, missing);
  const found = await rowsInOrder(db, [...new Set(moved.values())]);
  const others = new Map(found.map((row) => [row.id, row]));
  return {
    products: asked.flatMap((id) => {
      const row = known.get(id) ?? others.get(moved.get(id) ?? '');
      return row ? [figures(row, id)] : [];
    }),
  };
}

/** The catalogue's version (extension catalogue.version) and the number of products that are shown. */
export async function catalogueVersion(
  db: Database,
): Promise<{ version: string; products: number }> {
  const { version } = await readVersion(db);
  return { version: String(version), products: await db.$count(products, isShown) };
}
