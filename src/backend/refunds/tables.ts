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

/** Defines the reference of the payment that a refund or a dispute is about. */
const ofPayment = () =>
  text()
    .notNull()
    .references(() => payments.reference, { onDelete: 'cascade' });

/**
 * Refunds, one row each: those that the merchant requests here, those that she has paid back by hand, and those that the
 * provider reports. Most of the provider's events name only the payment. So a row is found by the refund's own reference,
 * which comes late, or by its amount (refunds/recording.ts). The trigger refunds_within_payment refuses to request or
 * record more than was paid.
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
    /** `requested`: it is unknown whether the provider has it. */
    status: text({ enum: ['requested', ...REFUND_STATUSES] }).notNull(),
    /** Minor units (kobo) of `currency`. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /** The purpose, as far as staff named it. Null: none. */
    purpose: text({ enum: ['line', 'delivery', 'other', 'return'] }),
    /** The position of the line, if it is for one. */
    line: integer(),
    /** The id of the return, if it is for one (returns/tables.ts). */
    returnId: bigint('return_id', { mode: 'number' }),
    heardAt: moment('heard_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    // The other columns belong to a refund that was requested here (refunds.ts).
    /** Distinguishes requests for refunds of one order. Null for a refund made at the provider. */
    intent: text(),
    /** Random text in the provider's merchant note, by which the refund is found there. */
    mark: text().unique(),
    /** The provider's number of the refund. */
    providerId: text('provider_id'),
    /**
     * A number from the sequence of ids: the new `versionOf` of a refund known from a webhook that was recognised as
     * requested here. Null for all others.
     */
    recognisedAs: bigint('recognised_as', { mode: 'number' }),
    reason: text(),
    requestedBy: text('requested_by'),
    /** Whether the units of the order return to stock when the provider has the refund. */
    restock: boolean().notNull().default(false),
    /** The time of the last request to the provider. */
    sentAt: moment('sent_at'),
    /** The time after which any process may ask the provider. */
    nextTryAt: moment('next_try_at'),
    /** Whether the merchant paid it back without the provider. Such a row is `done`, and the provider does not know it. */
    byHand: boolean('by_hand').notNull().default(false),
    /** The reason why the provider refused it. Such a row is `failed`, and the provider does not know it. */
    refusal: text(),
  },
  (table) => [
    check(
      'refunds_purpose',
      sql`coalesce(purpose in ('line', 'delivery', 'other', 'return') and (line is not null) = (purpose = 'line')
        and (return_id is not null) = (purpose = 'return'), line is null and return_id is null)`,
    ),
    check(
      'refunds_by_hand',
      sql`not by_hand or (status = 'done' and amount > 0 and intent is not null and requested_by is not null)`,
    ),
    index('refunds_by_order').on(table.orderId),
    index('refunds_by_payment').on(table.payment),
    index('refunds_by_return').on(table.returnId).where(sql`return_id is not null`),
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
 * Returns the number by which a page names the refunds that it has shown: the largest of them. A refund that the shop
 * recognises as its own gets a new number, because the page showed it as made at the provider.
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
    /** Its outcome in the provider's words. Null before the end. */
    resolution: text(),
    /** The amount that the bank claims back, in minor units (kobo) of `currency`. Null if the provider does not say. */
    amount: bigint({ mode: 'number' }),
    currency: text().notNull(),
    /** The merchant's time limit for an answer. After it the bank takes the money. */
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

/** Money received, in minor units of its currency. */
const moneyColumns = {
  /** The amount that has arrived. Null if there is none. */
  received: bigint({ mode: 'number' }),
  currency: text(),
  /** The amount that has gone back: by refunds of all kinds, and by disputes that were not declined. */
  gone: bigint({ mode: 'number' }).notNull(),
  /** The part of it that disputes have taken. */
  claimed: bigint({ mode: 'number' }).notNull(),
  /** The amount of refunds in progress, including those that wait for a bank account. */
  underWay: bigint('under_way', { mode: 'number' }).notNull(),
  /** The amount that can still be paid back; never below zero. */
  remaining: bigint({ mode: 'number' }).notNull(),
};

/** The account of a payment (decision 13): the money received, returned and left. */
export const paymentMoney = pgView('payment_money', {
  reference: text().notNull(),
  orderId: text('order_id'),
  ...moneyColumns,
}).existing();

/**
 * The one account of an order's money: that of all its payments, in the currency of the first one. Everything that shows
 * returned or remaining money reads it: pages, commands, emails, the export, the audit and the triggers.
 */
export const orderMoney = pgView('order_money', {
  orderId: text('order_id').notNull(),
  ...moneyColumns,
}).existing();

export type OrderMoney = typeof orderMoney.$inferSelect;

/**
 * The refunds that wait for the merchant. A failed refund waits, unless nothing is left to pay back, or the same amount
 * was requested again and not for another purpose. So does a refund that waits for a bank account.
 */
export const unpaidRefunds = pgView('unpaid_refunds', {
  id: bigint({ mode: 'number' }).notNull(),
  orderId: text('order_id'),
}).existing();
