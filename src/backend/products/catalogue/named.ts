import { and, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import {
  hasPage,
  isShown,
  type ProductRow,
  selectProducts,
} from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import type { LiveAnswer, LookupProduct, Product } from '#contract/product.ts';
import { productId } from '#contract/values.ts';
import { toNaira } from '#domain/money/money.ts';
import { discountOf, viewProducts } from './product-view.ts';
import { movedIds } from './redirects.ts';

/** The most ids that one call finds. */
const LIMIT = 100;

/** Returns those of the named products that are shown or have a page. */
export async function rowsInOrder(
  db: Database,
  ids: readonly string[],
  which = isShown,
  attempts: readonly string[] = [],
): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db, attempts).where(and(inArray(products.id, [...ids]), which));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A product, and the id that the caller used for it. */
interface Asked {
  id: string;
  row: ProductRow;
}

/** Returns the named products that are shown or have a page, each once, in the ids' order. Understands former ids. */
export async function askedRows(
  db: Database,
  ids: readonly string[],
  which: SQL,
  attempts: readonly string[] = [],
): Promise<Asked[]> {
  const readable = ids.map((id) => productId.safeParse(id)).flatMap((read) => read.data || []);
  const asked = [...new Set(readable)].slice(0, LIMIT);
  const known = new Map(
    (await rowsInOrder(db, asked, which, attempts)).map((row) => [row.id, row]),
  );
  const missing = asked.filter((id) => !known.has(id));
  const moved = await movedIds(db, missing);
  const found = await rowsInOrder(db, [...new Set(moved.values())], which, attempts);
  const others = new Map(found.map((row) => [row.id, row]));
  return asked.flatMap((id) => {
    const row = known.get(id) ?? others.get(moved.get(id) ?? '');
    return row ? [{ id, row }] : [];
  });
}

/** Returns today's figures of a product, under the id that the caller used. */
const figuresOf = ({ id, row }: Asked, now: number) => ({
  id,
  ...(id === row.id ? {} : { movedTo: row.id }),
  price: toNaira(row.priceKobo),
  qtyAvailable: row.status === 'shown' ? row.stock : 0,
  discount: discountOf(row, now),
});

/**
 * Returns the current price (naira) and stock of the named products, in that order. Leaves out products that are not sold.
 * A former id gets the figures of its product, with its present id in `movedTo`.
 * @param attempts - the asker's own attempts to pay. Their unpaid orders do not reduce the stock.
 */
export async function livePrices(
  db: Database,
  ids: readonly string[],
  attempts: readonly string[] = [],
): Promise<LiveAnswer> {
  const now = Date.now();
  const asked = await askedRows(db, ids, isShown, attempts);
  return { products: asked.map((one) => figuresOf(one, now)) };
}

/** Does the same with name and picture, and with products that are no longer sold (extension product.lookup). */
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
        ...(one.row.choose && { choose: one.row.choose }),
      };
    }),
  };
}

/** Returns whole products that are shown, by the ids that the caller used. */
export async function namedProducts(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Product>> {
  const asked = await askedRows(db, ids, isShown);
  const rows = new Map(asked.map(({ row }) => [row.id, row]));
  const views = await viewProducts(db, [...rows.values()]);
  const byId = new Map(views.map((product) => [product.id, product]));
  return new Map(
    asked.flatMap(({ id, row }) => {
      const product = byId.get(row.id);
      return product ? [[id, product]] : [];
    }),
  );
}
