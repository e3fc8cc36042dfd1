import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { changeOf, changeRows, writeChanged } from '#backend/products/fields/changes.ts';
import type { OwnedFields } from '#backend/products/fields/columns.ts';
import { findOwned } from '#backend/products/fields/fields.ts';
import { mergeProduct } from '#backend/products/fields/merging.ts';
import { lockCatalogue } from '#backend/products/fields/writer.ts';
import { lockProducts } from '#backend/products/files/import/comparing.ts';
import { type importPictures, importProducts } from './tables.ts';

type Picture = Pick<typeof importPictures.$inferSelect, 'hash' | 'words' | 'state' | 'attempts'>;

/**
 * Adds the downloaded pictures of an import to their product in one transaction, in the order of the file.
 * - A product without pictures shows what has come once each of its pictures was tried.
 * - A product with pictures keeps them until all new ones are there. If one is broken, it keeps them for good.
 * - If somebody has changed the pictures since the import, her pictures stay.
 */
export async function placePictures(
  db: Database,
  importId: string,
  productId: string,
): Promise<void> {
  await transact(db, async (transaction) => {
    await lockCatalogue(transaction);
    await lockProducts(transaction, sql`p.id = ${productId}`);
    const { rows } = await transaction.execute<Picture>(sql`
      select hash, words, state, attempts from import_pictures
      where import_id = ${importId} and product_id = ${productId} order by position for update`);
    const waits = ({ state, attempts }: Picture) => state === 'waiting' && attempts === 0;
    if (rows.some(waits) || !rows.some(({ state }) => state === 'fetched')) return;
    const [written] = await transaction
      .select({ before: importProducts.before, after: importProducts.after })
      .from(importProducts)
      .where(
        sql`${importProducts.importId} = ${importId} and ${importProducts.productId} = ${productId}`,
      );
    const now = await findOwned(transaction, productId);
    const drop = (reason: string) =>
      setFetched(transaction, importId, productId, 'dropped', reason);
    if (!now || !written?.after) return drop('is not wanted any more: the product was deleted');
    if (!samePictures(now, written.after)) {
      return drop('is not wanted any more: somebody has changed the pictures of the product');
    }
    if (written.before && written.before.pictures.length > 0) {
      if (rows.some(({ state }) => state === 'waiting')) return;
      if (rows.some(({ state }) => state === 'broken')) {
        return drop(
          'is not used: others are broken, so the product keeps the pictures that it had',
        );
      }
    }
    const after = withPictures(now, rows);
    const change = changeOf({ row: 0, id: productId, before: now, after });
    if (change.changed.length > 0) {
      await writeChanged(transaction, changeRows([change]), new Set(change.changed));
    }
    const { pictures, picture_alts } = after;
    await transaction
      .update(importProducts)
      .set({ after: { ...written.after, pictures, picture_alts } })
      .where(
        sql`${importProducts.importId} = ${importId} and ${importProducts.productId} = ${productId}`,
      );
    await setFetched(transaction, importId, productId, 'there', null);
  });
}

const samePictures = (one: OwnedFields, other: OwnedFields): boolean =>
  isDeepStrictEqual([one.pictures, one.picture_alts], [other.pictures, other.picture_alts]);

/** Returns the product with the downloaded pictures, each once. */
function withPictures(now: OwnedFields, rows: readonly Picture[]): OwnedFields {
  const words = new Map<string, string>();
  for (const { state, hash, words: text } of rows) {
    const came = state === 'fetched' || state === 'there';
    if (came && hash && !words.has(hash)) words.set(hash, text);
  }
  const texts = [...words.values()];
  const given = texts.some(Boolean) ? { picture_alts: texts } : {};
  // It has a name and a price already.
  return mergeProduct(now, given, [...words.keys()]) as OwnedFields;
}

async function setFetched(
  transaction: Transaction,
  importId: string,
  productId: string,
  state: 'there' | 'dropped',
  reason: string | null,
): Promise<void> {
  await transaction.execute(sql`
    update import_pictures set state = ${state}, reason = ${reason}
    where import_id = ${importId} and product_id = ${productId} and state = 'fetched'`);
}
