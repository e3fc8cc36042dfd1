import type { Product } from '#contract/product.ts';
import { type CardFactName, cardFactNames, sizesText } from '#domain/products/product-facts.ts';
import type { ProductData } from './product-data.ts';

export type Card = ProductData &
  Pick<Product, 'brand' | 'pictures' | CardFactName> & {
    /** All sizes of the fragrance, including the shown one: '30, 50, 100 ml'. */
    sizes?: string;
  };

/** Returns the `data-product` value of a card. */
export const dataOfCard = (card: Card): ProductData => {
  const { id, name, price, discount, image, qtyAvailable, choose } = card;
  return { id, name, price, discount, image, qtyAvailable, ...(choose && { choose }) };
};

type Carried = Omit<ProductData, 'image' | 'discount'> &
  Pick<Product, 'images' | 'image' | 'discount'>;

/** Returns the `data-product` value of a product. Its image is the main picture, '' for none. */
export const dataOf = ({ images, image, discount, ...product }: Carried): ProductData =>
  dataOfCard({ ...product, discount: discount ?? null, image: images[0] ?? image ?? '' });

/** Returns the facts that a card shows, of a product or of an answer that may be one. */
export const cardFacts = (product: Pick<Product, CardFactName>): Pick<Product, CardFactName> =>
  Object.fromEntries(cardFactNames.map((name) => [name, product[name]]));

export function toCard(product: Product): Card {
  const { brand, pictures, sizes } = product;
  return {
    ...dataOf(product),
    brand,
    ...cardFacts(product),
    pictures,
    ...(sizes && { sizes: sizesText(sizes) }),
  };
}
