import { isRecord } from '#site/storage/json.ts';

/** The reviews of a product in two figures. */
export interface Rating {
  /** Mean of the stars, 0 to 5; shown with one decimal (spec §9). */
  average: number;
  count: number;
}

/** Reads a product's rating as the API gives it; undefined when there is none, or it is invalid. */
export function readRating(product: unknown): Rating | undefined {
  if (!isRecord(product)) return undefined;
  const { ratings: average, numReviews: count } = product;
  if (typeof average !== 'number' || !(average >= 0 && average <= 5)) return undefined;
  if (!Number.isSafeInteger(count) || (count as number) < 0) return undefined;
  return { average, count: count as number };
}
