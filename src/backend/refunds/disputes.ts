import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { type MerchantSettings, merchantOf } from '#backend/mail/merchant.ts';
import { enqueue } from '#backend/mail/queue.ts';
import type { LockedPayment } from '#backend/orders/lock-order.ts';
import { withPayment } from '#backend/orders/payment-of.ts';
import type { DisputeNews } from '#backend/payment-provider/provider.ts';
import { codesEndedBy } from '#backend/promotions/sample-codes.ts';
import { disputePaidEmail } from './customer-emails.ts';
import { merchantDisputeEmail, merchantDisputeEndedEmail } from './merchant-emails.ts';
import { explainReversal } from './recording.ts';
import { disputes } from './tables.ts';

/**
 * Keeps what the provider says about a dispute, in the transaction of its webhook. The merchant gets one email
 * when it begins and one when it ends, if the payment has an order. News that arrives after the end changes nothing.
 */
export async function keepDispute(
  transaction: Transaction,
  { payment, order }: LockedPayment,
  { id, amount, currency, ...news }: DisputeNews,
  settings: MerchantSettings,
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
  const paid = withPayment(order, payment);
  if (row.hasTaken) {
    const taken = amount ?? payment.received;
    if (taken !== null) {
      const claimed = { id, amount: taken, currency };
      const explained = await explainReversal(transaction, payment, claimed);
      if (!explained && !order.eraseAt) {
        const ended = await codesEndedBy(transaction, order.id, { refund: null, dispute: id });
        await enqueue(transaction, disputePaidEmail(paid, claimed, ended));
      }
    }
  }
  const email = { order: paid, dispute: row, merchant: merchantOf(settings) };
  // A dispute that we hear of only when it is over gets the email about its end, and no other.
  const write = row.isOpen ? merchantDisputeEmail : merchantDisputeEndedEmail;
  await enqueue(transaction, write(email));
}
