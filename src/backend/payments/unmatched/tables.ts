import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';

/**
 * What became of a payment without an order: it waits for the merchant (`open`), an order with its reference is there
 * (`matched`), its money has gone back (`returned`), or it is of another shop on the same Paystack account.
 */
const STATES = ['open', 'matched', 'returned', 'other-shop'] as const;

/** What showed a payment first: a webhook, the list of a night, a lost time (lost-time/) or a command. */
const FOUND_BY = ['webhook', 'night', 'lost-time', 'command'] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/**
 * Payments at the provider with a reference of ours that no order has, one row each (README.md). Rows are of
 * verified payments alone. The reference is the key, so that nothing is listed twice.
 */
export const unmatchedPayments = pgTable(
  'unmatched_payments',
  {
    reference: text().primaryKey(),
    state: text({ enum: STATES }).notNull(),
    /** The provider's number of the payment. */
    transactionId: text('transaction_id').notNull(),
    /** What was paid, in minor units (kobo) of `currency`. */
    amount: bigint({ mode: 'number' }).notNull(),
    /**
     * What we had asked for; `amount` has the fees, too, where the shopper bears them. Null when the provider does
     * not say.
     */
    requestedAmount: bigint('requested_amount', { mode: 'number' }),
    currency: text().notNull(),
    /** Null when the provider does not say, and once it is erased. */
    email: text(),
    paidAt: moment('paid_at'),
    channel: text(),
    /** As the provider gave it: an object, text, 0 or nothing. Null once it is erased. */
    metadata: jsonb().$type<ProviderPayment['metadata']>(),
    foundBy: text('found_by', { enum: FOUND_BY }).notNull(),
    foundAt: moment('found_at').notNull().defaultNow(),
    /** When the email to the merchant was written. Null for one of which she is not told. */
    toldAt: moment('told_at'),
    /** When it left `open`. */
    settledAt: moment('settled_at'),
    // The rest belongs to paying it back (returning.ts).
    /**
     * Random text in the provider's merchant note, by which the refund is found there. Once it is set, no order is
     * made of it.
     */
    refundMark: text('refund_mark').unique(),
    refundBy: text('refund_by'),
    refundSentAt: moment('refund_sent_at'),
    /** When the provider may be asked next, by any process. */
    refundTryAt: moment('refund_try_at'),
  },
  (table) => [
    check(
      'unmatched_payments_state',
      sql`${table.state} in ('open', 'matched', 'returned', 'other-shop')`,
    ),
    index('unmatched_payments_open').on(table.foundAt).where(sql`state = 'open'`),
    index('unmatched_payments_to_return')
      .on(table.refundTryAt)
      .where(sql`refund_try_at is not null`),
  ],
);

export type UnmatchedPayment = typeof unmatchedPayments.$inferSelect;
