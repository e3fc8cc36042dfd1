import { brandPath, paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { isDiscountActive } from '#domain/money/price.ts';
import type { Card } from '#site/product-data/card.ts';
import { type KeyedFile, keyOf, keyOfObject } from './build/kept-pages.ts';
import { cardOf } from './card.ts';
import type { Catalogue } from './catalogue.ts';
import type { ShownPart } from './set-parts.ts';

/** The fields that a product's page shows: a sale, or a change that was undone, does not render the page again. */
export type ShownProduct = Omit<Product, '_id' | 'soldCount' | 'updatedAt'>;

/** What a product's page shows, besides the frame of every page. */
export interface ProductPage {
  product: ShownProduct;
  related: readonly Card[];
  /** The sizes of its fragrance, with itself; none without another one. */
  sizes: readonly Card[];
  /** What it is made of; none for a product that is no set. */
  parts: readonly ShownPart[];
  /** What may be tried before it. */
  samples: readonly Card[];
  /** The path of its brand's page. A retired product may be the last of its brand, which then has none. */
  brandPage: string | undefined;
}

/** The key of a card at a time (ms), which decides whether its discount is valid. */
export const cardKey = (card: Card, now: number) =>
  isDiscountActive(card.discount, now) ? `${keyOfObject(card)}%` : keyOfObject(card);

/** The page of a product. It is rendered again when its key has changed. */
export function keyedProductPage(
  {
    related,
    sizes: sizesOf,
    samples: samplesOf,
    parts: partsOf,
    brandOf,
    now,
    frame,
  }: Pick<Catalogue, 'related' | 'sizes' | 'samples' | 'parts' | 'brandOf' | 'now' | 'frame'>,
  entry: Product,
): KeyedFile<{ params: { id: string }; props: ProductPage }> {
  const { _id, soldCount, updatedAt, ...product } = entry;
  const others = related(entry).map(cardOf);
  const sizes = sizesOf(entry);
  const parts = partsOf(entry);
  const samples = samplesOf(entry);
  const brand = entry.brand === undefined ? undefined : brandOf(entry.brand);
  const brandPage = brand && brandPath(brand.name);
  return {
    file: `${decodeURIComponent(paths.product(entry.id)).slice(1)}.html`,
    key: keyOf(
      frame,
      product,
      isDiscountActive(product.discount, now),
      brandPage,
      others.map((card) => cardKey(card, now)),
      [...sizes, ...samples].map((card) => cardKey(card, now)),
      parts,
    ),
    path: {
      params: { id: entry.id },
      props: { product, related: others, sizes, samples, parts, brandPage },
    },
    of: entry,
  };
}
