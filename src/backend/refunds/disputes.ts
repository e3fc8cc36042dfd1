import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import type { Events } from '#backend/events/events.ts';
import type { LockedPayment } from '#backend/orders/lock-order.ts';
import type { DisputeNews } from '#backend/payment-provider/provider.ts';
import { explainReversal } from './recording.ts';
import { disputes } from './tables.ts';

/**
 * Stores the provider's report about a dispute, in the transaction of its webhook. If the payment has an order, the
 * merchant gets one email at the beginning and one at the end. A report after the end changes nothing.
 */
export async function keepDispute(
  transaction: Transaction,
  { payment, order }: LockedPayment,
  { id, amount, currency, ...news }: DisputeNews,
  events: Events,
): Promise<void> {
  const { reference } = payment;
  const state = { ...news, amount, currency, updatedAt: sql`now()` };
  const [row] = await transaction
    .insert(disputes)
    .values({ id, payment: reference, orderId: order?.id ?? null, ...state })
    .onConflictDoUpdate({
      target: disputes.id,
      set: state,
      setWhere: and(eq(disputes.payment, reference), disputes.isOpen),
    })
    .returning();
  if (!row || !order) return;
  const taken = row.hasTaken ? (amount ?? payment.received) : null;
  const isExplained =
    taken !== null && (await explainReversal(transaction, payment, { amount: taken, currency }));
  const type = row.isOpen ? 'dispute.opened' : 'dispute.closed';
  await events.publish(transaction, { type, dispute: id, isExplained });
}
