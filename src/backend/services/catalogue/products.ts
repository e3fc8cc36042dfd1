import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { hasPage, isShown, type ProductRow, selectProducts } from '#backend/db/stocked-products.ts';
import { products } from '#backend/db/tables/catalogue-tables.ts';
import { searchProducts } from '#backend/services/search/product-search.ts';
import type {
  LiveAnswer,
  LookupProduct,
  ProductDetail,
  ProductList,
  ProductQuery,
} from '#contract/product.ts';
import { productId } from '#contract/values.ts';
import { toNaira } from '#domain/money.ts';
import { rankRelated } from '#domain/related.ts';
import { readVersion } from './changes.ts';
import { countListed, readFilter, readPage } from './listing.ts';
import { discountOf, viewProducts } from './product-view.ts';
import { movedId, movedIds } from './redirects.ts';
import { relatedCandidates } from './related.ts';

/** The most ids that one call `live` or `lookup` finds. */
const LIVE_LIMIT = 100;

/**
 * The catalogue filtered, sorted and paged (spec §3, §7). A search in the default order (newest first) is sorted by best
 * match instead: a shopper who types a name wants it on top, and a request for the default order looks the same as one that
 * names no order.
 */
export async function listProducts(db: Database, query: ProductQuery): Promise<ProductList> {
  const place = { offset: (query.page - 1) * query.limit, limit: query.limit };
  const byLikeness = query.sortBy === 'createdAt' && query.sortOrder === 'desc';
  const filter = await readFilter(db, query);
  const { ids, total } =
    query.search === ''
      ? { ids: await readPage(db, filter, query, place), total: filter.total }
      : await searchProducts(db, query.search, filter.where, byLikeness ? null : query, place);
  return {
    products: await viewProducts(db, await rowsInOrder(db, ids)),
    total,
    totalPages: Math.ceil(total / query.limit),
  };
}

/** Those of the named products that are shown, or that have a page. */
async function rowsInOrder(
  db: Database,
  ids: readonly string[],
  which = isShown,
): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db).where(and(inArray(products.id, [...ids]), which));
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
  // The database leaves out unlikely candidates, and rankRelated decides.
  const near = await rowsInOrder(db, await relatedCandidates(db, row));
  const related = rankRelated(row, near);
  const [product, ...relatedProducts] = await viewProducts(db, [row, ...related]);
  return product ? { product, relatedProducts } : null;
}

async function rowWithPage(db: Database, id: string): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db).where(and(eq(products.id, id), hasPage));
  return row;
}

async function movedRow(db: Database, asked: string): Promise<ProductRow | undefined> {
  const id = await movedId(db, asked);
  return id === undefined ? undefined : rowWithPage(db, id);
}

/** A product, and the id that it was asked for by. */
interface Asked {
  id: string;
  row: ProductRow;
}

/**
 * Those of the named products that are shown, or that have a page, in the order of the ids, each once. A former id finds its
 * product.
 */
async function askedRows(db: Database, ids: readonly string[], which: SQL): Promise<Asked[]> {
  const readable = ids.map((id) => productId.safeParse(id)).flatMap((read) => read.data || []);
  const asked = [...new Set(readable)].slice(0, LIVE_LIMIT);
  const known = new Map((await rowsInOrder(db, asked, which)).map((row) => [row.id, row]));
  const missing = asked.filter((id) => !known.has(id));
  const moved = await movedIds(db, missing);
  const found = await rowsInOrder(db, [...new Set(moved.values())], which);
  const others = new Map(found.map((row) => [row.id, row]));
  return asked.flatMap((id) => {
    const row = known.get(id) ?? others.get(moved.get(id) ?? '');
    return row ? [{ id, row }] : [];
  });
}

/** Today's figures of a product, by the id that it was asked for by. */
const figuresOf = ({ id, row }: Asked, now: number) => ({
  id,
  ...(id === row.id ? {} : { movedTo: row.id }),
  price: toNaira(row.priceKobo),
  qtyAvailable: row.status === 'shown' ? row.stock : 0,
  discount: discountOf(row, now),
});

/**
 * The current price (naira) and stock of the named products, in that order. Products that are not sold are left out. A former
 * id has the figures of its product, and its present id in `movedTo`.
 */
export async function livePrices(db: Database, ids: readonly string[]): Promise<LiveAnswer> {
  const now = Date.now();
  const asked = await askedRows(db, ids, isShown);
  return { products: asked.map((one) => figuresOf(one, now)) };
}

/** The same with name and picture, and with products that are no longer sold (extension product.lookup). */
export async function lookUpProducts(
  db: Database,
  ids: readonly string[],
): Promise<{ products: LookupProduct[] }> {
  const now = Date.now();
  const asked = await askedRows(db, ids, hasPage);
  const views = await viewProducts(
    db,
    asked.map(({ row }) => row),
    now,
  );
  return {
    products: asked.map((one, at) => {
      const { image } = views[at] ?? {};
      return {
        ...figuresOf(one, now),
        name: one.row.name,
        ...(image && { image }),
        ...(one.row.status === 'retired' && { retired: true }),
      };
    }),
  };
}

/** The catalogue's version (extension catalogue.version) and the number of products in its lists. */
export async function catalogueVersion(
  db: Database,
): Promise<{ version: string; products: number }> {
  const { version } = await readVersion(db);
  return { version: String(version), products: await countListed(db) };
}
