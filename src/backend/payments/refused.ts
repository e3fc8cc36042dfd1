import { type Result, refuse } from '#backend/base/result.ts';
import type { ProviderFailure } from '#backend/payment-provider/provider.ts';

/**
 * Returns the refusal for a payment that the provider refuses for good (payment_refused), with what the shopper can do.
 * Null for other failures.
 */
export function refusalOf(code: ProviderFailure, provider: string): Result<never> | null {
  switch (code) {
    case 'email_rejected': {
      const fault = `${provider} does not accept this email address`;
      const message = `${fault}. Please check it, or use another one.`;
      return refuse('payment_refused', message, { fields: { email: fault } });
    }
    case 'amount_rejected':
      return refuse(
        'payment_refused',
        `${provider} does not accept this amount. Please change your cart, or write to us.`,
      );
    case 'rejected':
      return refuse(
        'payment_refused',
        `${provider} refuses this payment, and pressing again does not help. The shop has been told. Please write to us, and we help you pay.`,
      );
    default:
      return null;
  }
}
