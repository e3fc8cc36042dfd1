import { asc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#backend/db/connect.ts';
import {
  ORDER_CORRECTED_EMAIL_PREFIX,
  ORDER_SHIPPED_EMAIL_PREFIX,
} from '#backend/fulfilment/shipped-email.ts';
import { fulfilmentSteps } from '#backend/fulfilment/tables.ts';
import { columns, type QueuedEmail } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { DOOR_EMAIL_PREFIX } from '#backend/on-delivery/emails.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/orders/merchant-emails.ts';
import { orders } from '#backend/orders/tables.ts';
import { WRONG_TRANSFER_PREFIX } from '#backend/orders/wrong-transfer-email.ts';
import { TRANSFER_EMAIL_PREFIX } from '#backend/own-bank/emails.ts';
import { refundAccounts } from '#backend/refund-accounts/tables.ts';
import { REFUND_EMAIL_PREFIX } from '#backend/refunds/customer-emails.ts';
import { RETURN_EMAIL_PREFIX } from '#backend/refunds/merchant-emails.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import {
  MERCHANT_ORDER_RETURN_PREFIX,
  ORDER_RETURN_EMAIL_PREFIX,
} from '#backend/returns/emails.ts';
import { returns } from '#backend/returns/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { ORDER_LINK_EMAIL_PREFIX } from './link-email.ts';
import { ORDER_PAID_EMAIL_PREFIX } from './paid-email.ts';

/** The rows that emails are about. An email's id is a prefix and the row's `key`. */
interface About {
  table: PgTable;
  key: PgColumn;
  order: PgColumn;
  /** The prefixes of emails that name the customer. They are erased with her order. */
  personal: readonly string[];
  others?: readonly string[];
}

const { due, refunded, delayed, account, sent, claimed, code } = REFUND_EMAIL_PREFIX;
const { refund, refundFailed, refundAccount, dispute, disputeEnded } = RETURN_EMAIL_PREFIX;

const { asked, accepted, refused, difference } = ORDER_RETURN_EMAIL_PREFIX;

/** All emails about orders, by the row that each is about. */
const EMAILS: readonly About[] = [
  {
    table: orders,
    key: orders.id,
    order: orders.id,
    personal: [
      ORDER_PAID_EMAIL_PREFIX,
      ORDER_LINK_EMAIL_PREFIX,
      due,
      difference,
      TRANSFER_EMAIL_PREFIX.awaited,
      ...Object.values(DOOR_EMAIL_PREFIX),
      MERCHANT_EMAIL_PREFIX.paid,
    ],
    others: Object.values(MERCHANT_EMAIL_PREFIX),
  },
  {
    table: fulfilmentSteps,
    key: fulfilmentSteps.id,
    order: fulfilmentSteps.orderId,
    personal: [ORDER_SHIPPED_EMAIL_PREFIX, ORDER_CORRECTED_EMAIL_PREFIX],
  },
  {
    table: refunds,
    key: refunds.id,
    order: refunds.orderId,
    personal: [refunded, delayed],
    others: [refund, refundFailed, refundAccount],
  },
  {
    table: refundAccounts,
    key: refundAccounts.id,
    order: refundAccounts.orderId,
    personal: [account, sent],
  },
  {
    table: disputes,
    key: disputes.id,
    order: disputes.orderId,
    personal: [claimed],
    others: [dispute, disputeEnded],
  },
  {
    table: returns,
    key: returns.id,
    order: returns.orderId,
    // The email to the merchant has her words.
    personal: [asked, accepted, refused, MERCHANT_ORDER_RETURN_PREFIX],
  },
  { table: staffActions, key: staffActions.id, order: staffActions.subject, personal: [code] },
];

/** Emails about transfers, which may be several of an order: their ids go on after that of the order, with a colon. */
const OF_TRANSFERS = [
  WRONG_TRANSFER_PREFIX,
  TRANSFER_EMAIL_PREFIX.short,
  TRANSFER_EMAIL_PREFIX.over,
];

/** Matches the ids of emails about the orders whose ids a query or a value gives. */
const idsOf = ({ table, key, order }: About, prefixes: readonly string[], which: SQL) =>
  sql`select prefix || ${key} from ${table}, unnest(${sql.param(prefixes)}::text[]) prefix
    where ${order} in (${which})`;

/** Returns the emails about an order, to the customer and to the merchant, oldest first. */
export async function emailsOfOrder(
  db: Pick<Database, 'select'>,
  { id }: { id: string },
): Promise<QueuedEmail[]> {
  const ids = EMAILS.map((about) =>
    idsOf(about, [...about.personal, ...(about.others ?? [])], sql`${id}`),
  );
  const of = OF_TRANSFERS.map(
    (prefix) => sql`select id from ${emails} where id like ${`${prefix}${id}:%`}`,
  );
  return (
    db
      .select(columns)
      .from(emails)
      // An array is found by the index, whatever the planner expects of these rows.
      .where(sql`${emails.id} = any(array(${sql.join([...ids, ...of], sql` union all `)}))`)
      .orderBy(asc(emails.createdAt), asc(emails.id))
  );
}

/** Deletes the emails that name the customers of the orders that a query gives. */
export async function eraseEmails(db: Pick<Database, 'delete'>, which: SQL): Promise<void> {
  for (const about of EMAILS)
    await db.delete(emails).where(sql`${emails.id} in (${idsOf(about, about.personal, which)})`);
  for (const prefix of OF_TRANSFERS)
    await db
      .delete(emails)
      .where(
        sql`${emails.id} like ${`${prefix}%`} and split_part(${emails.id}, ':', 2) in (${which})`,
      );
}
