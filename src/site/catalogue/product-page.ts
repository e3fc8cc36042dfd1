import { brandPath, paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { isDiscountActive } from '#domain/money/price.ts';
import type { Card } from '#site/product-data/card.ts';
import { type KeyedFile, keyOf, keyOfObject } from './build/kept-pages.ts';
import { cardOf } from './card.ts';
import type { Catalogue } from './catalogue.ts';
import type { ShownPart } from './set-parts.ts';

/** The fields that a product page shows. A sale, or a change that was undone, does not render the page again. */
export type ShownProduct = Omit<Product, '_id' | 'soldCount' | 'updatedAt'>;

/** The content of a product page, apart from the frame. */
export interface ProductPage {
  product: ShownProduct;
  related: readonly Card[];
  /** All sizes of its fragrance, including itself; empty if there is only one. */
  sizes: readonly Card[];
  /** The parts of a set; empty for other products. */
  parts: readonly ShownPart[];
  /** The samples of its fragrance. */
  samples: readonly Card[];
  /** The path of its brand's page. A retired product may be its brand's last, and then there is no such page. */
  brandPage: string | undefined;
}

/** Returns the key of a card at a time (ms), which decides whether its discount is valid. */
export const cardKey = (card: Card, now: number) =>
  isDiscountActive(card.discount, now) ? `${keyOfObject(card)}%` : keyOfObject(card);

/** Returns the page of a product. It is rendered again when its key has changed. */
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
