import type { ListPage } from '#contract/reading/product.ts';
import { isRecord } from '#contract/reading/record.ts';
import { PAGE_SIZE, pageCount } from '#domain/products/pagination.ts';
import type { Reading } from '#site/client/reading.ts';

import type { Card } from './card.ts';
import { quickCard } from './quick-card.ts';

export interface ListingAnswer {
  products: Card[];
  pages: number;
  total: number;
  /** False when there may be more products than `total`: the backend does not count them. */
  isCounted: boolean;
}

const isCount = (value: unknown): value is number | undefined =>
  value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0);

/** How the list's answer is read. */
export const LISTING: Reading<ListPage<Card>> = {
  quick(answer) {
    if (!isRecord(answer) || !Array.isArray(answer.products)) return undefined;
    const { products: sent, total, totalPages } = answer;
    if (!isCount(total) || !isCount(totalPages)) return undefined;
    const products = sent.flatMap((product) => quickCard(product) ?? []);
    return products.length === sent.length ? { products, sent, total, totalPages } : undefined;
  },
  full: async () => (await import('./product-readers.ts')).readListing,
};

/**
 * The list's answer as the page shows it.
 * @param page - the page that was asked for.
 */
export function listingAnswer(answer: ListPage<Card>, page = 1): ListingAnswer {
  const { products, total } = answer;
  // A product that was left out still fills its page.
  const pages = pageCount({ ...answer, products: answer.sent }, page);
  const known = (page - 1) * PAGE_SIZE + products.length;
  const isCounted = total !== undefined || pages <= page;
  return { products, pages, total: total ?? known, isCounted };
}
