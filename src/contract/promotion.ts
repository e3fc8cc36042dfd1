import * as z from 'zod/mini';
import { CODE_REFUSALS } from '#domain/promotions/refusals.ts';
import { askedId, isoTime, line, naira, text } from './values.ts';

/** A code as it is typed, perhaps with quotes and dashes of its own. Only its letters and digits count. */
export const promotionCode = line(100);

/**
 * What a cart would get off now (extension promotions). It promises nothing: the order decides. Fee and place are those that
 * were chosen, if any was. It tells nothing of anybody's orders but those of the account and of this browser's attempts.
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
  /** All that is taken off: that of the lines and of the delivery. */
  discount: naira,
  /** The promotions that count, with what each takes off. A code for free delivery takes off 0 until a place is chosen. */
  applied: z.array(
    z.object({
      label: z.string(),
      code: z.optional(z.string()),
      /** Whether the code was not typed: it came with an order of the customer who is signed in. */
      own: z.optional(z.boolean()),
      /** Of a code that gives back what she has paid before: until when it is valid. It counts once. */
      endsAt: z.optional(isoTime),
      amount: naira,
      /** Whether it is taken off the fee. */
      delivery: z.optional(z.boolean()),
    }),
  ),
  /** What is taken off each line that gets something, by the id that was sent. */
  lines: z.array(z.object({ productId: z.string(), discount: naira })),
  shippingDiscount: naira,
  /** Why the code does not count. The rest of the answer is then what the cart gets without it. */
  refused: z.optional(z.object({ reason: z.enum(CODE_REFUSALS), message: z.string() })),
  /** Sentences for the shopper: 'Add ₦12,000 more for free delivery in Lagos.' */
  hints: z.array(z.string()),
});
export type QuoteAnswer = z.infer<typeof quoteAnswer>;
