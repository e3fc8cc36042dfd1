import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/** An original picture, named by the hash of its bytes or of its recipe. The file is in the store. */
export const media = pgTable('media', {
  hash: text().primaryKey(),
  mime: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Dominant colour, #rrggbb. */
  color: text().notNull(),
  /** The recipe from which it is composed at its first request; null for a picture that was stored as a file. */
  recipe: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
