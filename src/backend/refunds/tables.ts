import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { DISPUTE_STATES, REFUND_STATUSES } from '#backend/payment-provider/provider.ts';

/** The reference of the payment that a refund or a dispute is about. */
const ofPayment = () =>
  text()
    .notNull()
    .references(() => payments.reference, { onDelete: 'cascade' });

/**
 * Refunds, one row each: those that the merchant asks for here, those that she has paid back by hand, and those
 * that the provider has told of. Most of its events name only the payment, so a row is found again by the refund’s
 * own reference, which comes late, or by its amount (refunds/recording.ts). The trigger refunds_within_payment
 * refuses to ask for, and to record, more than was paid.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    payment: ofPayment(),
    /** The order of the payment. Null for money without one. */
    orderId: text('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    /** The refund's own reference. Null until a bank has it, and for a refund that only verify has reported. */
    reference: text(),
    /** `requested`: it is not known yet whether the provider has it. */
    status: text({ enum: ['requested', ...REFUND_STATUSES] }).notNull(),
    /** Minor units (kobo) of `currency`. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** What it pays back, as far as staff said it. Null: it names nothing. */
    purpose: text({ enum: ['line', 'delivery', 'other'] }),
    /** The position of the line, if it is for one. */
    line: integer(),
    heardAt: moment('heard_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    // The rest belongs to a refund that was asked for here (refunds.ts).
    /** What tells one request for a refund of an order from another. Null for a refund made at the provider. */
    intent: text(),
    /** Random text in the provider's merchant note, by which the refund is found there. */
    mark: text().unique(),
    /** The provider's number of the refund. */
    providerId: text('provider_id'),
    /**
     * A number of the sequence of ids: what its `versionOf` became when a refund that only a webhook had told of was
     * found to be one that was asked for here. Null for all others.
     */
    recognisedAs: bigint('recognised_as', { mode: 'number' }),
    reason: text(),
    requestedBy: text('requested_by'),
    /** Whether the units of the order come back into stock when the provider has the refund. */
    restock: boolean().notNull().default(false),
    /** When the provider was last asked to make it. */
    sentAt: moment('sent_at'),
    /** When the provider may be asked next, by any process. */
    nextTryAt: moment('next_try_at'),
    /** Paid back by the merchant without the provider. Such a row is `done`, and the provider knows nothing of it. */
    byHand: boolean('by_hand').notNull().default(false),
    /** Why the provider refused to make it. Such a row is `failed`, and the provider knows nothing of it. */
    refusal: text(),
  },
  (table) => [
    check(
      'refunds_purpose',
      sql`coalesce(purpose in ('line', 'delivery', 'other') and (line is not null) = (purpose = 'line'), line is null)`,
    ),
    check(
      'refunds_by_hand',
      sql`not by_hand or (status = 'done' and amount > 0 and intent is not null and requested_by is not null)`,
    ),
    index('refunds_by_order').on(table.orderId),
    index('refunds_by_payment').on(table.payment),
    uniqueIndex('refunds_requested_once')
      .on(table.payment, table.intent)
      .where(sql`status = 'requested'`),
    index('refunds_to_try').on(table.nextTryAt).where(sql`next_try_at is not null`),
    uniqueIndex('refunds_by_reference')
      .on(table.payment, table.reference)
      .where(sql`reference is not null`),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;

/**
 * The number by which a page says which refunds it has shown: the largest of them. A refund that the shop recognises as
 * its own gets a new number, since the page showed it as one that was made at the provider.
 */
export const versionOf = ({ id, recognisedAs }: Pick<RefundRow, 'id' | 'recognisedAs'>): number =>
  recognisedAs ?? id;

/** Payments that a customer disputes with her bank, one row each. */
export const disputes = pgTable(
  'disputes',
  {
    /** The provider's id. */
    id: text().primaryKey(),
    payment: ofPayment(),
    /** The order of the payment. Null for money without one. */
    orderId: text('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    state: text({ enum: DISPUTE_STATES }).notNull(),
    /** Its state in the provider's words, for staff. */
    status: text().notNull(),
    /** How it ended, in the provider's words. Null before. */
    resolution: text(),
    /** What the bank claims back, in minor units (kobo) of `currency`. Null when the provider does not say. */
    amount: bigint({ mode: 'number' }),
    currency: text().notNull(),
    /** Until when the merchant must answer. Then the bank takes the money. */
    dueAt: moment('due_at'),
    /** Whether it waits for the merchant or the bank. */
    isOpen: boolean('is_open').notNull().generatedAlwaysAs(sql`state = 'open'`),
    /** Whether it ended for the customer: the bank takes the money. */
    hasTaken: boolean('has_taken').notNull().generatedAlwaysAs(sql`state = 'taken'`),
    heardAt: moment('heard_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('disputes_by_order').on(table.orderId),
    index('disputes_by_payment').on(table.payment),
  ],
);

export type DisputeRow = typeof disputes.$inferSelect;

/** Money that came, in minor units of its currency. */
const moneyColumns = {
  /** What has arrived. Null when nothing has. */
  received: bigint({ mode: 'number' }),
  currency: text(),
  /** What has gone back: refunds, however they were made, and disputes that were not declined. */
  gone: bigint({ mode: 'number' }).notNull(),
  /** The part of it that disputes have taken. */
  claimed: bigint({ mode: 'number' }).notNull(),
  /** What refunds are about to pay back, those included that wait for a bank account. */
  underWay: bigint('under_way', { mode: 'number' }).notNull(),
  /** What can still be paid back; never below zero. */
  remaining: bigint({ mode: 'number' }).notNull(),
};

/** The account of a payment (decision 13): what was received, what went back and what is left. */
export const paymentMoney = pgView('payment_money', {
  reference: text().notNull(),
  orderId: text('order_id'),
  ...moneyColumns,
}).existing();

/**
 * The one account of an order's money: that of all its payments, in the currency of the first one. All that says what was
 * paid back or is left reads it: pages, commands, emails, the export, the audit and the triggers.
 */
export const orderMoney = pgView('order_money', {
  orderId: text('order_id').notNull(),
  ...moneyColumns,
}).existing();

export type OrderMoney = typeof orderMoney.$inferSelect;

/**
 * The refunds that wait for the merchant: those that failed, unless the same amount was asked for again since, not for
 * something else, or nothing is left to pay back; and those that wait for a bank account.
 */
export const unpaidRefunds = pgView('unpaid_refunds', {
  id: bigint({ mode: 'number' }).notNull(),
  orderId: text('order_id'),
}).existing();
