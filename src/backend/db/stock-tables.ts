import { sql } from 'drizzle-orm';
import { bigserial, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The ledger of the stock: the reason for every change of `products.stock` and `products.sold_count`. The triggers
 * products_stock_* write it, so that no writer can forget it. orders/stock.ts names the order that it moves units for.
 * The rows of a product add up to its columns, and are removed with it. `npm run audit` reads them.
 */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    productId: text('product_id').notNull(),
    /** `opening`: a new product; `order`: units of an order; `correction`: anything else. */
    kind: text({ enum: ['opening', 'order', 'correction'] }).notNull(),
    orderId: text('order_id'),
    /** Units added to the stock; negative for units taken off it. */
    stock: integer().notNull(),
    /** Units added to `sold_count`. */
    sold: integer().notNull(),
    /** The moment of the write, not the start of its transaction: an order that began after it saw the product. */
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('stock_movements_by_product').on(table.productId),
    index('stock_movements_by_order').on(table.orderId).where(sql`order_id is not null`),
  ],
);
