/** One option of the dropdown. */
export interface Suggestion {
  /** Path of the product page. */
  href: string;
  name: string;
  /** URL of the main picture; '' for none. */
  image: string;
  /** The picture's dominant colour, shown while it loads. */
  color?: string | undefined;
  /** Naira, after the current discount. The site's own index has no prices. */
  price?: number | undefined;
}

/** What a search found. `total` includes the products that are not suggested. */
export interface Found {
  suggestions: Suggestion[];
  total: number;
}

/** Finds suggestions for a text. Returns undefined when there is no answer. */
export type Source = (text: string, signal: AbortSignal) => Promise<Found | undefined>;

/** The number of suggestions (spec §9). */
export const SUGGESTION_LIMIT = 5;
