import { and, eq, getTableColumns } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { transact } from '#backend/db/transact.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { lockPurchase } from '#backend/orders/purchases.ts';
import { hasMoney, keepsUnits } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import type { Payment } from '#contract/checkout.ts';
import { addPayment, type Beginning, type BeginningParts } from './beginning.ts';
import type { Settlement } from './settlement.ts';

/** Milliseconds for which an account may be on its way from the provider. */
const OPENING_MS = 15_000;
/** Milliseconds that an account must have left, so that she can send money to it. */
const SHORTEST_ACCOUNT_MS = 5 * 60_000;
/** Payments of one order. A provider that opens no account is not asked without end. */
const MOST_ACCOUNTS = 6;

export const noSuchPayment = refuse(
  'reference_not_found',
  'No payment with this reference was started here.',
);
/** The refusal while the provider gives nothing to pay with. */
export const unavailable = refuse('payment_unavailable', 'Payment initialization failed');

/** The dependencies of a renewal. */
export type RenewalParts = BeginningParts & { settlement: Pick<Settlement, 'ask' | 'verify'> };

/** Returns the call that opens another account for an order (see `Checkout.renewAccount`). */
export function createRenewal(
  { db, settlement, settings }: RenewalParts,
  { openAccount }: Pick<Beginning, 'openAccount'>,
): (reference: string) => Promise<Result<Payment>> {
  return async (reference) => {
    const [order] = await db
      .select(getTableColumns(orders))
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(and(eq(payments.reference, reference), eq(payments.way, 'transfer')));
    if (!order) return noSuchPayment;
    const asked = await settlement.ask(order);
    if (!asked) return unavailable;
    const added = hasMoney(asked.order) ? 'open' : await addAccount(order.id);
    if (added === null)
      return refuse(
        'payment_refused',
        'The time to pay for this order is over. Your cart is as you left it: go back to checkout to order again.',
      );
    if (added !== 'open' && !(await openAccount(asked.order, added))) return unavailable;
    const payment = await settlement.verify(reference);
    return payment ? done(payment) : noSuchPayment;
  };

  /**
   * Adds a payment to an order, with the time until which its account may live: to the end of the reservation, which is
   * extended once. Null if the order takes no money any more. 'open' if an account of it still does, or is being opened.
   */
  function addAccount(
    orderId: string,
  ): Promise<{ reference: string; way: 'transfer'; expiresAt: Date } | 'open' | null> {
    return transact(db, async (transaction) => {
      const locked = await lockPurchase(transaction, orderId);
      if (!locked || !keepsUnits(locked.row)) return null;
      const { row, payments: tries, now } = locked;
      const isOpen = ({ account, createdAt }: PaymentRow) =>
        account
          ? Date.parse(account.expiresAt) > now.getTime()
          : now.getTime() - createdAt.getTime() < OPENING_MS;
      if (tries.some((each) => each.way === 'transfer' && isOpen(each))) return 'open';
      if (tries.length >= MOST_ACCOUNTS) return null;
      let expiresAt = row.reservationExpiresAt;
      if (!row.reservationExtended) {
        expiresAt = new Date(now.getTime() + settings.RESERVATION_MINUTES * 60_000);
        const change = { reservationExpiresAt: expiresAt, reservationExtended: true };
        await transaction.update(orders).set(change).where(eq(orders.id, orderId));
      } else if (expiresAt.getTime() - now.getTime() < SHORTEST_ACCOUNT_MS) return null;
      const reference = await addPayment(transaction, orderId, 'transfer');
      return reference === null ? null : { reference, way: 'transfer', expiresAt };
    });
  }
}
