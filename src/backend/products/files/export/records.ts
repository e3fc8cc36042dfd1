import { and, asc, count, eq, gt, not } from 'drizzle-orm';
import { viewProducts } from '#backend/products/catalogue/product-view.ts';
import { type Addresses, recordOf } from '#backend/products/catalogue/record.ts';
import { cellOf } from '#backend/products/fields/cells-of.ts';
import type { ColumnName } from '#backend/products/fields/columns.ts';
import { ownedOf, type Snapshot } from '#backend/products/fields/fields.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { isShown, stockedColumns, unitsOnHand } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { isOrigin, productFields } from '#domain/products/product-fields.ts';
import type { ProductRecord } from '#domain/products/product-record.ts';

/** The number of products in memory at once. */
const BATCH = 500;

/** A product's record for feeds, with the names of the filled columns that the record leaves out. */
export interface Told {
  record: ProductRecord;
  untold: readonly ColumnName[];
}

/** The columns that a record leaves out (domain/products/product-record.ts). */
const UNTOLD: readonly ColumnName[] = [
  'stock',
  'tags',
  'notes_top',
  'notes_heart',
  'notes_base',
  'group',
  'sample',
  ...productFields.filter(isOrigin).map(({ csv }) => csv),
  'picture_alts',
];

/** Yields the record of each product that is sold, by id. Stock is what is on hand, as on pages (decision 17). */
export async function* eachRecord(
  snapshot: Snapshot,
  { now, ...addresses }: Addresses & { now: number },
): AsyncGenerator<Told> {
  for (let after = ''; ; ) {
    const rows = await snapshot
      .select({ ...stockedColumns, stock: unitsOnHand.mapWith(Number) })
      .from(products)
      .innerJoin(stock, eq(stock.productId, products.id))
      .where(and(isShown, gt(products.id, after)))
      .orderBy(asc(products.id))
      .limit(BATCH);
    const owned = await ownedOf(
      snapshot,
      rows.map(({ id }) => id),
    );
    for (const product of await viewProducts(snapshot, rows, now)) {
      const fields = owned.get(product.id);
      yield {
        record: recordOf(product, addresses, now),
        untold: fields
          ? UNTOLD.filter((name) => cellOf({ id: product.id, ...fields }, name) !== '')
          : [],
      };
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** Counts the products that shoppers do not find. */
export async function countUnsold(snapshot: Snapshot): Promise<number> {
  const [all] = await snapshot.select({ count: count() }).from(products).where(not(isShown));
  return all?.count ?? 0;
}
