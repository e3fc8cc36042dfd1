import type { Product } from '#contract/product.ts';
import { memoized } from './memoized.ts';

/** The fields that a card shows: pages with the card are rendered again only when one of these changes. */
export type Card = Pick<
  Product,
  | 'id'
  | 'name'
  | 'brand'
  | 'price'
  | 'discount'
  | 'images'
  | 'image'
  | 'pictures'
  | 'concentration'
  | 'sizeMl'
  | 'qtyAvailable'
>;

/** A product as a card; the same object for every call. */
export const cardOf = memoized((product: Product): Card => {
  const { id, name, brand, price, discount, images, image, pictures, qtyAvailable } = product;
  const { concentration, sizeMl } = product;
  return {
    id,
    name,
    price,
    images: images.slice(0, 1),
    qtyAvailable,
    ...(brand !== undefined && { brand }),
    ...(discount && { discount }),
    ...(image !== undefined && { image }),
    // Cards have no alt text (ProductCard.astro), so a new alt text does not render their pages again.
    ...(pictures && { pictures: pictures.slice(0, 1).map(({ alt, ...meta }) => meta) }),
    ...(concentration !== undefined && { concentration }),
    ...(sizeMl !== undefined && { sizeMl }),
  };
});
