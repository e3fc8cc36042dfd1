import { and, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { orders } from '../db/order-tables.ts';

/** Takes the person out of the orders whose time for it has come; sums, bottles and the town stay for the books. */
export async function eraseOrders(db: Pick<Database, 'update'>): Promise<void> {
  await db
    .update(orders)
    .set({
      email: '',
      fullName: '',
      shippingEmail: '',
      phone: '',
      address: '',
      customer: null,
      clientAddress: null,
      attemptKey: null,
      shareHash: null,
    })
    .where(
      and(isNotNull(orders.eraseAt), lte(orders.eraseAt, sql`now()`), ne(orders.fullName, '')),
    );
}
