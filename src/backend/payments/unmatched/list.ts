import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';

/** Payments of each group that a list has. */
const MOST = 200;

/** Those that were found without an order and wait for the merchant. */
export const isOpen = and(
  isNull(payments.orderId),
  isNotNull(payments.foundAt),
  isNull(payments.settledAt),
  eq(payments.otherShop, false),
);

/** A payment that waits. It is `returning` while a refund of it was asked for. */
export type OpenPayment = PaymentRow & { isDisputed: boolean; returning: boolean };

/** A payment that is settled, and who had it paid back. */
export type SettledPayment = PaymentRow & { refundBy: string | null };

/** Payments without an order, the newest of each group first: at most 200. */
export interface PaymentList {
  open: OpenPayment[];
  /** Its order was made again, or the money has gone back. */
  settled: SettledPayment[];
  /** Payments of another shop on the same account at the provider. */
  elsewhere: PaymentRow[];
}

export async function listUnmatched(db: Database): Promise<PaymentList> {
  const of = (which: ReturnType<typeof and>) =>
    db
      .select()
      .from(payments)
      .where(which)
      .orderBy(desc(payments.foundAt), desc(payments.paidAt))
      .limit(MOST);
  const [open, settled, elsewhere, asked, disputed] = await Promise.all([
    of(isOpen),
    of(
      and(
        isNotNull(payments.foundAt),
        isNotNull(payments.settledAt),
        eq(payments.otherShop, false),
      ),
    ),
    of(and(isNotNull(payments.foundAt), eq(payments.otherShop, true))),
    db
      .select()
      .from(refunds)
      .where(and(isNull(refunds.orderId), isNotNull(refunds.mark)))
      .orderBy(refunds.id),
    db
      .select({ payment: disputes.payment })
      .from(disputes)
      .where(and(isNull(disputes.orderId), disputes.isOpen)),
  ]);
  const lastAsked = new Map(asked.map((refund) => [refund.payment, refund]));
  const claimed = new Set(disputed.map(({ payment }) => payment));
  return {
    open: open.map((row) => ({
      ...row,
      isDisputed: claimed.has(row.reference),
      returning: lastAsked.get(row.reference)?.status === 'requested',
    })),
    settled: settled.map((row) => ({
      ...row,
      refundBy: lastAsked.get(row.reference)?.requestedBy ?? null,
    })),
    elsewhere,
  };
}

/** Counts the payments that wait for the merchant. */
export async function countUnmatched(db: Pick<Database, 'select'>): Promise<number> {
  const [row] = await db.select({ open: count() }).from(payments).where(isOpen);
  return row?.open ?? 0;
}

/** A payment by its reference. */
export async function findPayment(
  db: Pick<Database, 'select'>,
  reference: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.reference, reference));
  return row;
}
