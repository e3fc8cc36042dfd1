import { and, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { isShown, type ProductRow, selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import type { Product } from '#contract/product.ts';
import { bySize, cardKey, shownSize } from '#domain/products/sizes.ts';
import { sizeOf, viewProducts } from './product-view.ts';

/** A card of a list: the sizes of one fragrance, the smallest first. Its id is that of the first. */
export interface CardRows {
  id: string;
  sizes: [ProductRow, ...ProductRow[]];
}

/** The cards of these ids, in that order. */
export async function cardsOf(db: Database, ids: readonly string[]): Promise<CardRows[]> {
  if (ids.length === 0) return [];
  const rows = await selectProducts(db).where(
    and(
      isShown,
      sql`${products.id} in (
        select unnest(size_ids) from listed_products where product_id = any(${sql.param([...ids])}::text[]))`,
    ),
  );
  const firsts = new Set(ids);
  const others = Map.groupBy(
    rows.filter(({ id }) => !firsts.has(id)),
    cardKey,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const first = byId.get(id);
    if (!first) return [];
    const more = others.get(cardKey(first)) ?? [];
    return [{ id, sizes: [first, ...more.toSorted(bySize)] }];
  });
}

/** Cards in the contract's shape: each as the size that it shows, with all its sizes. */
export async function viewCards(
  db: Database,
  cards: readonly CardRows[],
  now = Date.now(),
): Promise<Product[]> {
  const shown = cards.map(({ sizes: [first, ...others] }) => {
    const sizes = [sizeOf(first, now), ...others.map((row) => sizeOf(row, now))] as const;
    const { id } = shownSize(sizes, now);
    return { row: [first, ...others].find((row) => row.id === id) ?? first, sizes };
  });
  const views = await viewProducts(
    db,
    shown.map(({ row }) => row),
    now,
  );
  return views.map((product, at) => withSizes(product, shown[at]?.sizes ?? []));
}

const withSizes = (product: Product, sizes: readonly NonNullable<Product['sizes']>[number][]) =>
  sizes.length > 1 ? { ...product, sizes: [...sizes] } : product;

/** A product with the other sizes of its fragrance, on whichever page it is. */
export async function addSizes(db: Database, product: Product, now = Date.now()): Promise<Product> {
  if (!product.group) return product;
  const { rows } = await db.execute<{ id: string }>(sql`
    select product_id as id from listed_products
    where card_key = card_key(${product.group}, ${product.id}) and cardinality(size_ids) > 1`);
  const [card] = await cardsOf(
    db,
    rows.map(({ id }) => id),
  );
  return withSizes(product, card?.sizes.map((row) => sizeOf(row, now)) ?? []);
}
