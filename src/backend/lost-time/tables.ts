import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * One row, by which a process knows whether this database is the one that it saw last (mark.ts). An older copy has a
 * smaller number. A copy on another server, or on a promoted one, has another identity.
 */
export const databaseMark = pgTable(
  'database_mark',
  {
    id: boolean().primaryKey().default(true),
    /** Grows while a process runs. */
    number: bigint({ mode: 'number' }).notNull(),
    /** The time when it last grew. Later data may be missing in a copy. */
    at: moment('at').notNull().defaultNow(),
    /** PostgreSQL's system identifier. Null if the shop's role may not read it. */
    system: text(),
    /** PostgreSQL's timeline, which a restore to a moment and a promotion change. Null likewise. */
    timeline: integer(),
    /** The end of the provider's list of payments that the nightly round has read. */
    listedAt: moment('listed_at').notNull().defaultNow(),
    /** Until this time another process reads it. */
    claimedUntil: moment('claimed_until').notNull().defaultNow(),
  },
  (table) => [check('database_mark_once', sql`${table.id}`)],
);

/** Times whose data this database has lost, and whether the provider was asked about them. */
export const lostTimes = pgTable(
  'lost_times',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** `restored`: by npm run restore. `older`: this database's mark went back. `server`: another or a promoted server. */
    reason: text({ enum: ['restored', 'older', 'server'] }).notNull(),
    /** Data after this time may be missing. */
    lostFrom: moment('lost_from').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
    /** Until this time another process asks. */
    claimedUntil: moment('claimed_until').notNull().defaultNow(),
    /** The time when the provider had been asked about all of it. */
    askedAt: moment('asked_at'),
  },
  (table) => [index('lost_times_to_ask').on(table.seenAt).where(sql`asked_at is null`)],
);

export type LostTime = typeof lostTimes.$inferSelect;
