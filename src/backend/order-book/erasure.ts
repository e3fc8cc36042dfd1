import { and, eq, inArray, isNotNull, like, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import {
  ORDER_CORRECTED_EMAIL_PREFIX,
  ORDER_SHIPPED_EMAIL_PREFIX,
} from '#backend/fulfilment/shipped-email.ts';
import { fulfilmentSteps } from '#backend/fulfilment/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/orders/merchant-emails.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { WRONG_TRANSFER_PREFIX } from '#backend/orders/wrong-transfer-email.ts';
import { refundAccounts } from '#backend/refund-accounts/tables.ts';
import { REFUND_EMAIL_PREFIX } from '#backend/refunds/customer-emails.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import { ORDER_LINK_EMAIL_PREFIX } from './link-email.ts';
import { ORDER_PAID_EMAIL_PREFIX } from './paid-email.ts';
import { orderNotes } from './tables.ts';

/** Days that a paid order keeps its address after its account is deleted: the longest delivery (spec §1) and a return. */
export const DELIVERY_DAYS = 14;

/** Erases the personal data of orders that are due. Amounts, units and the town stay for the accounts. */
export async function eraseOrders(
  db: Pick<Database, 'select' | 'update' | 'delete'>,
): Promise<void> {
  const due = and(
    isNotNull(orders.eraseAt),
    lte(orders.eraseAt, sql`now()`),
    ne(orders.fullName, ''),
  );
  // Emails that name the customer come first: after a crash in between, the orders still identify them.
  for (const kind of [
    ORDER_PAID_EMAIL_PREFIX,
    ORDER_LINK_EMAIL_PREFIX,
    REFUND_EMAIL_PREFIX.due,
    MERCHANT_EMAIL_PREFIX.paid,
  ]) {
    const personal = db
      .select({ id: sql`${kind}::text || ${orders.id}` })
      .from(orders)
      .where(due);
    await db.delete(emails).where(inArray(emails.id, personal));
  }
  const { refunded, delayed, account, sent, claimed, code } = REFUND_EMAIL_PREFIX;
  for (const [kind, about, orderId] of [
    [ORDER_SHIPPED_EMAIL_PREFIX, fulfilmentSteps, fulfilmentSteps.orderId],
    [ORDER_CORRECTED_EMAIL_PREFIX, fulfilmentSteps, fulfilmentSteps.orderId],
    [refunded, refunds, refunds.orderId],
    [delayed, refunds, refunds.orderId],
    [account, refundAccounts, refundAccounts.orderId],
    [sent, refundAccounts, refundAccounts.orderId],
    [claimed, disputes, disputes.orderId],
    [code, staffActions, staffActions.subject],
  ] as const) {
    const personal = db
      .select({ id: sql`${kind}::text || ${about.id}` })
      .from(about)
      .innerJoin(orders, eq(orders.id, orderId))
      .where(due);
    await db.delete(emails).where(inArray(emails.id, personal));
  }
  const ids = db.select({ id: orders.id }).from(orders).where(due);
  const wrong = sql`split_part(${emails.id}, ':', 2)`;
  await db
    .delete(emails)
    .where(and(like(emails.id, `${WRONG_TRANSFER_PREFIX}%`), inArray(wrong, ids)));
  await db.delete(refundAccounts).where(inArray(refundAccounts.orderId, ids));
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
  await db
    .update(payments)
    .set({ payer: null, metadata: null })
    .where(inArray(payments.orderId, ids));
  await db
    .update(orders)
    .set({
      email: '',
      fullName: '',
      shippingEmail: '',
      phone: '',
      phoneE164: null,
      address: '',
      ...eachExtra(() => null),
      clientAddress: null,
      attemptKey: null,
      endedAttemptKey: null,
      shareHash: null,
      formerShareHash: null,
      campaign: null,
    })
    .where(due);
}
