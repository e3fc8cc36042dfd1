import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { products } from '#backend/products/tables.ts';

/**
 * The requests for an email when a product is back in stock (decision 36). A request is made, confirmed by a link in an
 * email, told once, and erased. A person who asks twice has two rows until she is told, so that each of her links works.
 */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** In lower case, as the contract requires. */
    email: text().notNull(),
    /** SHA-256 of the secret in the last email about it. */
    keyHash: text('key_hash').notNull().unique(),
    /** The words of her consent. */
    consent: text().notNull(),
    /** The first to ask is the first to be told. */
    askedAt: moment('asked_at').notNull().defaultNow(),
    /** The time when she confirmed the address and so consented. */
    confirmedAt: moment('confirmed_at'),
    /** The time when the email to her was written. It has the id of this row. */
    toldAt: moment('told_at'),
  },
  (table) => [
    index('stock_alerts_waiting')
      .on(table.productId, table.askedAt)
      .where(sql`confirmed_at is not null and told_at is null`),
    index('stock_alerts_unconfirmed').on(table.askedAt).where(sql`confirmed_at is null`),
    index('stock_alerts_told').on(table.productId).where(sql`told_at is not null`),
    index('stock_alerts_by_email').on(table.email),
  ],
);

/** The products for which somebody has waited, with their last wave of emails. Without personal data. */
export const stockAlertProducts = pgTable('stock_alert_products', {
  productId: text('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
  /** The time since which the sweeper finds units that can be bought. Null while there are none. */
  availableSince: moment('available_since'),
  /** The last wave: its time, the units that could be bought then, and the number of people told. */
  toldAt: moment('told_at'),
  units: integer().notNull().default(0),
  told: integer().notNull().default(0),
});
