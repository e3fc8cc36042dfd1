import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** How often something was tried, across all processes of the API. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** SHA-256 of what is counted, so that no address is stored here. */
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('rate_limits_by_end').on(table.endsAt)],
);
