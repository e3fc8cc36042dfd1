import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { payments } from '#backend/orders/payment-tables.ts';

/**
 * Transfers to the shop's own account, one row each, as staff have read them in the bank's app. Their sum is
 * `arrivedKobo` of the payment.
 */
export const bankTransfers = pgTable(
  'bank_transfers',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    payment: text()
      .notNull()
      .references(() => payments.reference, { onDelete: 'cascade' }),
    /** Kobo. */
    amount: bigint({ mode: 'number' }).notNull(),
    /** The sender's name, as the bank has it. Empty once it is erased. */
    sender: text().notNull(),
    /** The time that the bank names, to the minute. */
    sentAt: moment('sent_at').notNull(),
    /** The bank's session ID (NIBSS), by which no transfer counts twice. Null if the app shows none. */
    sessionId: text('session_id').unique(),
    recordedBy: text('recorded_by').notNull(),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    check('bank_transfers_amount', sql`${table.amount} > 0`),
    index('bank_transfers_by_payment').on(table.payment),
    // One without a session ID is compared with others of its amount and minute.
    index('bank_transfers_by_time').on(table.sentAt, table.amount),
  ],
);
