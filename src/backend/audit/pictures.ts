import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { missingOriginals } from '#backend/media/objects/missing.ts';
import {
  hashOfObject,
  type ObjectStore,
  StoreUnavailable,
} from '#backend/media/objects/object-store.ts';
import type { Violation } from './audit.ts';

const RULE = 'every picture has its original';
/** The most lines. A lost folder would fill the screen. */
const MOST = 100;

/** Checks that each product's picture is in the shop's store. Those with a recipe can be made again. */
export async function auditPictures(db: Database, objects: ObjectStore): Promise<Violation[]> {
  let missing: { id: string; hash: string }[];
  try {
    const there = new Set<string>();
    for await (const { key } of objects.list('originals')) there.add(hashOfObject(key));
    const { rows } = await db.execute<{ id: string; hash: string }>(sql`
      select product_id as id, hash from product_pictures join media on hash = media_hash
      where recipe is null order by product_id, position`);
    const unlisted = rows.filter(({ hash }) => !there.has(hash));
    // A picture may have been added after the list was read.
    const hashes = unlisted.map(({ hash }) => hash);
    const gone = await missingOriginals(objects, hashes);
    missing = unlisted.filter(({ hash }) => gone.has(hash));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return [{ rule: RULE, line: `The pictures could not be checked. ${error.message}` }];
  }
  const lines = missing
    .slice(0, MOST)
    .map(
      ({ id, hash }) => `Product ${id} shows the picture ${hash}, which is not in ${objects.name}`,
    );
  if (missing.length > MOST) lines.push(`… and ${missing.length - MOST} pictures more`);
  return lines.map((line) => ({ rule: RULE, line }));
}
