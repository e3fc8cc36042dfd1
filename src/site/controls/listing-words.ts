import type { ListingState } from '#domain/listing.ts';

export const DEFAULT_HEADING = 'All Fragrances';

export const countLabel = (total: number) =>
  total === 1 ? '1 fragrance' : `${total.toLocaleString('en-NG')} fragrances`;

/** What the list shows, as its heading and in the tab: '“oud” in Women', 'Tagged “office”', 'Women'. */
export function heading({ search, category, tag }: ListingState): string {
  const parts = [];
  if (search) parts.push(`“${search}”`);
  if (category) parts.push(search ? `in ${category}` : category);
  if (tag) parts.push(`${parts.length > 0 ? 'tagged' : 'Tagged'} “${tag}”`);
  return parts.join(' ') || DEFAULT_HEADING;
}
