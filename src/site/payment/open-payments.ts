import { readPayment } from '#contract/reading/payment.ts';
import { ask } from '#site/client/ask.ts';
import { PAYMENT_CONFIRMED } from '#site/toasts/texts.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { openPayments, paymentAsked, settlePayment } from './payments-store.ts';

/**
 * A bank transfer is often confirmed after the shopper has left the return page. Each page load asks once about open
 * payments. A paid one clears the cart that it was made from.
 */
async function askStatus(reference: string): Promise<void> {
  paymentAsked(reference, Date.now());
  const { body } = await ask(`/api/payment/verify/${encodeURIComponent(reference)}`, readPayment);
  const status = body?.payment.status;
  // If there is no answer, the next page load asks again.
  if (status && settlePayment(reference, status)) toast(PAYMENT_CONFIRMED);
}

// The return page verifies its payment itself.
if (!document.querySelector('[data-asks-payment]')) {
  for (const { reference } of openPayments(Date.now())) void askStatus(reference);
}
