import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** An original picture, named by the hash of its bytes or of its recipe. The file is in the data folder. */
export const media = pgTable('media', {
  hash: text().primaryKey(),
  mime: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Dominant colour, #rrggbb. */
  color: text().notNull(),
  /** What the picture is composed from at its first request; null for a picture that was stored as a file. */
  recipe: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
