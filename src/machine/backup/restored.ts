import { restore } from '#backend/backup/restore.ts';
import { connect } from '#backend/db/connect.ts';
import { recordLostTime } from '#backend/lost-time/lost-times.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { number } from '#domain/words.ts';
import type { ShopPlaces } from './on-shop.ts';

/**
 * Restores a backup into an empty shop, which then asks the provider what happened since.
 * @returns what there is now, in a sentence.
 */
export async function restoreInto(
  shop: ShopPlaces,
  file: string,
  { identity, say }: { identity?: string | undefined; say?: (detail: string) => void } = {},
): Promise<string> {
  const { at, rows, pictures } = await restore(shop, file, say, { identity });
  const { db, close } = connect(shop.databaseUrl, { connections: 1 });
  await recordLostTime(db, 'restored', at).finally(close);
  return `The shop is as it was on ${lagosTime(at)}: ${number(rows)} rows and ${pictures} pictures. Once it runs, it asks the providers of payments what was paid and paid back since then, and tells you of payments without an order.`;
}
