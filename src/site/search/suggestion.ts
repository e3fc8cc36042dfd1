/** One line of the dropdown. */
export interface Suggestion {
  /** Path of the product's page. */
  href: string;
  name: string;
  /** URL of the main picture, '' for none. */
  image: string;
  /** The picture's own colour, shown until it has come. */
  color?: string | undefined;
  /** Naira, with the discount that counts now; the index of the site knows none. */
  price?: number | undefined;
}

/** What a search found; `total` counts also what is not suggested. */
export interface Found {
  suggestions: Suggestion[];
  total: number;
}

/** Who can be asked for suggestions; undefined when it gave no answer. */
export type Source = (text: string, signal: AbortSignal) => Promise<Found | undefined>;

/** Spec §9: search suggestions. */
export const SUGGESTION_LIMIT = 5;
