import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import {
  ORDER_CORRECTED_EMAIL_PREFIX,
  ORDER_SHIPPED_EMAIL_PREFIX,
} from '#backend/fulfilment/shipped-email.ts';
import { columns, type QueuedEmail } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/orders/merchant-emails.ts';
import { WRONG_TRANSFER_PREFIX } from '#backend/orders/wrong-transfer-email.ts';
import { REFUND_EMAIL_PREFIX } from '#backend/refunds/customer-emails.ts';
import { RETURN_EMAIL_PREFIX } from '#backend/refunds/merchant-emails.ts';
import { ORDER_LINK_EMAIL_PREFIX } from './link-email.ts';
import { ORDER_PAID_EMAIL_PREFIX } from './paid-email.ts';

/** Returns the emails about an order, to the customer and to the merchant, oldest first. */
export async function emailsOfOrder(
  db: Database,
  order: {
    id: string;
    records: readonly { id: number }[];
    refunds: readonly { id: number }[];
    accounts: readonly { id: number }[];
    disputes: readonly { id: string }[];
  },
): Promise<QueuedEmail[]> {
  const { due, refunded, delayed, account, sent, claimed, code } = REFUND_EMAIL_PREFIX;
  const prefixes = [
    ORDER_PAID_EMAIL_PREFIX,
    ORDER_LINK_EMAIL_PREFIX,
    due,
    ...Object.values(MERCHANT_EMAIL_PREFIX),
  ];
  const { refund, refundFailed, refundAccount, dispute, disputeEnded } = RETURN_EMAIL_PREFIX;
  const ids = [
    ...prefixes.map((prefix) => prefix + order.id),
    ...order.records.flatMap(({ id }) =>
      [ORDER_SHIPPED_EMAIL_PREFIX, ORDER_CORRECTED_EMAIL_PREFIX].map((prefix) => `${prefix}${id}`),
    ),
    ...order.refunds.flatMap(({ id }) =>
      [refund, refundFailed, refundAccount, refunded, delayed].map((prefix) => `${prefix}${id}`),
    ),
    ...order.accounts.flatMap(({ id }) => [`${account}${id}`, `${sent}${id}`]),
    ...order.disputes.flatMap(({ id }) =>
      [dispute, disputeEnded, claimed].map((prefix) => `${prefix}${id}`),
    ),
  ];
  return db
    .select(columns)
    .from(emails)
    .where(
      sql`${inArray(emails.id, ids)} or ${emails.id} like ${`${WRONG_TRANSFER_PREFIX}${order.id}:%`} or ${emails.id} in (select ${code}::text || id from staff_actions where subject = ${order.id})`,
    )
    .orderBy(asc(emails.createdAt), asc(emails.id));
}
