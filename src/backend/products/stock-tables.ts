import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { products } from './tables.ts';

/**
 * The units of a product, in a narrow row because every sale writes it. The trigger products_stocked creates it with the
 * product. `onHand` less `reserved` can be bought, never less than 0: the merchant may count fewer units than unpaid
 * orders have reserved.
 */
export const stock = pgTable(
  'stock',
  {
    productId: text('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** Units in the shop that are not sold, including those of unpaid orders. The merchant sets this number. */
    onHand: integer('on_hand').notNull().default(0),
    /** Units that pending orders keep. */
    reserved: integer().notNull().default(0),
    soldCount: integer('sold_count').notNull().default(0),
    /** Staff are told that stock is low when this many units can be bought. Null: three. */
    lowAt: integer('low_at'),
    /** Whether lists show the product, as in `listed_products`; for sorting by units sold. */
    listed: boolean().notNull().default(true),
    /** When the label that built pages show last changed. */
    shownAt: moment('shown_at').notNull().defaultNow(),
  },
  (table) => [
    check('stock_never_negative', sql`${table.onHand} >= 0 and ${table.reserved} >= 0`),
    index('stock_by_sold').on(table.soldCount.desc().nullsLast(), table.productId),
    index('stock_listed_by_sold').on(table.soldCount, table.productId).where(sql`listed`),
    index('stock_listed_by_sold_desc')
      .on(sql`${table.soldCount} desc`, table.productId)
      .where(sql`listed`),
  ],
);

/**
 * The ledger of the stock, with the reason for every change of `stock`. The triggers stock_* write it, so that no writer
 * can forget it. orders/stock.ts names the order for which it moves units. The rows of a product add up to its stock, and
 * are removed with it. `npm run audit` reads them.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    productId: text('product_id').notNull(),
    /** `opening`: a new product; `order`: units of an order; `return`: returned units; `correction`: anything else. */
    kind: text({ enum: ['opening', 'order', 'return', 'correction'] }).notNull(),
    orderId: text('order_id'),
    /** The order whose units returned to stock. */
    returnOf: text('return_of'),
    /** The change of each number, negative if units are taken off. */
    onHand: integer('on_hand').notNull().default(0),
    reserved: integer().notNull().default(0),
    sold: integer().notNull(),
    /** The time of the write, not the start of its transaction: an order that began in between saw the product. */
    at: moment('at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('stock_movements_by_product').on(table.productId),
    index('stock_movements_by_order').on(table.orderId).where(sql`order_id is not null`),
    index('stock_movements_by_return').on(table.returnOf).where(sql`return_of is not null`),
  ],
);

/**
 * The parts of every set in `products.set_parts`; the trigger products_set_parts writes them. The part of a deleted
 * product stays: the set cannot be sold until the merchant removes the part.
 */
export const setParts = pgTable(
  'set_parts',
  {
    setId: text('set_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    partId: text('part_id').notNull(),
    /** The units in one set. */
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.setId, table.partId] }),
    index('set_parts_by_part').on(table.partId),
  ],
);
