import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * The oldest program that may use the database, in one row: it must know the migration `needs`. A migration that only
 * adds leaves the row alone, so that the version before works beside the new one and can come back. One that takes
 * something away names itself here.
 */
export const compatibility = pgTable(
  'compatibility',
  {
    only: boolean().primaryKey().notNull().default(true),
    needs: text().notNull(),
  },
  (table) => [check('compatibility_one_row', sql`${table.only}`)],
);

/** The SQL files that made the functions, triggers and views of the database (sql-files.ts). */
export const sqlFiles = pgTable('sql_files', {
  path: text().primaryKey(),
  hash: text().notNull(),
  /** The number of the last migration that the version of the file knew. */
  migration: integer().notNull(),
});
