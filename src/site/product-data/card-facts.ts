import type { Product } from '#contract/product.ts';
import type { ProductData } from './product-data.ts';

/** A product's main picture, '' for none. */
export const mainImage = ({ images, image }: Pick<Product, 'images' | 'image'>) =>
  images[0] ?? image ?? '';

type Carried = Pick<
  Product,
  'id' | 'name' | 'price' | 'discount' | 'images' | 'image' | 'qtyAvailable'
>;

/** What an element with `data-product` carries of a product. */
export function dataOf(product: Carried): ProductData {
  const { id, name, price, discount, qtyAvailable } = product;
  const image = mainImage(product);
  return { id, name, price, discount: discount ?? null, image, qtyAvailable };
}

/** The same as JSON; read by product-data/product-data.ts. */
export const productData = (product: Carried): string => JSON.stringify(dataOf(product));
