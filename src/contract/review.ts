import * as z from 'zod/mini';
import { isoTime, requiredText, text } from './values.ts';

/** A review; spec §3. */
export const review = z.object({
  _id: z.string(),
  userName: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  comment: z.string(),
  createdAt: isoTime,
  user: z.object({ _id: z.string() }),
  /** Extension review.boughtHere: the author has a paid order with the product. */
  boughtHere: z.optional(z.boolean()),
});
export type Review = z.infer<typeof review>;
export const reviewList = z.array(review);
export const reviewBody = z.object({
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  comment: requiredText(4000, 'Please provide both rating and comment.'),
});
/** Of GET and POST: the product's id; of DELETE: the review's. */
export const reviewParams = z.object({ id: text(200) });
