import type { Product } from '#contract/product.ts';
import { salePrice } from '#domain/price.ts';

/** A JSON text that is safe inside <script>: no `<` can end the element or open a comment. */
export const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What search engines read of a product (schema.org Product with its Offer). URLs are absolute. */
export function productJsonLd(
  product: Product,
  page: { url: string; images: string[]; now: number },
): string {
  return scriptJson({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.id,
    description: product.description,
    image: page.images,
    url: page.url,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    offers: {
      '@type': 'Offer',
      url: page.url,
      price: salePrice(product, page.now),
      priceCurrency: 'NGN',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${product.qtyAvailable > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  });
}
