import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '#backend/db/connect.ts';
import { backupTargets, newestBackup } from './newest-tables.ts';

/** The merchant is told when the newest backup is so many days old. */
export const OVERDUE_DAYS = 2;

/** The newest timed backup that every target has, and its age by the database's clock. */
export interface NewestBackup {
  at: Date;
  ageSeconds: number;
  /** Backups that were found damaged, by name. */
  damaged: string[];
}

/** Null for a shop that was never backed up by a timer. */
export async function readNewestBackup(db: Pick<Database, 'select'>): Promise<NewestBackup | null> {
  const [row] = await db
    .select({
      at: newestBackup.at,
      ageSeconds: sql<number>`extract(epoch from now() - ${newestBackup.at})::float8`,
      damaged: sql<string[]>`array(select unnest(${backupTargets.damaged}) from ${backupTargets})`,
    })
    .from(newestBackup);
  return row ?? null;
}

/** Whole days since the newest backup if it is too old, else 0. */
export function overdueDays(newest: Pick<NewestBackup, 'ageSeconds'> | null): number {
  const days = Math.floor((newest?.ageSeconds ?? 0) / 86_400);
  return days >= OVERDUE_DAYS ? days : 0;
}

/** Records a restore: its backup is the newest one that is known to be good. */
export async function recordRestore(client: pg.ClientBase, at: Date): Promise<void> {
  await client.query('update newest_backup set at = $1', [at]);
}
