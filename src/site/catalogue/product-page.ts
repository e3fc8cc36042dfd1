import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { isDiscountActive } from '#domain/price.ts';
import { type Card, cardOf } from './card.ts';
import type { Catalogue } from './catalogue.ts';
import { type KeyedFile, keyOf, keyOfObject } from './kept-pages.ts';

/** A product without what its page does not show: a sale, or a change that was taken back, leaves the page as it is. */
export type ShownProduct = Omit<Product, '_id' | 'soldCount' | 'updatedAt'>;

/** All that a product's page shows, beside what stands on every page. */
export interface ProductPage {
  product: ShownProduct;
  related: readonly Card[];
}

/** The key of a card at a time (ms): its discount counts then, or does not. */
export const cardKey = (card: Card, now: number) =>
  isDiscountActive(card.discount, now) ? `${keyOfObject(card)}%` : keyOfObject(card);

/** The page of a product, with the key that tells whether it must be made again. */
export function keyedProductPage(
  { related, now, frame }: Pick<Catalogue, 'related' | 'now' | 'frame'>,
  entry: Product,
): KeyedFile<{ params: { id: string }; props: ProductPage }> {
  const { _id, soldCount, updatedAt, ...product } = entry;
  const others = related(entry).map(cardOf);
  return {
    file: `${paths.product(entry.id).slice(1)}.html`,
    key: keyOf(
      frame,
      product,
      isDiscountActive(product.discount, now),
      others.map((card) => cardKey(card, now)),
    ),
    path: { params: { id: entry.id }, props: { product, related: others } },
  };
}
