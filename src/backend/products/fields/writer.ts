import { type InferInsertModel, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { lockTransaction } from '#backend/db/locks.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { productPictures, products } from '#backend/products/tables.ts';

/** The hash of a picture in the media store, with or without its alternative text. */
export type NewPicture = string | { hash: string; alt: string };

/** A product to add, with its pictures in order. */
export interface NewProduct {
  row: Omit<InferInsertModel<typeof products>, 'nameKey' | 'categoryKeys' | 'tagKeys'> & {
    /** Units on hand. Default: 0. */
    stock?: number;
    /** Default: 0. */
    soldCount?: number;
  };
  pictures: readonly NewPicture[];
}

/** PostgreSQL accepts 65,535 parameters per statement. A product needs about twenty. */
const BATCH = 500;

/**
 * Runs `write` in one transaction while no one else writes the catalogue. Otherwise two seeds at once would both find it
 * empty. Shoppers can read and buy in the meantime.
 */
export async function writeCatalogue<T>(
  db: Database,
  write: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    await lockCatalogue(transaction);
    return write(transaction);
  });
}

/** Waits until no one else writes the catalogue, and keeps others out until the transaction ends. */
export const lockCatalogue = (transaction: Transaction): Promise<void> =>
  lockTransaction(transaction, 'catalogue');

/** Updates statistics and removes dead rows after many changes. Until then, queries are planned for the old rows. */
export async function vacuumCatalogue(db: Database): Promise<void> {
  await db.execute(
    sql`vacuum (analyze) products, stock, product_words, search_words, product_pictures, listed_products, facets`,
  );
}

export async function insertProducts(
  transaction: Transaction,
  added: readonly NewProduct[],
): Promise<void> {
  for (let start = 0; start < added.length; start += BATCH) {
    const batch = added.slice(start, start + BATCH);
    const rows = batch.map(({ row: { stock: _, soldCount: __, ...row } }) => row);
    const ids = sql.param(batch.map(({ row }) => row.id));
    const onHand = sql.param(batch.map(({ row }) => row.stock ?? 0));
    const sold = sql.param(batch.map(({ row }) => row.soldCount ?? 0));
    // One statement, so that the stock does not begin with 0 in the ledger.
    await transaction.execute(sql`
      with added as ${transaction.insert(products).values(rows)}
      insert into stock (product_id, on_hand, sold_count)
      select * from unnest(${ids}::text[], ${onHand}::int[], ${sold}::int[])`);
    const pictures = batch.flatMap(({ row, pictures: given }) =>
      given.map((picture, position) => {
        const { hash, alt } = typeof picture === 'string' ? { hash: picture, alt: '' } : picture;
        return { productId: row.id, position, mediaHash: hash, alt: alt || null };
      }),
    );
    if (pictures.length > 0) await transaction.insert(productPictures).values(pictures);
  }
}
