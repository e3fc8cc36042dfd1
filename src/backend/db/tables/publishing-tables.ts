import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
  told: bigint({ mode: 'number' }),
  toldAt: moment('told_at'),
  triedAt: moment('tried_at'),
  /** Failed tries since the last message that was received. */
  tries: integer().notNull().default(0),
  nextTryAt: moment('next_try_at').notNull().defaultNow(),
  /** Why the last try failed. Null when it was received. */
  lastError: text('last_error'),
});
