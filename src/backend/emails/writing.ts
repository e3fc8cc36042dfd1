import { eq } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import type { ShopEvent } from '#backend/events/events.ts';
import type { Merchant, MerchantSettings } from '#backend/mail/merchant.ts';
import { withPayment } from '#backend/orders/payment-of.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import type { SealKey } from '#backend/payments/sealed/keys.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** Settings that emails about events need. */
export type EmailSettings = MerchantSettings & Pick<Settings, 'SITE_URL'>;

/** The parts that a subscriber works with. */
export interface Writing {
  transaction: Transaction;
  settings: EmailSettings;
  merchant: Merchant;
  /** The first seals orders for emails. */
  sealKeys: readonly SealKey[];
}

export type Told<Type extends ShopEvent['type']> = Extract<ShopEvent, { type: Type }>;

/** An order with what one of its payments brought. */
export type OrderOfPayment = ReturnType<typeof withPayment>;

/** Whether the customer of an order gets emails about it: not once her account is deleted. */
export const mayWriteTo = ({ eraseAt }: Pick<typeof orders.$inferSelect, 'eraseAt'>): boolean =>
  !eraseAt;

/** Reads the order of a payment. Undefined for money without an order, about which nobody gets such an email. */
export async function orderOf(
  transaction: Transaction,
  reference: string,
): Promise<OrderOfPayment | undefined> {
  const [found] = await transaction
    .select({ order: orders, payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.reference, reference));
  return found && withPayment(found.order, found.payment);
}
