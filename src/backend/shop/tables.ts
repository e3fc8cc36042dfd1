import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * The shop's facts that staff have changed: a row for each field of shop.json whose value differs from the folder's
 * (decision 26). Triggers record a change of the catalogue, because every page shows some of them.
 */
export const shopFacts = pgTable('shop_facts', {
  field: text().primaryKey(),
  /** Its value, as shop.json would have it. */
  value: jsonb().notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});
