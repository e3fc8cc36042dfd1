import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * The notices to each publisher, one row per publisher. The row is the whole queue: while the catalogue's version differs
 * from `told`, one message waits. A merchant can read here why the site does not follow the catalogue.
 */
export const publisherNotices = pgTable('publisher_notices', {
  /** SHA-256 of PUBLISHER_URL, because the address of a deploy hook is a secret. */
  address: text().primaryKey(),
  /** The host of the address. */
  host: text().notNull(),
  /** The last version of the catalogue that it received. Null before the first. */
  told: text(),
  toldAt: moment('told_at'),
  triedAt: moment('tried_at'),
  /** Failed tries since the last successful message. */
  tries: integer().notNull().default(0),
  nextTryAt: moment('next_try_at').notNull().defaultNow(),
  /** Why the last try failed. Null after a success. */
  lastError: text('last_error'),
});

/**
 * One row for each change that pages show. Triggers on products, stock, product_pictures, media and shipping_places write
 * it in the transaction of the change (the first migration says which changes). changes.ts writes it when a discount
 * begins or ends. Each row notifies the channel catalogue_changed.
 */
export const catalogueChanges = pgTable('catalogue_changes', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  /** The time of the write, not the start of its transaction: a discount that has ended has ended by then. */
  at: moment('at').notNull().default(sql`clock_timestamp()`),
});

/** The facts about all changes, in one row. */
export const catalogueRecord = pgTable(
  'catalogue_record',
  {
    only: boolean().primaryKey().default(true),
    /** The number of changes whose rows have been removed. With the remaining rows it gives the number of all changes ever. */
    removed: bigint({ mode: 'number' }).notNull().default(0),
    /** Every discount that began or ended before this has its row in catalogue_changes. */
    discountsUntil: moment('discounts_until').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [check('catalogue_record_one_row', sql`${table.only}`)],
);
