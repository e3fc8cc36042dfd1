import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { TARGET_KINDS } from './targets/target.ts';

/**
 * The newest moment that every target of timed backups can restore, in one row. A target without a backup counts with
 * the moment when its first was due. Both kinds of targets are needed: a lost machine takes its folder along, and a
 * store that cannot be reached does not restore an emptied table. Without a row, no backups are timed.
 */
export const newestBackup = pgTable(
  'newest_backup',
  {
    id: boolean().primaryKey().default(true),
    at: moment('at').notNull(),
  },
  (table) => [check('newest_backup_once', sql`${table.id}`)],
);

/** The state of each place where timed backups go. */
export const backupTargets = pgTable('backup_targets', {
  kind: text({ enum: TARGET_KINDS }).primaryKey(),
  /** When it was to have a backup first. */
  since: moment('since').notNull().defaultNow(),
  /** When the newest was begun that is whole there. */
  newestAt: moment('newest_at'),
  /** The older one that was read again last. */
  checked: text(),
  /** Those that were found damaged and are still there. */
  damaged: text().array().notNull().default(sql`'{}'`),
});
