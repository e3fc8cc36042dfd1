import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Payment } from '#contract/checkout.ts';
import { accounts } from './account-tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Who paid, as Paystack has it. */
export type Customer = NonNullable<Payment['customer']>;

/**
 * An attempt to buy, and what became of it. Its bottles are off `products.stock` exactly while it is
 * pending or paid: taken in the transaction that makes the order, given back in the one that ends it
 * unpaid, taken again if it is paid after all. So what can be sold is one column that no clock changes
 * behind the database's back, and a check keeps it from falling below nothing. The trigger orders_steps refuses every step but those of the design. */
export const orders = pgTable(
  'orders',
  {
    /** 'ord_' and random characters; the last five are what people say. */
    id: text().primaryKey(),
    status: text({ enum: ['pending', 'paid', 'failed', 'cancelled'] })
      .notNull()
      .default('pending'),
    /** Payment reference: 128 random bits, ours and Paystack's. */
    reference: text().notNull().unique(),
    email: text().notNull(),
    /** Who was logged in; null for a guest, whose order is of the account that proves the address. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** SHA-256 of the secret in the confirmation mail's link. */
    shareHash: text('share_hash').unique(),
    /** The person's account is deleted: from then on nothing of the person stays here. */
    eraseAt: moment('erase_at'),
    fullName: text('full_name').notNull(),
    shippingEmail: text('shipping_email').notNull(),
    /** As typed. */
    phone: text().notNull(),
    /** The same in E.164; null when it cannot be read as a number, which the merchant is told. */
    phoneE164: text('phone_e164'),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    country: text().notNull(),
    /** The chosen place; null when the client sent only a fee. */
    shippingPlace: text('shipping_place'),
    /** The fee equals some place's, but which place was meant is not known: the merchant looks. */
    feeUnconfirmed: boolean('fee_unconfirmed').notNull().default(false),
    feeKobo: bigint('fee_kobo', { mode: 'number' }).notNull(),
    totalKobo: bigint('total_kobo', { mode: 'number' }).notNull(),
    /** The browser's key for this attempt (extension payment.idempotencyKey); freed when the attempt ends unpaid. */
    attemptKey: text('attempt_key').unique(),
    attemptHash: text('attempt_hash').notNull(),
    authorizationUrl: text('authorization_url'),
    holdExpiresAt: moment('hold_expires_at').notNull(),
    holdExtended: boolean('hold_extended').notNull().default(false),
    /** Network address that the order came from, for the cap on unpaid stock; null when not known. */
    clientAddress: text('client_address'),
    /** When Paystack was last asked about it. */
    checkedAt: moment('checked_at'),
    /** When the sweeper looks at it next, before the hold's end. */
    nextCheckAt: moment('next_check_at').notNull(),
    /** Until then another process is settling it. */
    claimedUntil: moment('claimed_until').notNull().defaultNow(),
    paidAt: moment('paid_at'),
    channel: text(),
    transactionId: text('transaction_id'),
    /** What came, as verified: minor units (kobo) of `paidCurrency`. */
    paidAmount: bigint('paid_amount', { mode: 'number' }),
    paidCurrency: text('paid_currency'),
    customer: jsonb().$type<Customer>(),
    /** Money came that bought nothing: no stock was left, or the sum was wrong. */
    refundNeeded: boolean('refund_needed').notNull().default(false),
    reversedAt: moment('reversed_at'),
    /** When the merchant sent the money back, by word of `npm run orders -- refunded`. */
    refundedAt: moment('refunded_at'),
    /** Why it failed or needs the merchant, in English. */
    remark: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('orders_status', sql`${table.status} in ('pending', 'paid', 'failed', 'cancelled')`),
    check('orders_paid_when', sql`${table.status} <> 'paid' or ${table.paidAt} is not null`),
    check('orders_sums', sql`${table.feeKobo} >= 0 and ${table.totalKobo} >= ${table.feeKobo}`),
    check(
      'orders_refunded_what_was_due',
      sql`${table.refundedAt} is null or ${table.refundNeeded} or ${table.reversedAt} is not null`,
    ),
    index('orders_refund_due')
      .on(table.createdAt)
      .where(sql`refund_needed and refunded_at is null`),
    index('orders_pending').on(table.holdExpiresAt).where(sql`status = 'pending'`),
    index('orders_pending_email').on(table.email).where(sql`status = 'pending'`),
    index('orders_pending_address').on(table.clientAddress).where(sql`status = 'pending'`),
    index('orders_by_created').on(table.createdAt.desc()),
    index('orders_by_email').on(table.email),
    index('orders_by_account').on(table.accountId),
    index('orders_to_erase').on(table.eraseAt).where(sql`erase_at is not null`),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

/** A line of an order at the price of the moment. No key to products: a line outlives its product. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    productId: text('product_id').notNull(),
    name: text().notNull(),
    priceKobo: bigint('price_kobo', { mode: 'number' }).notNull(),
    image: text().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check('order_items_quantity', sql`${table.quantity} > 0`),
    index('order_items_by_product').on(table.productId),
  ],
);

/** Paystack's webhooks that were dealt with; they carry no event id, so event and data id stand for it. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    event: text().notNull(),
    dataId: text('data_id').notNull(),
    reference: text(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.event, table.dataId] })],
);
