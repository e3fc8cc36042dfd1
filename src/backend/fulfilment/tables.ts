import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { orders } from '#backend/orders/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What happens to the goods of a paid order, in this order. */
export const FULFILMENT_STEPS = ['packed', 'shipped', 'delivered', 'returned'] as const;
export type FulfilmentStep = (typeof FULFILMENT_STEPS)[number];

/**
 * The steps that the goods of an order have made, with who recorded them. Rows are only ever added: the trigger
 * fulfilment_append_only refuses all else, and fulfilment_in_order refuses a step whose predecessor is missing. `shipped` may
 * stand twice, with another courier or tracking number; the last one counts.
 */
export const fulfilmentSteps = pgTable(
  'fulfilment_steps',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    step: text({ enum: FULFILMENT_STEPS }).notNull(),
    /** Of `shipped` alone. */
    courier: text(),
    /** Null when the courier gives none. */
    trackingNumber: text('tracking_number'),
    recordedBy: text('recorded_by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('fulfilment_by_order').on(table.orderId),
    index('fulfilment_returned').on(table.orderId).where(sql`step = 'returned'`),
    uniqueIndex('fulfilment_once').on(table.orderId, table.step).where(sql`step <> 'shipped'`),
  ],
);

export type FulfilmentRow = typeof fulfilmentSteps.$inferSelect;
