import { isRecord } from '#contract/reading/record.ts';
import { isText, readJson } from '#site/storage/json.ts';
import { tab } from '#site/storage/tab.ts';

/** A review that has not been sent. */
export interface ReviewDraft {
  /** The id of the customer; only she sees it. '' if a guest clicked 'Write a Review' and has to log in first. */
  author: string;
  /** Stars, 1 to 5; 0 while none is chosen. */
  rating: number;
  comment: string;
}

/** Longest comment, in characters (contract/review.ts). */
export const COMMENT_LIMIT = 4000;

/** Longest user id (session/session-store.ts). */
const ID_LIMIT = 200;

const keyOf = (product: string) => `turare:review:${product}`;

/** Reads a stored draft; null if it is invalid. */
export function decodeReviewDraft(text: string | null | undefined): ReviewDraft | null {
  const value = readJson(text);
  if (!isRecord(value)) return null;
  const { author, rating, comment } = value;
  if (author !== '' && !isText(author, ID_LIMIT)) return null;
  const stars = typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) ? rating : 0;
  return { author, rating: stars, comment: isText(comment, COMMENT_LIMIT) ? comment : '' };
}

const stored = (product: string) => decodeReviewDraft(tab.get(keyOf(product)));

/** Returns this tab's draft of a review of the product by `user`; null if there is none. */
export function keptReviewDraft(product: string, user: string): ReviewDraft | null {
  const draft = stored(product);
  return draft && (draft.author === user || draft.author === '') ? draft : null;
}

/** Stores a draft in this tab. It survives an expired session, a reload and a lost connection. */
export function keepReviewDraft(product: string, draft: ReviewDraft): void {
  tab.set(keyOf(product), JSON.stringify(draft));
}

/** Records that a guest wants to write a review, for after the login. An existing draft stays. */
export function keepReviewWish(product: string): void {
  if (!stored(product)) keepReviewDraft(product, { author: '', rating: 0, comment: '' });
}

/** Removes a draft that was sent or abandoned. */
export function dropReviewDraft(product: string): void {
  tab.drop(keyOf(product));
}
