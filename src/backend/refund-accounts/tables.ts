import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { orders } from '#backend/orders/tables.ts';
import { refunds } from '#backend/refunds/tables.ts';

/**
 * The requests for a bank account of refunds that cannot go back the way she paid (decision 55): one row for each link
 * that was emailed, and for each account that staff have entered. The newest row of a refund counts. The account number
 * is never stored.
 */
export const refundAccounts = pgTable(
  'refund_accounts',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    refund: bigint({ mode: 'number' })
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** SHA-256 of the link's secret. Null for an account that staff have entered. */
    keyHash: text('key_hash').unique(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    /** The names of holders that were looked up through the link, counted before each look-up. */
    lookups: integer().notNull().default(0),
    /** The bank's name and the last four digits of the account. Written before the provider is asked. */
    bank: text(),
    lastDigits: text('last_digits'),
    /** The one of the merchant's people who entered it. Null if the customer named it. */
    givenBy: text('given_by'),
    givenAt: moment('given_at'),
    /** Until this time nobody else names an account: the provider may have this one. Null once it certainly has. */
    claimedUntil: moment('claimed_until'),
  },
  (table) => [
    check(
      'refund_accounts_whole',
      sql`(bank is null) = (last_digits is null) and (bank is null) = (given_at is null)`,
    ),
    index('refund_accounts_by_refund').on(table.refund),
    index('refund_accounts_by_order').on(table.orderId),
  ],
);

export type RefundAccountRow = typeof refundAccounts.$inferSelect;
