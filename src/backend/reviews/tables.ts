import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from '#backend/accounts/tables.ts';
import { moment } from '#backend/db/columns.ts';
import { products } from '#backend/products/tables.ts';

/**
 * Reviews of products. A customer has one for each product; it is removed with either. A review from the merchant's
 * previous shop has no account, but its author's name and its source; it is removed with its product.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The shown name of an author without an account: 'Amina O.' */
    author: text(),
    /** The program from which a review without an account was exported. */
    source: text(),
    /** The key of a review from a source, so that it is imported once. */
    sourceKey: text('source_key'),
    rating: integer().notNull(),
    comment: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The time since which the merchant hides it: it is not shown and does not count. */
    hiddenAt: moment('hidden_at'),
    /** The reason for hiding it, for the merchant's people only. Null if it is shown, or without a reason. */
    hiddenReason: text('hidden_reason'),
    /** The time when one of the merchant's people last read it. A review written later must be read again. */
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
