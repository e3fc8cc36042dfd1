import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * What each publisher has been told, one row per publisher. The row is the whole queue: while the catalogue's version
 * differs from `told`, one message waits. A merchant can read here why the site does not follow the catalogue.
 */
export const publisherNotices = pgTable('publisher_notices', {
  /** SHA-256 of PUBLISHER_URL, since the address of a deploy hook is a secret. */
  address: text().primaryKey(),
  /** The host of the address. */
  host: text().notNull(),
  /** The version of the catalogue that it last received. Null before the first. */
  told: text(),
  toldAt: moment('told_at'),
  triedAt: moment('tried_at'),
  /** Failed tries since the last message that was received. */
  tries: integer().notNull().default(0),
  nextTryAt: moment('next_try_at').notNull().defaultNow(),
  /** Why the last try failed. Null when it was received. */
  lastError: text('last_error'),
});

/**
 * One row for each change that pages show. Triggers on products, stock, product_pictures, media and shipping_places
 * write it in the transaction of the change (the first migration says which changes). changes.ts
 * writes it when a discount begins or ends. Each row notifies the channel catalogue_changed.
 */
export const catalogueChanges = pgTable('catalogue_changes', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  /** The moment of the write, not the start of its transaction: a discount that ended has ended by then. */
  at: moment('at').notNull().default(sql`clock_timestamp()`),
});

/** What is kept about all changes, in one row. */
export const catalogueRecord = pgTable(
  'catalogue_record',
  {
    only: boolean().primaryKey().default(true),
    /** Changes whose rows have been removed. Added to the rows that remain, it is the number of all changes ever. */
    removed: bigint({ mode: 'number' }).notNull().default(0),
    /** Every discount that began or ended before this has its row in catalogue_changes. */
    discountsUntil: moment('discounts_until').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [check('catalogue_record_one_row', sql`${table.only}`)],
);
