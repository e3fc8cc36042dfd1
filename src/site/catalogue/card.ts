import type { Product } from '#contract/product.ts';

/** What a card shows of a product: other changes leave the pages with its card as they are. */
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

const cards = new WeakMap<Product, Card>();

/** A product as a card; the same object each time. */
export function cardOf(product: Product): Card {
  const known = cards.get(product);
  if (known) return known;
  const { id, name, brand, price, discount, images, image, pictures, qtyAvailable } = product;
  const { concentration, sizeMl } = product;
  const card: Card = {
    id,
    name,
    price,
    images: images.slice(0, 1),
    qtyAvailable,
    ...(brand !== undefined && { brand }),
    ...(discount && { discount }),
    ...(image !== undefined && { image }),
    // No card says what its picture shows (ProductCard.astro): other words for it leave the pages with the card alone.
    ...(pictures && { pictures: pictures.slice(0, 1).map(({ alt, ...meta }) => meta) }),
    ...(concentration !== undefined && { concentration }),
    ...(sizeMl !== undefined && { sizeMl }),
  };
  cards.set(product, card);
  return card;
}
