import { and, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { doorRefusals } from '#backend/on-delivery/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { bankTransfers } from '#backend/own-bank/tables.ts';
import { refundAccounts } from '#backend/refund-accounts/tables.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { eraseReturns } from '#backend/returns/erasure.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import { eraseEmails } from './emails-of-order.ts';
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
  const ids = db.select({ id: orders.id }).from(orders).where(due);
  // Emails that name the customer come first: after a crash in between, the orders still identify them.
  await eraseEmails(db, sql`${ids}`);
  await eraseReturns(db, ids);
  await db.delete(refundAccounts).where(inArray(refundAccounts.orderId, ids));
  // The reason is what staff have written.
  await db.update(refunds).set({ reason: null }).where(inArray(refunds.orderId, ids));
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
  const own = db
    .select({ of: payments.reference })
    .from(payments)
    .where(inArray(payments.orderId, ids));
  await db.update(bankTransfers).set({ sender: '' }).where(inArray(bankTransfers.payment, own));
  await db.delete(doorRefusals).where(inArray(doorRefusals.orderId, ids));
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
