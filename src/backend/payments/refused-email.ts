import type { Email } from '#backend/mail/email.ts';
import type { Merchant } from '#backend/mail/merchant.ts';
import {
  MERCHANT_EMAIL_PREFIX,
  merchantEmail,
  money,
  type OrderFacts,
} from '#backend/orders/merchant-emails.ts';
import type { ProviderFailure } from '#backend/payment-provider/provider.ts';
import { orderNumber } from '#domain/orders/order.ts';

function adviceOn(code: ProviderFailure, provider: string): string {
  switch (code) {
    case 'email_rejected':
      return 'The customer was asked to use another email address.';
    case 'amount_rejected':
      return `The customer was asked to change the cart. If ${provider} takes larger amounts only, set SMALLEST_PAYMENT_KOBO.`;
    default:
      return `Such orders cannot be paid until this is fixed, at ${provider} or in the settings.`;
  }
}

/** A payment that the provider refused for good. */
interface Refused {
  order: Omit<OrderFacts, 'items'>;
  items: OrderFacts['items'];
  code: ProviderFailure;
  /** In the provider's words. */
  why: string;
  /** Its name. */
  provider: string;
}

/**
 * The email about such a payment: one a day for each code, however many customers press. It contains no personal data.
 * @param now - ms since 1970.
 */
export function merchantRefusedEmail(
  { order, items, code, why, provider }: Refused,
  merchant: Merchant,
  now = Date.now(),
): Email {
  return merchantEmail({
    id: `${MERCHANT_EMAIL_PREFIX.refused}${code}:${new Date(now).toISOString().slice(0, 10)}`,
    merchant,
    title: `${provider} refuses the payment of order #${orderNumber(order.id)}`,
    summary:
      'The customer could not pay, and the order has ended. You get this email at most once a day: other customers may have had the same problem.',
    order: { ...order, items },
    facts: [
      ['Why', why],
      ['Total', money(order.totalKobo)],
      ['Payment reference', order.reference],
    ],
    notes: [adviceOn(code, provider)],
  });
}
