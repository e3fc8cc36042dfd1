import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** One row: when the newest timed backup was begun that reads back. Without a row, no backups are timed. */
export const newestBackup = pgTable(
  'newest_backup',
  {
    id: boolean().primaryKey().default(true),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [check('newest_backup_once', sql`${table.id}`)],
);
