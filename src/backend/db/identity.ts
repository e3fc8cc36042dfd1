import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { isRefusedBy } from './transact.ts';

/** Not allowed, unknown, or not supported: the functions of a server that a host does not let its customers use. */
const NOT_TOLD = ['42501', '42883', '0A000'];

/**
 * Which database this is: its cluster, the timeline that the cluster writes, and its number there. A database that was restored has
 * another identity than the one that was saved, and a promoted standby another than the server that it followed. Where a host tells
 * only the number, a restored database has another, and a promoted standby has not.
 */
export async function readIdentity(db: Pick<Database, 'execute'>): Promise<string> {
  const number = sql`(select oid from pg_database where datname = current_database())`;
  // A standby writes no timeline.
  const timeline = sql`case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`;
  try {
    return await textOf(
      db,
      sql`concat_ws('/', (select system_identifier from pg_control_system()), ${timeline}, ${number})`,
    );
  } catch (error) {
    if (!isRefusedBy(error, ...NOT_TOLD)) throw error;
    return textOf(db, sql`${number}::text`);
  }
}

async function textOf(db: Pick<Database, 'execute'>, text: SQL): Promise<string> {
  const { rows } = await db.execute<{ identity: string }>(sql`select ${text} as identity`);
  return rows[0]?.identity ?? '';
}
