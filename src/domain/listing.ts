/** The state of the product list as its URL holds it (spec §2, §3): what the page shows and what it asks. */
export interface ListingState {
  search: string;
  /** A scent family, an audience or a brand. */
  category: string;
  tag: string;
  sortBy: SortOption;
  page: number;
}

/** Sort options of spec §2. */
export const SORT_OPTIONS = [
  'createdAt',
  'price',
  'price-desc',
  'name',
  'name-desc',
  'soldCount',
] as const;
export type SortOption = (typeof SORT_OPTIONS)[number];

export const DEFAULT_LISTING: ListingState = {
  search: '',
  category: '',
  tag: '',
  sortBy: 'createdAt',
  page: 1,
};

const isSort = (value: string | null): value is SortOption =>
  SORT_OPTIONS.some((option) => option === value);

/**
 * Reads a URL's query. `brand=X` filters as `category=X`; when both are there `category` wins; an empty
 * one filters nothing. Whatever cannot be read counts as absent.
 */
export function readListing(query: URLSearchParams): ListingState {
  const text = (name: string) => (query.get(name) ?? '').trim();
  const sortBy = query.get('sortBy');
  const page = Number(query.get('page') ?? '1');
  return {
    search: text('search'),
    category: text('category') || text('brand'),
    tag: text('tag'),
    sortBy: isSort(sortBy) ? sortBy : DEFAULT_LISTING.sortBy,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The shortest query string of a state, without '?'; '' for the default view. */
export function writeListing(state: ListingState): string {
  const query = new URLSearchParams();
  for (const key of ['category', 'search', 'tag', 'sortBy'] as const) {
    if (state[key] !== DEFAULT_LISTING[key]) query.set(key, state[key]);
  }
  if (state.page > 1) query.set('page', String(state.page));
  return query.toString();
}

/** The call's parameters for a state: the sort mapping of spec §7. */
export function listingQuery(state: ListingState, limit: number): URLSearchParams {
  const query = new URLSearchParams();
  for (const key of ['search', 'tag', 'category'] as const) {
    if (state[key]) query.set(key, state[key]);
  }
  query.set('page', String(state.page));
  query.set('limit', String(limit));
  const [field = 'createdAt', direction] = state.sortBy.split('-');
  query.set('sortBy', field);
  // Names and prices rise unless asked otherwise; newest and best-selling come first.
  const rises = (field === 'price' || field === 'name') && direction !== 'desc';
  query.set('sortOrder', rises ? 'asc' : 'desc');
  return query;
}
