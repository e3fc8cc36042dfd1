import { PRODUCTS } from '#config/paths.ts';
import { DEFAULT_LISTING, type ListingState, writeListing } from '#domain/products/listing.ts';

/** Returns the list's URL for a state; absent parts are those of the default view. */
export function listingPath(state: Partial<ListingState>): string {
  const query = writeListing({ ...DEFAULT_LISTING, ...state });
  return query ? `${PRODUCTS}?${query}` : PRODUCTS;
}
