import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  index,
  pgTable,
  pgView,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { orders } from '#backend/orders/tables.ts';
import { FULFILMENT_STEPS, type FulfilmentStep } from './step-names.ts';

/** Minutes in which a step can be undone. Until then its email waits, and the customer does not see it. */
export const UNDO_MINUTES = 10;

/** Defines a column for a record: a step, or an action on one. */
const record = () => text({ enum: [...FULFILMENT_STEPS, 'taken-back', 'sent-now'] }).notNull();

/**
 * The steps of orders' goods, each with the person who recorded it. Rows are only ever added: the trigger
 * fulfilment_append_only refuses all else. A mistaken step gets a row `taken-back`. fulfilment_in_order refuses a step
 * without its predecessor, and one that is already in force. `shipped` may be recorded again with another courier or
 * tracking number; the last one counts.
 */
export const fulfilmentSteps = pgTable(
  'fulfilment_steps',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    step: record(),
    /** The step that is taken back, or that the customer is told about at once. */
    about: bigint({ mode: 'number' }).references((): AnyPgColumn => fulfilmentSteps.id),
    /** Only for `shipped`. */
    courier: text(),
    /** Null if the courier gives none. */
    trackingNumber: text('tracking_number'),
    recordedBy: text('recorded_by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('fulfilment_by_order').on(table.orderId),
    index('fulfilment_returned').on(table.orderId).where(sql`step = 'returned'`),
    uniqueIndex('fulfilment_about_once').on(table.about, table.step).where(sql`about is not null`),
  ],
);

/** A row of the table: a step, or an action on one. */
export type FulfilmentRecord = typeof fulfilmentSteps.$inferSelect;
export type FulfilmentRow = FulfilmentRecord & { step: FulfilmentStep };

/** The steps that were not taken back (a view). */
export const standingSteps = pgView('standing_steps', {
  orderId: text('order_id').notNull(),
  step: record(),
  courier: text(),
  id: bigint({ mode: 'number' }).notNull(),
}).existing();

/** Whether the customer sees a step by now: after ten minutes, or after 'Send now'. */
export const isShown = sql<boolean>`(fulfilment_steps.at <= now() - ${UNDO_MINUTES}::int * interval '1 minute'
  or exists (select from fulfilment_steps told where told.order_id = fulfilment_steps.order_id
    and told.step = 'sent-now' and told.id > fulfilment_steps.id))`;

/** Returns an order's steps that were not taken back. */
export const standing = <R extends FulfilmentRecord>(
  records: readonly R[],
): (R & FulfilmentRow)[] => {
  const back = new Set(records.map(({ step, about }) => (step === 'taken-back' ? about : null)));
  const isStep = (row: R): row is R & FulfilmentRow => row.about === null;
  return records.filter(isStep).filter(({ id }) => !back.has(id));
};
