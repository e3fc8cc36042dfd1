import { readPayment } from '#contract/reading/payment.ts';
import { fullReader } from '#site/client/reading.ts';
import { carrySecret } from '#site/client/secret.ts';
import { askWithToken } from '#site/session/ask-with-token.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';
import { openPayments, settlePayment } from './payments-store.ts';
import { orderPlaced, outcomeOf } from './verification.ts';

/** A payment that was open when the shopper left has been confirmed. */
const PAYMENT_CONFIRMED: ToastText = {
  title: 'Payment Successful!',
  text: 'Thank you for your purchase. Your order has been confirmed.',
};

/**
 * A payment is often confirmed after the shopper has left the return page, and one that failed or was cancelled may
 * still be paid. Each page load asks once about every payment for which money may come. A paid one clears the cart that
 * it was made from. A 401 leads nowhere: the shopper has asked for nothing here.
 * @returns the status; undefined without an answer.
 */
export async function askStatus(reference: string): Promise<string | undefined> {
  const { inPath, headers } = carrySecret(reference);
  const path = `/api/payment/verify/${inPath}`;
  const payment = (await askWithToken(path, fullReader(readPayment), headers)).body?.payment;
  // If there is no answer, the next page load asks again.
  const outcome = payment && outcomeOf(payment);
  if (outcome && settlePayment(reference, outcome, payment.amount))
    toast(outcome === 'placed' ? orderPlaced(payment.due) : PAYMENT_CONFIRMED);
  return payment?.status;
}

// The return page verifies its payment itself.
if (!document.querySelector('[data-asks-payment]')) {
  for (const { reference } of openPayments(Date.now())) void askStatus(reference);
}
