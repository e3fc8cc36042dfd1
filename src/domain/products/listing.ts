/** The state of the product list, as in its URL (spec §2, §3). `site/listing/early.ts` reads it from the URL. */
export interface ListingState {
  search: string;
  /** A scent family, an audience or a brand. */
  category: string;
  tag: string;
  sortBy: SortOption;
  page: number;
}

/** The sort options (spec §2). */
export const SORT_OPTIONS = [
  'createdAt',
  'price',
  'price-desc',
  'name',
  'name-desc',
  'soldCount',
] as const;
export type SortOption = (typeof SORT_OPTIONS)[number];

/** The list without a query string. */
export const DEFAULT_LISTING: ListingState = {
  search: '',
  category: '',
  tag: '',
  sortBy: 'createdAt',
  page: 1,
};

/** Returns the shortest query string for a state, without '?'; '' for the default view. */
export function writeListing(state: ListingState): string {
  const query = new URLSearchParams();
  for (const key of ['category', 'search', 'tag', 'sortBy'] as const) {
    if (state[key] !== DEFAULT_LISTING[key]) query.set(key, state[key]);
  }
  if (state.page > 1) query.set('page', String(state.page));
  return query.toString();
}
