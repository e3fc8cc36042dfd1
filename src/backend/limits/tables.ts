import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/** The number of tries, across all processes of the API. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** SHA-256 of the subject, so that no address is stored here. */
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('rate_limits_by_end').on(table.endsAt)],
);
