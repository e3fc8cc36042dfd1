import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from '#backend/accounts/tables.ts';
import { moment } from '#backend/db/columns.ts';
import { products } from '#backend/products/tables.ts';

/**
 * Reviews of products. A customer's: one for each pair, removed with either. One that was written in the merchant's previous shop has
 * no account, but the name of its author and where it comes from; it is removed with its product.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The name that is shown of an author without an account: 'Amina O.' */
    author: text(),
    /** The program that a review without an account was exported from. */
    source: text(),
    /** What tells it from others of the same source, so that it is there once. */
    sourceKey: text('source_key'),
    rating: integer().notNull(),
    comment: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Since when the merchant hides it: it is not shown, and does not count. */
    hiddenAt: moment('hidden_at'),
    /** Why, in the words of whoever hid it. For the merchant's people alone. Null if it is shown, or nobody said why. */
    hiddenReason: text('hidden_reason'),
    /** When one of the merchant's people last looked at it. One that was written after that waits for a look. */
    lookedAt: moment('looked_at'),
  },
  (table) => [
    unique('reviews_one_each').on(table.productId, table.accountId),
    unique('reviews_once_each_source').on(table.source, table.sourceKey),
    check(
      'reviews_account_or_author',
      sql`num_nonnulls(${table.accountId}, ${table.author}) = 1
        and num_nonnulls(${table.author}, ${table.source}, ${table.sourceKey}) in (0, 3)`,
    ),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
    index('reviews_by_product').on(table.productId, table.createdAt.desc()),
    index('reviews_by_account').on(table.accountId),
    index('reviews_by_time').on(table.createdAt.desc(), table.id.desc()),
    index('reviews_to_look_at')
      .on(table.createdAt.desc(), table.id.desc())
      .where(sql`looked_at is null or looked_at < created_at`),
  ],
);
