import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { PROVIDER_NAMES } from '#backend/payment-provider/names.ts';
import {
  PAYMENT_STATES,
  type ProviderPayment,
  type TransferAccount,
} from '#backend/payment-provider/provider.ts';
import { WAY_IDS } from '#domain/payments/ways.ts';
import { orders } from './tables.ts';

/** The payer, according to the provider. */
export type Payer = NonNullable<ProviderPayment['customer']>;

/** How a payment without an order was found: by a message, the list of a night, a lost time (lost-time/) or a command. */
const FOUND_BY = ['webhook', 'night', 'lost-time', 'command'] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/**
 * Attempts to take money, one row each: those that began here for an order, and those that the provider knows by our
 * reference but that have no order (payments/unmatched). The view payment_money has the sums received, returned and
 * left.
 */
export const payments = pgTable(
  'payments',
  {
    /** For us and for the provider: 128 random bits. That of an order's first attempt is the order's, too. */
    reference: text().primaryKey(),
    /** Null for money without an order. */
    orderId: text('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    provider: text({ enum: PROVIDER_NAMES }).notNull(),
    /** How it is to be paid: on the provider's page, or to an account that our own page shows. */
    way: text({ enum: WAY_IDS }).notNull().default('paystack'),
    state: text({ enum: PAYMENT_STATES }).notNull().default('not_begun'),
    /** The page to pay on. Null until the provider has given one. */
    page: text(),
    /** The account that takes this payment, if it has one. */
    account: jsonb().$type<TransferAccount>(),
    /** Kobo of the last transfer that was not the amount, which the provider did not accept, and when. */
    rejectedKobo: bigint('rejected_kobo', { mode: 'number' }),
    rejectedAt: moment('rejected_at'),
    /** Kobo that staff have seen in the shop's own account (own-bank/). */
    arrivedKobo: bigint('arrived_kobo', { mode: 'number' }).notNull().default(0),
    /** The sum that we ask for; `received` has the fees, too, where the shopper bears them. Null when it is not known. */
    askedKobo: bigint('asked_kobo', { mode: 'number' }),
    /** The amount received, as verified, in minor units (kobo) of `currency`. Null when none came. */
    received: bigint({ mode: 'number' }),
    currency: text(),
    /** The provider's number of the payment. */
    providerId: text('provider_id'),
    channel: text(),
    /** Null when the provider does not say, and once it is erased. */
    payer: jsonb().$type<Payer>(),
    /** The data that was sent with a payment that no order had. Null once it is erased. */
    metadata: jsonb().$type<ProviderPayment['metadata']>(),
    paidAt: moment('paid_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the provider was last asked about it. */
    askedAt: moment('asked_at'),
    /** When the sweep asks next. Null: no more. */
    nextAt: moment('next_at'),
    /** Since when the provider has news of it that its verify call has not confirmed. Null when there is none. */
    newsAt: moment('news_at'),
    /** Until this time another process is asking about it. */
    claimedUntil: moment('claimed_until').notNull().defaultNow(),
    /** How and when it was found without an order. Null for one that began here for an order. */
    foundBy: text('found_by', { enum: FOUND_BY }),
    foundAt: moment('found_at'),
    /** Whether it is of another shop on the same account at the provider. */
    otherShop: boolean('other_shop').notNull().default(false),
    /** When the email to the merchant was written. Null for one of which she is not told. */
    toldAt: moment('told_at'),
    /** When one that was found without an order got its order, or had gone back. */
    settledAt: moment('settled_at'),
  },
  (table) => [
    check('payments_received', sql`(${table.received} is null) = (${table.currency} is null)`),
    check(
      'payments_have_an_owner',
      sql`${table.orderId} is not null or ${table.foundBy} is not null`,
    ),
    check(
      'payments_rejected',
      sql`(${table.rejectedKobo} is null) = (${table.rejectedAt} is null)`,
    ),
    index('payments_by_order').on(table.orderId),
    // A message about a wrong transfer names nothing else.
    index('payments_by_account')
      .on(table.provider, table.providerId)
      .where(sql`account is not null`),
    index('payments_next').on(table.nextAt).where(sql`next_at is not null`),
    index('payments_of_own_bank').on(table.orderId).where(sql`provider = 'bank'`),
    index('payments_found').on(table.foundAt).where(sql`found_by is not null`),
  ],
);

export type PaymentRow = typeof payments.$inferSelect;

/** Whether a payment is one to the shop's own bank account. */
export const isOwnAccount = (payment: Pick<PaymentRow, 'provider'> | null | undefined): boolean =>
  payment?.provider === 'bank';
