import * as z from 'zod/mini';
import { CODE_REFUSALS } from '#domain/promotions/refusals.ts';
import { askedId, isoTime, line, naira, text } from './values.ts';

/** A code as it is typed, perhaps with quotes and dashes. Only its letters and digits count. */
export const promotionCode = line(100);

/**
 * A request for a cart's discounts now (extension promotions). The answer promises nothing: the order decides. Fee and
 * place are the chosen ones, if any. The answer reveals only the orders of the account and of this browser's attempts.
 */
export const quoteBody = z.object({
  items: z
    .array(z.object({ productId: askedId, quantity: z.int().check(z.minimum(1), z.maximum(1000)) }))
    .check(z.maxLength(100, 'An order holds at most 100 different products')),
  shippingFee: z.optional(naira),
  shippingLocation: z.optional(text(200)),
  code: z.optional(promotionCode),
});
export type QuoteBody = z.infer<typeof quoteBody>;

/** Amounts in naira. */
export const quoteAnswer = z.object({
  /** The total discount, of the lines and of the delivery. */
  discount: naira,
  /** The promotions that count, with their discounts. A code for free delivery takes off 0 until a place is chosen. */
  applied: z.array(
    z.object({
      label: z.string(),
      code: z.optional(z.string()),
      /** Whether the code was not typed: it came with an order of the signed-in customer. */
      own: z.optional(z.boolean()),
      /** For a code that returns an earlier payment: the end of its validity. It counts once. */
      endsAt: z.optional(isoTime),
      amount: naira,
      /** Whether it reduces the fee. */
      delivery: z.optional(z.boolean()),
    }),
  ),
  /** The discount of each line that has one, by the id in the request. */
  lines: z.array(z.object({ productId: z.string(), discount: naira })),
  shippingDiscount: naira,
  /** Why the code does not count. The rest of the answer is what the cart gets without it. */
  refused: z.optional(z.object({ reason: z.enum(CODE_REFUSALS), message: z.string() })),
  /** Sentences for the shopper: 'Add ₦12,000 more for free delivery in Lagos.' */
  hints: z.array(z.string()),
});
export type QuoteAnswer = z.infer<typeof quoteAnswer>;
