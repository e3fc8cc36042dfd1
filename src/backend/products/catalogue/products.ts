import { and, eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { hasPage, type ProductRow, selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import type { ProductDetail, ProductList, ProductQuery } from '#contract/product.ts';
import { rankRelated } from '#domain/products/related.ts';
import { addSizes, type CardRows, cardsOf, viewCards } from './cards.ts';
import { countListed, type Place, readFilter, readPage } from './listing.ts';
import { searchProducts } from './product-search.ts';
import { viewProducts } from './product-view.ts';
import { movedId } from './redirects.ts';
import { relatedCandidates } from './related.ts';

/** The filter and order of a list. */
export type Wanted = Omit<ProductQuery, 'page' | 'limit'>;

/** Returns a page of the catalogue, filtered and sorted (spec §3, §7). */
export async function listProducts(db: Database, query: ProductQuery): Promise<ProductList> {
  const { page, limit } = query;
  const found = await listPart(db, query, { offset: (page - 1) * limit, limit });
  return { ...found, totalPages: Math.ceil(found.total / limit) };
}

/**
 * Returns a part of a list. A search in the default order (newest first) is sorted by best match instead. A shopper who
 * types a name wants it on top, and the request cannot show whether she chose the default order.
 */
export async function listPart(
  db: Database,
  query: Wanted,
  place: Place,
): Promise<Pick<ProductList, 'products' | 'total'>> {
  const byLikeness = query.sortBy === 'createdAt' && query.sortOrder === 'desc';
  const filter = await readFilter(db, query);
  const { ids, total } =
    query.search === ''
      ? { ids: await readPage(db, filter, query, place), total: filter.total }
      : await searchProducts(db, query.search, filter.where, byLikeness ? null : query, place);
  return { products: await viewCards(db, await cardsOf(db, ids)), total };
}

/**
 * Returns one product and at most five related ones (spec §9); null if it does not exist or is hidden. For a former id,
 * returns the product with its present id.
 */
export async function findProduct(db: Database, asked: string): Promise<ProductDetail | null> {
  const row = (await rowWithPage(db, asked)) ?? (await movedRow(db, asked));
  if (!row) return null;
  // The database drops unlikely candidates, and rankRelated decides.
  const near = await cardsOf(db, await relatedCandidates(db, row));
  const related = rankRelated(
    row,
    near.map((card) => relatable(card, row)),
  );
  const [product] = await viewProducts(db, [row]);
  if (!product) return null;
  return {
    product: await addSizes(db, product),
    relatedProducts: await viewCards(
      db,
      related.map(({ card }) => card),
    ),
  };
}

/** Returns what is compared of a card: the tags of all its sizes, and its brands. */
const relatable = (card: CardRows, { brand }: ProductRow) => ({
  id: card.id,
  brand: card.sizes.find((size) => size.brand === brand)?.brand,
  tags: [...new Set(card.sizes.flatMap(({ tags }) => tags))],
  card,
});

async function rowWithPage(db: Database, id: string): Promise<ProductRow | undefined> {
  const [row] = await selectProducts(db).where(and(eq(products.id, id), hasPage));
  return row;
}

async function movedRow(db: Database, asked: string): Promise<ProductRow | undefined> {
  const id = await movedId(db, asked);
  return id === undefined ? undefined : rowWithPage(db, id);
}

/** Returns the catalogue's version (extension catalogue.version) and the number of listed products. */
export async function catalogueVersion(
  db: Database,
): Promise<{ version: string; products: number }> {
  const { version } = await readVersion(db);
  return { version, products: await countListed(db) };
}
