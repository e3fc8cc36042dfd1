import { isRecord, isText, readJson } from '#site/storage/json.ts';

/** A review that has been begun and not yet sent. */
export interface ReviewDraft {
  /** Whose it is (her user id): nobody else gets to see it. '' for the mere wish to write one, of who has to log in first. */
  author: string;
  /** Stars, 1 to 5; 0 while none is chosen. */
  rating: number;
  comment: string;
}

/** Characters that a comment may have (contract/review.ts). */
export const COMMENT_LIMIT = 4000;

/** Longest id of a user that session/session-store.ts takes. */
const ID_LIMIT = 200;

const keyOf = (product: string) => `turare:review:${product}`;

/** Reads a kept draft; null when it is none. */
export function decodeReviewDraft(text: string | null): ReviewDraft | null {
  const value = readJson(text);
  if (!isRecord(value)) return null;
  const { author, rating, comment } = value;
  if (author !== '' && !isText(author, ID_LIMIT)) return null;
  const stars = typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) ? rating : 0;
  return { author, rating: stars, comment: isText(comment, COMMENT_LIMIT) ? comment : '' };
}

/** What this tab keeps of a review of the product by `user`; null when there is nothing. */
export function keptReviewDraft(product: string, user: string): ReviewDraft | null {
  try {
    const draft = decodeReviewDraft(sessionStorage.getItem(keyOf(product)));
    return draft && (draft.author === user || draft.author === '') ? draft : null;
  } catch {
    // Storage is blocked: nothing was kept.
    return null;
  }
}

/** Keeps a draft over an expired session, a reload, a dropped network; in this tab alone. */
export function keepReviewDraft(product: string, draft: ReviewDraft): void {
  try {
    sessionStorage.setItem(keyOf(product), JSON.stringify(draft));
  } catch {
    // Storage is blocked or full: what is typed stays as long as the page.
  }
}

/** Keeps that someone wants to write one, for when she has logged in; what lies there already stays. */
export function keepReviewWish(product: string): void {
  try {
    if (decodeReviewDraft(sessionStorage.getItem(keyOf(product)))) return;
  } catch {
    // As above.
  }
  keepReviewDraft(product, { author: '', rating: 0, comment: '' });
}

/** Forgets the draft: it was sent, or given up. */
export function dropReviewDraft(product: string): void {
  try {
    sessionStorage.removeItem(keyOf(product));
  } catch {
    // As above.
  }
}
