import { and, eq, isNull, or } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { readPhone } from '#backend/orders/phone.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import type { InitializeBody } from '#contract/checkout.ts';

/** Only a guest's order can become an account's, and none whose data are to be erased. */
const isGuests = and(isNull(orders.accountId), isNull(orders.eraseAt));

/**
 * Gives a guest's order to the account that continues its attempt: who has its key and sends the same order has logged in
 * between two presses, and looks for it in her account.
 */
export async function claimOrder(
  transaction: Transaction,
  order: Pick<OrderRow, 'id' | 'accountId'>,
  accountId: string | null,
): Promise<void> {
  if (accountId === null || order.accountId !== null) return;
  await transaction
    .update(orders)
    .set({ accountId })
    .where(and(eq(orders.id, order.id), isGuests));
}

/**
 * Gives an account the guest's orders that its new order has replaced: one of them may be paid instead. Takes only
 * those with the same email address or phone number, because somebody else may have left them in this browser. The
 * caller has locked the purchase.
 */
export async function claimPurchase(
  transaction: Transaction,
  purchaseId: string,
  { email, shippingInfo }: Pick<InitializeBody, 'email' | 'shippingInfo'>,
  accountId: string | null,
): Promise<void> {
  if (accountId === null) return;
  const phone = readPhone(shippingInfo.phone);
  const isHers = or(
    eq(orders.email, email),
    phone === null ? undefined : eq(orders.phoneE164, phone),
  );
  await transaction
    .update(orders)
    .set({ accountId })
    .where(and(eq(orders.purchaseId, purchaseId), isGuests, isHers));
}
