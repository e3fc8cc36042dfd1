import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { type MerchantSettings, merchantOf } from '#backend/mail/merchant.ts';
import { enqueue } from '#backend/mail/queue.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import type { DisputeNews } from '#backend/payment-provider/provider.ts';
import { codesEndedBy } from '#backend/promotions/sample-codes.ts';
import { disputePaidEmail } from './customer-emails.ts';
import { merchantDisputeEmail, merchantDisputeEndedEmail } from './merchant-emails.ts';
import { explainReversal } from './recording.ts';
import { disputes } from './tables.ts';

/**
 * Keeps what the provider says about a dispute, in the transaction of its webhook. The merchant gets one email
 * when it begins and one when it ends. News that arrives after the end changes nothing.
 */
export async function keepDispute(
  transaction: Transaction,
  order: OrderRow,
  { id, status, resolution, amount, currency, dueAt }: DisputeNews,
  settings: MerchantSettings,
): Promise<void> {
  const state = { status, resolution, amount, currency, dueAt, updatedAt: sql`now()` };
  const [row] = await transaction
    .insert(disputes)
    .values({ id, orderId: order.id, ...state })
    .onConflictDoUpdate({
      target: disputes.id,
      set: state,
      setWhere: and(eq(disputes.orderId, order.id), disputes.isOpen),
    })
    .returning();
  if (!row) return;
  if (row.hasTaken) {
    const taken = amount ?? order.paidAmount;
    if (taken !== null) {
      const claimed = { id, amount: taken, currency };
      const explained = await explainReversal(transaction, order.id, claimed);
      if (!explained && !order.eraseAt) {
        const ended = await codesEndedBy(transaction, order.id, { refund: null, dispute: id });
        await enqueue(transaction, disputePaidEmail(order, claimed, ended));
      }
    }
  }
  const email = { order, dispute: row, merchant: merchantOf(settings) };
  // A dispute that we hear of only when it is over gets the email about its end, and no other.
  const write = row.isOpen ? merchantDisputeEmail : merchantDisputeEndedEmail;
  await enqueue(transaction, write(email));
}
