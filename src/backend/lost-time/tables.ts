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
 * One row, by which a process knows whether this database is the one that it saw last (mark.ts). An older copy has
 * a smaller number; a copy on another server, or on one that took over, has another identity.
 */
export const databaseMark = pgTable(
  'database_mark',
  {
    id: boolean().primaryKey().default(true),
    /** Grows while a process runs. */
    number: bigint({ mode: 'number' }).notNull(),
    /** When it grew last. What happened later may be missing in a copy. */
    at: moment('at').notNull().defaultNow(),
    /** PostgreSQL's system identifier. Null where no role of ours may read it. */
    system: text(),
    /** PostgreSQL's timeline, which a restore to a moment and a promotion change. Null likewise. */
    timeline: integer(),
    /** Up to when the provider's list of payments was read, by the round of a night. */
    listedAt: moment('listed_at').notNull().defaultNow(),
    /** Until this time another process reads it. */
    claimedUntil: moment('claimed_until').notNull().defaultNow(),
  },
  (table) => [check('database_mark_once', sql`${table.id}`)],
);

/** Times of which this database has lost what happened, and whether the provider was asked what it has of them. */
export const lostTimes = pgTable(
  'lost_times',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** `restored`: by npm run restore. `older`: an own mark went back. `server`: another server, or one that took over. */
    reason: text({ enum: ['restored', 'older', 'server'] }).notNull(),
    /** What happened after this moment may be missing. */
    lostFrom: moment('lost_from').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
    /** Until this time another process asks. */
    claimedUntil: moment('claimed_until').notNull().defaultNow(),
    /** When the provider had been asked about all of it. */
    askedAt: moment('asked_at'),
  },
  (table) => [index('lost_times_to_ask').on(table.seenAt).where(sql`asked_at is null`)],
);

export type LostTime = typeof lostTimes.$inferSelect;
