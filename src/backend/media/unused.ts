import { sql } from 'drizzle-orm';
import { type Database, inSession } from '#backend/db/connect.ts';
import { whileNobodyImports } from './import-lock.ts';
import { hashOfObject, type ObjectStore, type StoredObject } from './objects/object-store.ts';

/** Milliseconds. A younger object may belong to a restore whose rows are not visible yet. */
const YOUNG = 24 * 3600 * 1000;

/** Pictures that nothing shows. */
export interface Unused {
  originals: number;
  renditions: number;
  bytes: number;
}

/**
 * Finds originals that no product and no order shows, with their renditions, and removes them if `remove` is set. Deletes
 * a row before its objects, so that no row is ever without them. Recipes stay, because they take no room.
 * @throws Error with a sentence to show if an import is running, which may be using one of them.
 */
export function sweepUnused(
  db: Database,
  objects: ObjectStore,
  { remove }: { remove: boolean },
): Promise<Unused> {
  return inSession(db, (session) =>
    whileNobodyImports(session, () => sweep(session, objects, remove)),
  );
}

/** The pictures of an import stay: no product shows them yet, or an undo restores them. */
const UNUSED = sql`recipe is null and created_at < now() - interval '1 day'
  and not exists (select from product_pictures where media_hash = hash)
  and not exists (select from order_items where image = '/media/' || hash || '/1200.jpg')
  and not exists (select from import_files f where f.hash = media.hash)
  and not exists (select from import_pictures w where w.hash = media.hash)
  and hash not in (select jsonb_array_elements_text(before->'pictures') from import_products where before is not null)`;

async function sweep(db: Database, objects: ObjectStore, remove: boolean): Promise<Unused> {
  const { rows } = await db.execute<{ hash: string; unused: boolean }>(
    sql`select hash, ${UNUSED} as unused from media`,
  );
  const kept = new Set(rows.flatMap(({ hash, unused }) => (unused ? [] : [hash])));
  if (remove) {
    await db.execute(sql`delete from media where ${UNUSED}`);
  }
  const isOld = ({ at }: StoredObject) => Date.now() - at.getTime() > YOUNG;
  const found: Unused = { originals: 0, renditions: 0, bytes: 0 };
  for (const kind of ['originals', 'renditions'] as const) {
    for await (const object of objects.list(kind)) {
      if (kept.has(hashOfObject(object.key)) || !isOld(object)) continue;
      found[kind]++;
      found.bytes += object.size;
      if (remove) await objects.remove(object.key);
    }
  }
  return found;
}
