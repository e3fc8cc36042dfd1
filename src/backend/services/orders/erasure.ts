import { and, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/db/tables/email-tables.ts';
import { fulfilmentSteps } from '#backend/db/tables/fulfilment-tables.ts';
import { orderNotes } from '#backend/db/tables/order-note-tables.ts';
import { orders } from '#backend/db/tables/order-tables.ts';
import { refunds } from '#backend/db/tables/refund-tables.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/mail/merchant-emails.ts';
import { ORDER_PAID_EMAIL_PREFIX } from '#backend/mail/order-paid.ts';
import { ORDER_REFUNDED_EMAIL_PREFIX } from '#backend/mail/order-refunded.ts';
import { ORDER_SHIPPED_EMAIL_PREFIX } from '#backend/mail/order-shipped.ts';

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
  for (const kind of [ORDER_PAID_EMAIL_PREFIX, MERCHANT_EMAIL_PREFIX.paid]) {
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
  const refunded = db
    .select({ id: sql`${ORDER_REFUNDED_EMAIL_PREFIX}::text || ${refunds.id}` })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(due);
  await db.delete(emails).where(inArray(emails.id, refunded));
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
      customer: null,
      clientAddress: null,
      attemptKey: null,
      shareHash: null,
      campaign: null,
    })
    .where(due);
}
