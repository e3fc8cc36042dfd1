import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { orders } from '#backend/orders/tables.ts';

/** The notes of the merchant's people about an order, for themselves. Erased with the order's personal data. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    recordedBy: text('recorded_by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('order_notes_by_order').on(table.orderId)],
);

export type OrderNote = typeof orderNotes.$inferSelect;

/**
 * The search text of an order: its number, the customer's name, email address and phone, and its products' names, as
 * `search_normal` writes them. The triggers order_search_* maintain it, so that no writer can forget it.
 */
export const orderSearch = pgTable(
  'order_search',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    key: text().notNull(),
  },
  (table) => [index('order_search_by_key').using('gin', table.key.op('gin_trgm_ops'))],
);
