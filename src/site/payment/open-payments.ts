import { PUBLIC_API_URL } from 'astro:env/client';
import { PAYMENT_CONFIRMED } from '#site/toasts/texts.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { openPayments, paymentAsked, readPaymentStatus, settlePayment } from './payments-store.ts';

/**
 * A bank transfer is often confirmed after the shopper has left the return page. Each page load asks
 * once about payments that are still open; a paid one clears the cart that it was made from.
 */
async function ask(reference: string): Promise<void> {
  paymentAsked(reference, Date.now());
  try {
    const answer = await fetch(
      `${PUBLIC_API_URL}/api/payment/verify/${encodeURIComponent(reference)}`,
    );
    if (!answer.ok) return;
    const status = readPaymentStatus(await answer.json(), reference);
    if (status && settlePayment(reference, status)) toast(PAYMENT_CONFIRMED);
  } catch {
    // Offline, or no JSON: the next page load asks again.
  }
}

// The return page asks by itself.
if (!document.querySelector('[data-asks-payment]')) {
  for (const { reference } of openPayments(Date.now())) void ask(reference);
}
