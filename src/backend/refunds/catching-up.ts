import { eq } from 'drizzle-orm';
import { done } from '#backend/base/result.ts';
import { transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { lockPayment } from '#backend/orders/lock-order.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import type { Outcome, ProviderRefund } from '#backend/payment-provider/provider.ts';
import { type Providers, providerOf } from '#backend/payment-provider/providers.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { reconcile } from './reconciliation.ts';

/** The most that the provider's clock may differ from the shop's. */
export const CLOCK_DIFFERENCE_MS = 60 * 60_000;

/** The dependencies of catching up. */
export interface CatchUpParts extends WithEvents {
  providers: Providers;
}

/** Stores the provider's refunds of a payment whose money has arrived. The shop may have forgotten them (lost-time/). */
export const keepListed = (
  { db, events }: CatchUpParts,
  reference: string,
  listed: readonly ProviderRefund[],
) =>
  transact(db, async (transaction) => {
    const locked = await lockPayment(transaction, reference);
    if (locked && locked.payment.received !== null)
      await reconcile(transaction, locked, listed, events);
  });

/** Returns the provider's refunds of a payment; none if it makes no refunds. */
export async function refundsAtProvider(
  providers: Providers,
  { reference, provider, providerId, createdAt }: PaymentRow,
): Promise<Outcome<ProviderRefund[]>> {
  const since = new Date(createdAt.getTime() - CLOCK_DIFFERENCE_MS);
  const calls = providerOf(providers, provider)?.refunds;
  return calls ? calls.of({ reference, providerId: providerId ?? '', since }) : done([]);
}

/** Stores a payment's refunds from the provider. @returns why it could not be asked; null on success. */
export async function catchUpWith(
  parts: CatchUpParts,
  payment: PaymentRow,
): Promise<string | null> {
  if (payment.received === null) return null;
  const listed = await refundsAtProvider(parts.providers, payment);
  if (!listed.ok) return listed.refusal.message;
  await keepListed(parts, payment.reference, listed.value);
  return null;
}

/**
 * Stores the providers' refunds since a time, for all payments.
 * @param settle - asks the provider whether an order was paid: it may have been paid and refunded in the lost time.
 * @returns why a provider could not be asked; null on success.
 */
export async function catchUp(
  parts: CatchUpParts,
  since: Date,
  settle: (order: OrderRow) => Promise<unknown>,
): Promise<string | null> {
  for (const { refunds: calls } of parts.providers) {
    // The webhook of an earlier refund may have come after that time, and was lost with the database.
    const listed = await calls?.since(new Date(since.getTime() - MONEY_COMES_MS));
    if (listed && !listed.ok) return listed.refusal.message;
    const of = Map.groupBy(listed?.value ?? [], ({ reference }) => reference);
    for (const [reference, refunds] of of) {
      const [found] = await parts.db
        .select({ received: payments.received, order: orders })
        .from(payments)
        .leftJoin(orders, eq(orders.id, payments.orderId))
        .where(eq(payments.reference, reference));
      if (!found) continue;
      if (found.received === null && found.order) await settle(found.order);
      await keepListed(parts, reference, refunds);
    }
  }
  return null;
}
