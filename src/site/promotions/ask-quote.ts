/** The call for the promotions' discounts. It includes schema and caller, so it loads with a cart's first quote. */
import { PREVIOUS_ATTEMPTS, PREVIOUS_ATTEMPTS_HEADER } from '#contract/headers.ts';
import type { QuoteBody } from '#contract/promotion.ts';
import { promotionCalls } from '#contract/promotion-calls.ts';
import { $attempt } from '#site/payment/attempt-store.ts';
import { call } from '#site/session/call.ts';

/** Requests a quote. Her own unpaid orders, which the next one replaces, are not uses of a code. @throws CallError */
export function askQuote(body: QuoteBody) {
  const { key, previous } = $attempt.get();
  const own = [key, ...previous].filter(Boolean).slice(0, PREVIOUS_ATTEMPTS);
  return call(promotionCalls.quotePromotions, {
    body,
    ...(own.length > 0 && { headers: { [PREVIOUS_ATTEMPTS_HEADER]: own.join(',') } }),
  });
}
