import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The books of the stock: what every change of `products.stock` and `products.sold_count` was for. Written by the
 * triggers products_stock_*, so that no writer can forget it; orders/stock.ts names the order it moves bottles
 * for. A product's rows add up to what the product says, and go with it. `npm run audit` reads them.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    productId: text('product_id').notNull(),
    /** `opening`: what a new product began with; `order`: bottles of one; `correction`: anything else. */
    kind: text({ enum: ['opening', 'order', 'correction'] }).notNull(),
    orderId: text('order_id'),
    /** Bottles added to the stock, or taken off it. */
    stock: integer().notNull(),
    /** Bottles added to those sold. */
    sold: integer().notNull(),
    /** The moment itself, not the transaction's beginning: an order that began after it saw the product. */
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('stock_movements_by_product').on(table.productId),
    index('stock_movements_by_order').on(table.orderId).where(sql`order_id is not null`),
  ],
);
