import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * The incidents with their beginning and end. All processes agree on the open row of a kind, so that the merchant gets one
 * email at its beginning and one at its end.
 */
export const incidents = pgTable(
  'incidents',
  {
    kind: text({ enum: ['payments', 'publishing', 'backups', 'archive'] }).notNull(),
    noticedAt: moment('noticed_at').notNull().defaultNow(),
    /** The time of the first failure. */
    beganAt: moment('began_at').notNull(),
    /** Null while it lasts. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.noticedAt] }),
    uniqueIndex('incidents_open').on(table.kind).where(sql`ended_at is null`),
  ],
);
