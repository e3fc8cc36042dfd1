import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { accounts } from '#backend/accounts/tables.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { DELIVERY_DAYS } from '#backend/order-book/erasure.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';

/** Whose order it is that is made again. */
export interface Person {
  /** The account that it was sealed for, if there is one. It is never made again. */
  accountId: string | null;
  /** It was sealed for an account that is not there: it was deleted, or the database lost it. */
  isWithoutAccount: boolean;
  /** The database still knows that she has deleted her account. She gets no more emails. */
  isErased: boolean;
}

/** Finds the person, as far as the database knows her. */
export async function personOf(
  transaction: Transaction,
  { accountId, email }: { accountId: string | null; email: string },
): Promise<Person> {
  const [own] = await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .where(accountId === null ? eq(accounts.email, email) : eq(accounts.id, accountId));
  if (own) return { accountId: accountId && own.id, isWithoutAccount: false, isErased: false };
  const [erased] = await transaction
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.email, email), isNotNull(orders.eraseAt)))
    .limit(1);
  const [recorded] = await transaction
    .select({ id: staffActions.id })
    .from(staffActions)
    .where(and(eq(staffActions.action, 'account.erase'), eq(staffActions.subject, accountId ?? '')))
    .limit(1);
  const isErased = Boolean(erased ?? recorded);
  return { accountId: null, isWithoutAccount: accountId !== null || isErased, isErased };
}

/** The time when an order of somebody without an account loses her data, as after the deletion of an account. */
export const erasedAfterDelivery = sql`now() + ${DELIVERY_DAYS} * interval '1 day'`;

/** Lets the personal data of an order go once it must have arrived. */
export async function eraseLater(transaction: Transaction, orderId: string): Promise<OrderRow> {
  const [order] = await transaction
    .update(orders)
    .set({ eraseAt: sql`coalesce(${orders.eraseAt}, ${erasedAfterDelivery})`, accountId: null })
    .where(eq(orders.id, orderId))
    .returning();
  if (!order) throw new Error(`Order ${orderId} is gone`);
  return order;
}
