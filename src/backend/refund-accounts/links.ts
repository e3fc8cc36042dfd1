import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { disputes, type RefundRow, refunds } from '#backend/refunds/tables.ts';
import { type RefundAccountRow, refundAccounts } from './tables.ts';

/** Days for which a link can be used. */
export const LINK_DAYS = 14;

/** Returns the newest request of a refund for an account; undefined without one. */
export async function newestOf(
  db: Pick<Database, 'select'>,
  refund: number,
): Promise<RefundAccountRow | undefined> {
  const [row] = await db
    .select()
    .from(refundAccounts)
    .where(eq(refundAccounts.refund, refund))
    .orderBy(desc(refundAccounts.id))
    .limit(1);
  return row;
}

/** Returns the account that was named for a refund, and notes that the provider has taken it; undefined without one. */
export async function takenAccount(transaction: Transaction, refund: number) {
  const { id, bank, lastDigits } = (await newestOf(transaction, refund)) ?? {};
  if (id === undefined || !bank || !lastDigits) return undefined;
  await transaction
    .update(refundAccounts)
    .set({ claimedUntil: null })
    .where(eq(refundAccounts.id, id));
  return { id, bank, lastDigits };
}

/**
 * Makes the link of a refund that waits for an account, with the payment locked. Null if it has one: the provider reports
 * the same state again and again. After an account that the provider took, and that did not work, there is a new link.
 */
export async function makeLink(
  transaction: Transaction,
  { id: refund, orderId, currency }: RefundRow,
): Promise<{ id: number; key: string } | null> {
  const last = await newestOf(transaction, refund);
  const isTaken = last && last.bank !== null && last.claimedUntil === null;
  if (orderId === null || currency !== 'NGN' || (last && !isTaken)) return null;
  const key = newSecret();
  const [row] = await transaction
    .insert(refundAccounts)
    .values({ refund, orderId, keyHash: hashSecret(key) })
    .returning({ id: refundAccounts.id });
  return row ? { id: row.id, key } : null;
}

/** A refund with a request for its account. */
export interface Requested {
  refund: RefundRow;
  request: RefundAccountRow;
}

/** Returns the refund of a link with its request; undefined if the link has ended. Its last account stays to be seen. */
export async function findLink(
  db: Pick<Database, 'select' | '$count'>,
  key: string,
): Promise<Requested | undefined> {
  const [found] = await db
    .select({ refund: refunds, request: refundAccounts })
    .from(refundAccounts)
    .innerJoin(refunds, eq(refunds.id, refundAccounts.refund))
    .where(
      and(
        eq(refundAccounts.keyHash, hashSecret(key)),
        gt(refundAccounts.askedAt, sql`now() - ${LINK_DAYS}::int * interval '1 day'`),
      ),
    );
  if (!found || (await hasEnded(db, found))) return undefined;
  return found;
}

/**
 * Whether no account can be named any more, and none was: a later request took its place, the bank claims the money back,
 * an owner has paid by hand, or the provider has ended the refund.
 */
async function hasEnded(
  db: Pick<Database, 'select' | '$count'>,
  { refund, request }: Requested,
): Promise<boolean> {
  if ((await newestOf(db, refund.id))?.id !== request.id) return true;
  if (refund.status !== 'needs_customer')
    return refund.status === 'failed' || request.bank === null;
  const byHand = and(
    eq(refunds.payment, refund.payment),
    refunds.byHand,
    gt(refunds.heardAt, request.askedAt),
  );
  return (await isDisputed(db, refund)) || (await db.$count(refunds, byHand)) > 0;
}

/** Whether the customer's bank claims the payment back. */
export const isDisputed = async (db: Pick<Database, '$count'>, { payment }: RefundRow) =>
  (await db.$count(disputes, and(eq(disputes.payment, payment), disputes.isOpen))) > 0;
