import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from '#backend/accounts/tables.ts';
import { moment } from '#backend/db/columns.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';

/** Money that couriers took at the door, one row each. Their sum is `arrivedKobo` of the payment. */
export const doorCollections = pgTable(
  'door_collections',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    payment: text()
      .notNull()
      .references(() => payments.reference, { onDelete: 'cascade' }),
    /** Kobo. */
    amount: bigint({ mode: 'number' }).notNull(),
    how: text({ enum: ['cash', 'transfer'] }).notNull(),
    /** The courier, or the person, who took it. */
    takenBy: text('taken_by').notNull(),
    recordedBy: text('recorded_by').notNull(),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
    /** When cash reached the shop. Null while the courier has it, and for a transfer. */
    handedInAt: moment('handed_in_at'),
    handedInTo: text('handed_in_to'),
  },
  (table) => [
    check('door_collections_amount', sql`${table.amount} > 0`),
    check('door_collections_cash', sql`${table.how} = 'cash' or ${table.handedInAt} is null`),
    index('door_collections_by_payment').on(table.payment),
    index('door_collections_with_couriers')
      .on(table.takenBy)
      .where(sql`how = 'cash' and handed_in_at is null`),
  ],
);

/**
 * Orders that were refused at the door. For twelve months their account, and everybody with their phone number, cannot
 * pay on delivery, unless staff lift it. After that time the rows are deleted.
 */
export const doorRefusals = pgTable(
  'door_refusals',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: text('order_id')
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'cascade' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The keyed hash of the phone number (phone-hash.ts). Null for one that cannot be read. */
    phoneHash: text('phone_hash'),
    recordedBy: text('recorded_by').notNull(),
    at: moment('at').notNull().defaultNow(),
    liftedBy: text('lifted_by'),
    liftedAt: moment('lifted_at'),
  },
  (table) => [
    index('door_refusals_by_account').on(table.accountId),
    index('door_refusals_by_phone').on(table.phoneHash),
  ],
);
