import * as z from 'zod/mini';
import { isoTime, requiredText, text } from './values.ts';

/** A review (spec §3). */
export const review = z.object({
  _id: z.string(),
  userName: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  comment: z.string(),
  createdAt: isoTime,
  user: z.object({ _id: z.string() }),
  /** Extension review.boughtHere: the author has a paid order for the product. */
  boughtHere: z.optional(z.boolean()),
  /** Extension review.previousShop: it was written in the merchant's previous shop. Its `user` is not a customer here. */
  previousShop: z.optional(z.boolean()),
});
export type Review = z.infer<typeof review>;
export const reviewList = z.array(review);
/** The review that a customer writes. */
export const reviewBody = z.object({
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  comment: requiredText(4000, 'Please provide both rating and comment.'),
});
/** The id of the product for GET and POST, of the review for DELETE. */
export const reviewParams = z.object({ id: text(200) });
