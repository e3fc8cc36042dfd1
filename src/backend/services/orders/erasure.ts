import { and, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { mails } from '#backend/db/mail-tables.ts';
import { orders } from '#backend/db/order-tables.ts';
import { MERCHANT_MAIL } from '#backend/mail/merchant-emails.ts';
import { ORDER_PAID_MAIL } from '#backend/mail/order-paid.ts';

/** Takes the person out of the orders whose time for it has come; sums, bottles and the town stay for the books. */
export async function eraseOrders(
  db: Pick<Database, 'select' | 'update' | 'delete'>,
): Promise<void> {
  const due = and(
    isNotNull(orders.eraseAt),
    lte(orders.eraseAt, sql`now()`),
    ne(orders.fullName, ''),
  );
  // First the letters that name the person: after a crash in between, the orders still tell which these are.
  for (const kind of [ORDER_PAID_MAIL, MERCHANT_MAIL.paid]) {
    const letters = db
      .select({ id: sql`${kind}::text || ${orders.id}` })
      .from(orders)
      .where(due);
    await db.delete(mails).where(inArray(mails.id, letters));
  }
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
    })
    .where(due);
}
