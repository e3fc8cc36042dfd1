import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import type { MerchantSettings } from '#backend/mail/merchant.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import type { PaymentProvider, ProviderRefund } from '#backend/payment-provider/provider.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { reconcile } from './reconciliation.ts';

/** How far the provider's clock may be from ours. */
export const CLOCK_DIFFERENCE_MS = 60 * 60_000;

/** What catching up needs. */
interface Parts {
  db: Database;
  paystack: Pick<PaymentProvider, 'refundsOf' | 'refundsSince'>;
  settings: MerchantSettings;
}

/**
 * Keeps refunds that the provider has of an order whose money is there. The shop may have forgotten them (lost-
 * time/).
 */
const keep = ({ db, settings }: Parts, orderId: string, listed: readonly ProviderRefund[]) =>
  transact(db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order && order.paidAmount !== null) await reconcile(transaction, order, listed, settings);
  });

/** Learns what the provider has paid back of one order. @returns why it could not be asked; null once it was. */
export async function catchUpWith(parts: Parts, orderId: string): Promise<string | null> {
  const [order] = await parts.db.select().from(orders).where(eq(orders.id, orderId));
  if (!order?.transactionId) return null;
  const { reference, transactionId, createdAt } = order;
  const since = new Date(createdAt.getTime() - CLOCK_DIFFERENCE_MS);
  const listed = await parts.paystack.refundsOf({ reference, transactionId, since });
  if (!listed.ok) return listed.refusal.message;
  await keep(parts, orderId, listed.value);
  return null;
}

/**
 * Learns what the provider has paid back since a time, of all orders.
 * @param settle - asks the provider whether an order was paid: it may have been paid and paid back in the time
 * that was lost.
 * @returns why the provider could not be asked; null once it was.
 */
export async function catchUp(
  parts: Parts,
  since: Date,
  settle: (order: OrderRow) => Promise<unknown>,
): Promise<string | null> {
  // The webhook of an earlier refund may have come after that time, and was lost with the database.
  const listed = await parts.paystack.refundsSince(new Date(since.getTime() - MONEY_COMES_MS));
  if (!listed.ok) return listed.refusal.message;
  for (const [reference, refunds] of Map.groupBy(listed.value, (refund) => refund.reference)) {
    const [order] = await parts.db.select().from(orders).where(eq(orders.reference, reference));
    if (!order) continue;
    if (order.paidAmount === null) await settle(order);
    await keep(parts, order.id, refunds);
  }
  return null;
}
