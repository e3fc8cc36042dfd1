import { wayWords } from '#domain/payments/words.ts';
import { has } from '#site/client/extensions.ts';

/** Returns the words about a payment or an order. A shop with several providers names none of them. */
export function wordsOf({ ownAccount = false }: { ownAccount?: boolean | undefined }) {
  if (ownAccount) return wayWords('bank');
  if (!has('payment.flutterwave')) return wayWords('paystack');
  return wayWords(has('payment.paystack') ? 'any' : 'flutterwave');
}
