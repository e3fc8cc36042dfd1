import { isRecord } from '#site/storage/json.ts';

/** What a product's reviews come to. */
export interface Rating {
  /** Mean of the stars, 0 to 5; shown with one decimal (spec §9). */
  average: number;
  count: number;
}

/** Reads the rating of a product as the API gives it; undefined when it tells none. */
export function readRating(product: unknown): Rating | undefined {
  if (!isRecord(product)) return undefined;
  const { ratings: average, numReviews: count } = product;
  if (typeof average !== 'number' || !(average >= 0 && average <= 5)) return undefined;
  if (!Number.isSafeInteger(count) || (count as number) < 0) return undefined;
  return { average, count: count as number };
}

/** '1 review', '12 reviews'. */
export const reviewCount = (count: number): string =>
  count === 1 ? '1 review' : `${count} reviews`;
