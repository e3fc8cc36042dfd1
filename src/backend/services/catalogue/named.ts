import { and, inArray } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { isShown, type ProductRow, selectProducts } from '#backend/db/stocked-products.ts';
import { products } from '#backend/db/tables/catalogue-tables.ts';
import type { Product } from '#contract/product.ts';
import { viewProducts } from './product-view.ts';
import { movedIds } from './redirects.ts';

/** The products that are shown, by the ids that were asked for, in that order. A former id finds its product. */
export async function namedProducts(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Product>> {
  const moved = await movedIds(db, ids);
  const wanted = [...new Set([...ids, ...moved.values()])];
  if (wanted.length === 0) return new Map();
  const rows: ProductRow[] = await selectProducts(db).where(
    and(inArray(products.id, wanted), isShown),
  );
  const byId = new Map((await viewProducts(db, rows)).map((product) => [product.id, product]));
  return new Map(
    ids.flatMap((id) => {
      const product = byId.get(id) ?? byId.get(moved.get(id) ?? '');
      return product ? [[id, product]] : [];
    }),
  );
}
