import { type InferInsertModel, sql } from 'drizzle-orm';
import { productPictures, products } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';

/** A picture of the media store by its hash; with what it shows of the product, for who cannot see it. */
export type NewPicture = string | { hash: string; alt: string };

/** A product to be written, and its pictures in order. */
export interface NewProduct {
  row: Omit<InferInsertModel<typeof products>, 'nameKey' | 'categoryKeys' | 'tagKeys'>;
  pictures: readonly NewPicture[];
}

/** PostgreSQL takes 65,535 parameters a statement; a product needs about twenty. */
const BATCH = 500;
const WRITERS = 'turare catalogue writers';

/**
 * Runs `write` in one transaction, alone among those that write the catalogue: two seeds at once would
 * otherwise both find it empty. Shoppers read and buy meanwhile.
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

/** Waits until no one else writes the catalogue, and keeps others from it until the transaction ends. */
export async function lockCatalogue(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${WRITERS}))`);
}

/** Adds products with their pictures. */
export async function insertProducts(
  transaction: Transaction,
  added: readonly NewProduct[],
): Promise<void> {
  for (let start = 0; start < added.length; start += BATCH) {
    const batch = added.slice(start, start + BATCH);
    await transaction.insert(products).values(batch.map((product) => product.row));
    const pictures = batch.flatMap(({ row, pictures: given }) =>
      given.map((picture, position) => {
        const { hash, alt } = typeof picture === 'string' ? { hash: picture, alt: '' } : picture;
        return { productId: row.id, position, mediaHash: hash, alt: alt || null };
      }),
    );
    if (pictures.length > 0) await transaction.insert(productPictures).values(pictures);
  }
}
