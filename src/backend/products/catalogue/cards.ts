import { eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { type ProductRow, stockedColumns } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import type { Product } from '#contract/product.ts';
import { bySize, cardKey, shownSize } from '#domain/products/sizes.ts';
import { rowsInOrder } from './named.ts';
import { sizeOf, viewProducts } from './product-view.ts';

/** The columns that are read for every size. A list has hundreds of sizes, and shows all columns of fifty. */
const { id, name, brand, tags, group, sizeMl, priceKobo, ...more } = stockedColumns;
const { discountType, discountAmount, discountStartsAt, discountExpiresAt, stock: left } = more;
const sizeColumns = {
  ...{ id, name, brand, tags, group, sizeMl, priceKobo, stock: left },
  ...{ discountType, discountAmount, discountStartsAt, discountExpiresAt },
};
export type SizeRow = Pick<ProductRow, keyof typeof sizeColumns>;

/** A card of a list. Its id is that of its first size. */
export interface CardRows {
  id: string;
  /** The sizes of its fragrance, smallest first. */
  sizes: readonly [SizeRow, ...SizeRow[]];
}

/** Returns the cards with these ids, in that order. */
export async function cardsOf(db: Database, ids: readonly string[]): Promise<CardRows[]> {
  if (ids.length === 0) return [];
  const rows: SizeRow[] = await db
    .select(sizeColumns)
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id))
    .where(
      // As an array: with `in`, PostgreSQL would read the whole table `stock`.
      sql`${products.id} = any(array(
        select unnest(size_ids) from listed_products where product_id = any(${sql.param([...ids])}::text[])))`,
    );
  const firsts = new Set(ids);
  const others = Map.groupBy(
    rows.filter((row) => !firsts.has(row.id)),
    cardKey,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((each) => {
    const first = byId.get(each);
    if (!first) return [];
    const larger = others.get(cardKey(first)) ?? [];
    return [{ id: each, sizes: [first, ...larger.toSorted(bySize)] }];
  });
}

/** Returns cards in the contract's shape: each as the size that it shows, with all its sizes. */
export async function viewCards(
  db: Database,
  cards: readonly CardRows[],
  now = Date.now(),
): Promise<Product[]> {
  const shown = new Map(
    cards.map((card) => {
      const sizes = sizesOf(card, now);
      return [shownSize(sizes, now).id, sizes] as const;
    }),
  );
  const views = await viewProducts(db, await rowsInOrder(db, [...shown.keys()]), now);
  return views.map((product) => withSizes(product, shown.get(product.id) ?? []));
}

type Size = NonNullable<Product['sizes']>[number];

const sizesOf = ({ sizes: [first, ...others] }: CardRows, now: number): [Size, ...Size[]] => [
  sizeOf(first, now),
  ...others.map((row) => sizeOf(row, now)),
];

const withSizes = (product: Product, sizes: readonly Size[]) =>
  sizes.length > 1 ? { ...product, sizes: [...sizes] } : product;

export async function addSizes(db: Database, product: Product, now = Date.now()): Promise<Product> {
  if (!product.group) return product;
  const { rows } = await db.execute<{ id: string }>(sql`
    select product_id as id from listed_products
    where card_key = card_key(${product.group}, ${product.id}) and cardinality(size_ids) > 1`);
  const [card] = await cardsOf(
    db,
    rows.map((row) => row.id),
  );
  return withSizes(product, card ? sizesOf(card, now) : []);
}
