import { asc, eq } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { bankTransfers } from '#backend/own-bank/tables.ts';
import type { Accepted } from '#backend/payments/sealed/layout.ts';

/** Returns the transfers of an order, for the copy of it in an email. */
export async function transfersOf(
  transaction: Transaction,
  orderId: string,
): Promise<Accepted['transfers']> {
  const rows = await transaction
    .select({ of: bankTransfers })
    .from(bankTransfers)
    .innerJoin(payments, eq(payments.reference, bankTransfers.payment))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(bankTransfers.id));
  return rows.map(({ of }) => [of.amount, of.sender, of.sentAt.getTime(), of.sessionId]);
}

/** Records the transfers of a copy again. @returns whether none of them is recorded for another order. */
export async function recordAgain(
  transaction: Transaction,
  payment: string,
  { transfers, by: recordedBy }: Pick<Accepted, 'transfers'> & { by: string },
): Promise<boolean> {
  if (transfers.length === 0) return true;
  const rows = transfers.map(([amount, sender, at, sessionId]) => {
    const sentAt = new Date(at);
    return { payment, amount, sender, sentAt, sessionId, recordedBy };
  });
  const added = await transaction
    .insert(bankTransfers)
    .values(rows)
    .onConflictDoNothing({ target: bankTransfers.sessionId })
    .returning({ amount: bankTransfers.amount });
  const arrivedKobo = added.reduce((sum, { amount }) => sum + amount, 0);
  await transaction.update(payments).set({ arrivedKobo }).where(eq(payments.reference, payment));
  return added.length === rows.length;
}
