import { and, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/db/tables/email-tables.ts';
import { fulfilmentSteps } from '#backend/db/tables/fulfilment-tables.ts';
import { orderNotes } from '#backend/db/tables/order-note-tables.ts';
import { orders } from '#backend/db/tables/order-tables.ts';
import { disputes, refunds } from '#backend/db/tables/refund-tables.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/mail/merchant-emails.ts';
import { ORDER_LINK_EMAIL_PREFIX } from '#backend/mail/order-link.ts';
import { ORDER_PAID_EMAIL_PREFIX } from '#backend/mail/order-paid.ts';
import { REFUND_EMAIL_PREFIX } from '#backend/mail/order-refunded.ts';
import { ORDER_SHIPPED_EMAIL_PREFIX } from '#backend/mail/order-shipped.ts';
import { eachExtra } from '#domain/order-extras.ts';

/** Erases the personal data of orders that are due for it. Sums, units and the town stay for the accounts. */
export async function eraseOrders(
  db: Pick<Database, 'select' | 'update' | 'delete'>,
): Promise<void> {
  const due = and(
    isNotNull(orders.eraseAt),
    lte(orders.eraseAt, sql`now()`),
    ne(orders.fullName, ''),
  );
  // First the emails that name the customer: after a crash in between, the orders still identify them.
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
  const shipped = db
    .select({ id: sql`${ORDER_SHIPPED_EMAIL_PREFIX}::text || ${fulfilmentSteps.id}` })
    .from(fulfilmentSteps)
    .innerJoin(orders, eq(orders.id, fulfilmentSteps.orderId))
    .where(due);
  await db.delete(emails).where(inArray(emails.id, shipped));
  for (const kind of [REFUND_EMAIL_PREFIX.refunded, REFUND_EMAIL_PREFIX.delayed]) {
    const refunded = db
      .select({ id: sql`${kind}::text || ${refunds.id}` })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(due);
    await db.delete(emails).where(inArray(emails.id, refunded));
  }
  const claimed = db
    .select({ id: sql`${REFUND_EMAIL_PREFIX.claimed}::text || ${disputes.id}` })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(due);
  await db.delete(emails).where(inArray(emails.id, claimed));
  const ids = db.select({ id: orders.id }).from(orders).where(due);
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
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
      customer: null,
      clientAddress: null,
      attemptKey: null,
      shareHash: null,
      formerShareHash: null,
      campaign: null,
    })
    .where(due);
}
