import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * The oldest program that may use the database, in one row: it must know the migration `needs`. A migration that only adds
 * leaves the row alone, so the version before can run beside the new one and can be restored. A migration that removes
 * something writes its own name here.
 */
export const compatibility = pgTable(
  'compatibility',
  {
    only: boolean().primaryKey().notNull().default(true),
    needs: text().notNull(),
  },
  (table) => [check('compatibility_one_row', sql`${table.only}`)],
);

/** The SQL files that made the database's functions, triggers and views (sql-files.ts). */
export const sqlFiles = pgTable('sql_files', {
  path: text().primaryKey(),
  hash: text().notNull(),
  /** The number of the last migration known to the version of the file. */
  migration: integer().notNull(),
});
