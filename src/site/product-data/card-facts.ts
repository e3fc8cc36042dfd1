import type { Product } from '#contract/product.ts';

/** A product's main picture, '' for none. */
export const mainImage = ({ images, image }: Pick<Product, 'images' | 'image'>) =>
  images[0] ?? image ?? '';

/** The JSON that an element with `data-product` carries; read by product-data/product-data.ts. */
export function productData(
  product: Pick<
    Product,
    'id' | 'name' | 'price' | 'discount' | 'images' | 'image' | 'qtyAvailable'
  >,
): string {
  const { id, name, price, discount, qtyAvailable } = product;
  const image = mainImage(product);
  return JSON.stringify({ id, name, price, discount: discount ?? null, image, qtyAvailable });
}

/** The line under a name: 'Eau de Parfum · 50 ml'; '' when nothing is known. */
export function cardFacts({
  concentration,
  sizeMl,
}: Pick<Product, 'concentration' | 'sizeMl'>): string {
  return [concentration, sizeMl && `${sizeMl} ml`].filter(Boolean).join(' · ');
}
