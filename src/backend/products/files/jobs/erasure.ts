import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/** The days after which the file and preview of an import are erased, and the import itself if nobody has started it. */
const FILE_DAYS = 7;
/** Days for which an import can be undone. */
export const UNDO_DAYS = 30;

/** Erases the large parts of old imports. Their totals stay, for the list. */
export async function eraseImports(db: Database): Promise<void> {
  const old = sql`select id from imports where state in ('done', 'failed', 'undone')
    and touched_at < now() - ${FILE_DAYS}::int * interval '1 day'`;
  for (const table of ['import_parts', 'import_rows']) {
    await db.execute(sql`delete from ${sql.identifier(table)} where import_id in (${old})`);
  }
  await db.execute(sql`
    delete from imports where state in ('asking', 'failed') and touched_at < now() - ${FILE_DAYS}::int * interval '1 day'`);
  const late = sql`select id from imports where written_at < now() - ${UNDO_DAYS}::int * interval '1 day'`;
  for (const table of ['import_files', 'import_products', 'import_redirects']) {
    await db.execute(sql`delete from ${sql.identifier(table)} where import_id in (${late})`);
  }
  await db.execute(sql`
    delete from import_pictures where import_id in (${late}) and state not in ('waiting', 'fetched')`);
}
