import type { Product } from '#contract/product.ts';
import { type Card, toCard } from '#site/product-data/card.ts';
import { memoized } from './build/memoized.ts';

/**
 * Returns a product as a card, the same object in every call. Pages with the card are rendered again only when one of
 * its fields changes. It has no alt text: the link beside the picture names the fragrance.
 */
export const cardOf = memoized(
  (product: Product): Card => ({
    ...toCard(product),
    pictures: product.pictures?.slice(0, 1).map(({ alt, ...meta }) => meta),
  }),
);
