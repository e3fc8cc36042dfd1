import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { products } from '#backend/products/tables.ts';

/**
 * Who wants an email when a product is back in stock (decision 36). A row is asked for, confirmed by a link in an email, told
 * once, and erased. Someone who asks twice has two rows until she is told, so that each link that she got works.
 */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** In lower case; the contract sees to that. */
    email: text().notNull(),
    /** SHA-256 of the secret in the last email about it. */
    keyHash: text('key_hash').notNull().unique(),
    /** The words that she consented to. */
    consent: text().notNull(),
    /** Who asked first is told first. */
    askedAt: moment('asked_at').notNull().defaultNow(),
    /** When she confirmed the address, and with it consented. */
    confirmedAt: moment('confirmed_at'),
    /** When the email that tells her was written. It has the id of this row. */
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

/** The products that somebody has waited for, and how their last wave of emails went. It names nobody. */
export const stockAlertProducts = pgTable('stock_alert_products', {
  productId: text('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
  /** Since when the sweeper finds units that can be bought. Null while there are none. */
  availableSince: moment('available_since'),
  /** The last wave: when it was written, the units that could be bought then, and how many people it told. */
  toldAt: moment('told_at'),
  units: integer().notNull().default(0),
  told: integer().notNull().default(0),
});
