import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts } from './account-tables.ts';
import { products } from './catalogue-tables.ts';

/** A customer's review of a product: one for each pair, removed with either. */
export const reviews = pgTable(
  'reviews',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    rating: integer().notNull(),
    comment: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** Since when the merchant hides it: it is not shown, and does not count. */
    hiddenAt: timestamp('hidden_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    unique('reviews_one_each').on(table.productId, table.accountId),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
    index('reviews_by_product').on(table.productId, table.createdAt.desc()),
    index('reviews_by_account').on(table.accountId),
  ],
);
