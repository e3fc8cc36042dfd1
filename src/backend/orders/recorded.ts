import { and, eq, sql } from 'drizzle-orm';
import { done, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { ProviderName } from '#backend/payment-provider/names.ts';
import type { Outcome, ProviderPayment } from '#backend/payment-provider/provider.ts';
import { lockOrder } from './lock-order.ts';
import { type PaymentRow, payments } from './payment-tables.ts';
import { isPending } from './status.ts';
import { type OrderRow, orders } from './tables.ts';

/** Money that staff have recorded for a payment. */
export interface MoneyRecord {
  /** Tells it from every other record of the provider. */
  id: string;
  at: Date;
  channel: string;
}

/**
 * Returns a payment that no provider knows of, as staff have recorded it: `arrivedKobo` is the sum of their records. While
 * its order is open the rest may still come. After its end a part of the money is all that comes.
 * @param recordsOf - returns the records of the payment, oldest first.
 */
export async function recordedPayment(
  db: Pick<Database, 'select'>,
  reference: string,
  recordsOf: (reference: string) => Promise<readonly MoneyRecord[]>,
): Promise<Outcome<ProviderPayment>> {
  const records = await recordsOf(reference);
  // Later records do not change the name of the payment.
  const [first] = records;
  const [found] = await db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.reference, reference));
  if (!found) return refuse('unknown_reference', 'no such payment');
  const { order, payment } = found;
  const { arrivedKobo } = payment;
  const asked = payment.askedKobo ?? order.totalKobo;
  const isWhole = arrivedKobo > 0 && (arrivedKobo >= asked || !isPending(order));
  return done({
    id: first?.id ?? `${payment.provider}-${reference}`,
    state: isWhole ? 'succeeded' : 'not_begun',
    word: isWhole ? 'recorded' : 'not recorded',
    reference,
    amountKobo: arrivedKobo,
    requestedAmountKobo: null,
    currency: 'NGN',
    channel: records.at(-1)?.channel ?? null,
    // Somebody may have typed a time before the order was placed.
    paidAt: first
      ? new Date(
          Math.max(...[...records, { at: order.createdAt }].map(({ at }) => +at)),
        ).toISOString()
      : null,
    customer: null,
    metadata: null,
  });
}

/** An order with the payment for which staff speak, both locked. `asked`: kobo. */
export interface LockedRecord {
  order: OrderRow;
  payment: PaymentRow;
  asked: number;
}

/** Locks an order and its payment at a provider; null if it has none. */
export async function lockRecorded(
  transaction: Transaction,
  orderId: string,
  provider: ProviderName,
): Promise<LockedRecord | null> {
  const order = await lockOrder(transaction, orderId);
  const [payment] = await transaction
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.provider, provider)))
    .for('no key update');
  return order && payment ? { order, payment, asked: payment.askedKobo ?? order.totalKobo } : null;
}

/**
 * Counts money that staff have recorded. The sum decides once the order is asked about: the caller asks at once, and the
 * sweeper does if the process dies before.
 * @returns the sum, in kobo.
 */
export async function addArrived(
  transaction: Transaction,
  payment: PaymentRow,
  amountKobo: number,
): Promise<number> {
  const arrivedKobo = payment.arrivedKobo + amountKobo;
  await transaction
    .update(payments)
    .set({
      arrivedKobo,
      // The order has its money: what comes now is left to pay back.
      ...(payment.received !== null && { received: payment.received + amountKobo }),
      nextAt: sql`now()`,
    })
    .where(eq(payments.reference, payment.reference));
  return arrivedKobo;
}

/** Asks for no more than has come. */
export const askForArrived = (transaction: Transaction, { reference, arrivedKobo }: PaymentRow) =>
  transaction
    .update(payments)
    .set({ askedKobo: arrivedKobo, nextAt: sql`now()` })
    .where(eq(payments.reference, reference));
