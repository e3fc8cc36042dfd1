import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * What a publisher has been told, one row a publisher. All that it was not told yet is one message, so the row is the
 * whole queue: a version other than `told` waits. For the merchant to read when the site does not follow the catalogue.
 */
export const publisherNotices = pgTable('publisher_notices', {
  /** SHA-256 of PUBLISHER_URL: a deploy hook's address is itself a secret. */
  address: text().primaryKey(),
  /** The address's host alone. */
  host: text().notNull(),
  /** The catalogue's version that it last received; null before the first. */
  told: bigint({ mode: 'number' }),
  toldAt: moment('told_at'),
  triedAt: moment('tried_at'),
  /** Tries since the last that was received. */
  tries: integer().notNull().default(0),
  nextTryAt: moment('next_try_at').notNull().defaultNow(),
  /** What became of the last try, in words; null when it was received. */
  lastError: text('last_error'),
});
