import { atom } from 'nanostores';
import { readRating } from '#contract/reading/product.ts';
import type { Review } from '#contract/review.ts';
import { reviewCalls } from '#contract/review-calls.ts';
import { ask } from '#site/client/ask.ts';
import { CallError, type CallFailure } from '#site/client/errors.ts';
import { createCache } from '#site/client/minute.ts';
import { fullReader } from '#site/client/reading.ts';
import type { Rating } from '#site/product-data/counts.ts';
import { call } from '#site/session/call.ts';

export interface Reviews {
  product: string;
  /** In the order of the API, newest first; null until there is an answer. */
  list: readonly Review[] | null;
  /** The product's current rating; null until it is known. */
  rating: Rating | null;
  asking: boolean;
  /** The failure of the last request, if it failed. `list` is then the previous answer. */
  failure: CallFailure | undefined;
}

const nothing = (product: string): Reviews => ({
  product,
  list: null,
  rating: null,
  asking: false,
  failure: undefined,
});

/** The reviews that the page's dialog shows. */
export const $reviews = atom<Reviews>(nothing(''));

let last = 0;
/** The product whose reviews have arrived. */
const answered = createCache<true>(1);

/** Fetches the rating. It reads only two numbers, so the rest of another backend's answer cannot fail it. */
async function askRating(product: string): Promise<Rating | undefined> {
  const { body } = await ask(`/api/product/${encodeURIComponent(product)}`, fullReader(readRating));
  return body && { average: body.ratings, count: body.numReviews };
}

interface AskedList {
  list?: Review[];
  failure?: CallFailure;
}

async function askList(product: string): Promise<AskedList> {
  try {
    return { list: await call(reviewCalls.reviews, { params: { id: product } }) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { failure: error.kind };
  }
}

/** Calculates the rating from the list if the product's own is not known. */
function ratingOf(list: readonly Review[]): Rating {
  const stars = list.reduce((sum, { rating }) => sum + rating, 0);
  return { average: list.length > 0 ? stars / list.length : 0, count: list.length };
}

/** Fetches the reviews and the rating of a product. Only the answer to the latest request is shown. */
async function askAll(product: string): Promise<void> {
  const number = ++last;
  const before = $reviews.get().product === product ? $reviews.get() : nothing(product);
  $reviews.set({ ...before, asking: true, failure: undefined });
  const [{ list, failure }, rating] = await Promise.all([askList(product), askRating(product)]);
  if (number !== last) return;
  const known = $reviews.get();
  if (list) answered.set(product, true);
  $reviews.set({
    ...known,
    list: list ?? known.list,
    rating: rating ?? (list ? ratingOf(list) : known.rating),
    asking: false,
    failure,
  });
}

/** Fetches the reviews of a product, unless they were fetched in the last minute. */
export function wantReviews(product: string): void {
  const known = $reviews.get();
  if (known.product === product && (known.asking || answered.get(product))) return;
  void askAll(product);
}

/** Fetches the reviews again, after a change or a failure. Until then the old ones stay. */
export function refetchReviews(): void {
  void askAll($reviews.get().product);
}

/** Sends a review of the current product and fetches the list again. @throws CallError */
export async function writeReview(body: { rating: number; comment: string }): Promise<void> {
  const { product } = $reviews.get();
  await call(reviewCalls.writeReview, { params: { id: product }, body });
  refetchReviews();
}

/** Deletes the customer's own review and fetches the list again. @throws CallError */
export async function deleteReview(id: string): Promise<void> {
  await call(reviewCalls.deleteReview, { params: { id } });
  const known = $reviews.get();
  const list = known.list?.filter((review) => review._id !== id) ?? null;
  $reviews.set({ ...known, list });
  refetchReviews();
}
