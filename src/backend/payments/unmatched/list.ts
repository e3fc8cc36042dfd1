import { and, count, desc, eq, inArray, not, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { hasOrder } from './keeping.ts';
import { type UnmatchedPayment, unmatchedPayments } from './tables.ts';

/** Payments of each group that a list has. */
const MOST = 200;

/** Those that wait for the merchant. One whose order has just turned up is none of them. */
const isOpen = and(eq(unmatchedPayments.state, 'open'), not(hasOrder));

/** A payment of the list. */
export type ListedPayment = UnmatchedPayment & { isDisputed: boolean };

/** Payments without an order, the newest of each group first: at most 200. */
export interface PaymentList {
  open: ListedPayment[];
  /** An order has turned up, or the money has gone back. */
  settled: UnmatchedPayment[];
  /** Of another shop on the same Paystack account. */
  elsewhere: UnmatchedPayment[];
}

export async function listUnmatched(db: Database): Promise<PaymentList> {
  const of = (which: ReturnType<typeof and>) =>
    db
      .select()
      .from(unmatchedPayments)
      .where(which)
      .orderBy(desc(unmatchedPayments.foundAt), desc(unmatchedPayments.paidAt))
      .limit(MOST);
  const [open, settled, elsewhere] = await Promise.all([
    of(isOpen),
    of(
      or(
        inArray(unmatchedPayments.state, ['matched', 'returned']),
        and(eq(unmatchedPayments.state, 'open'), hasOrder),
      ),
    ),
    of(eq(unmatchedPayments.state, 'other-shop')),
  ]);
  const disputed = await disputedOf(
    db,
    open.map(({ reference }) => reference),
  );
  return {
    open: open.map((row) => ({ ...row, isDisputed: disputed.has(row.reference) })),
    settled,
    elsewhere,
  };
}

/** How many wait for the merchant. */
export async function countUnmatched(db: Pick<Database, 'select'>): Promise<number> {
  const [row] = await db.select({ open: count() }).from(unmatchedPayments).where(isOpen);
  return row?.open ?? 0;
}

/** Whether a customer claims a payment back: webhooks or the provider's list know a dispute that has not ended. */
export const isDisputed = async (
  db: Pick<Database, 'execute'>,
  reference: string,
): Promise<boolean> => (await disputedOf(db, [reference])).has(reference);

async function disputedOf(
  db: Pick<Database, 'execute'>,
  references: readonly string[],
): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const { rows } = await db.execute<{ reference: string }>(sql`
    select distinct reference from webhook_events
    where event like 'charge.dispute.%' and reference = any(array[${sql.join(
      references.map((one) => sql`${one}`),
      sql`, `,
    )}]::text[])
    group by reference, split_part(data_id, ' ', 1)
    having bool_and(event <> 'charge.dispute.resolve')`);
  return new Set(rows.map(({ reference }) => reference));
}

/** One of them, by its reference. */
export async function findUnmatched(
  db: Pick<Database, 'select'>,
  reference: string,
): Promise<UnmatchedPayment | undefined> {
  const [row] = await db
    .select()
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.reference, reference));
  return row;
}
