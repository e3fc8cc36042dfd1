import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { type ProductRecord, productRecord } from '#domain/products/product-record.ts';

/** The addresses in front of a record's links and pictures. */
export interface Addresses {
  /** The address that shoppers open. */
  siteUrl: string;
  /** The absolute address of the API, for pictures. */
  apiUrl: string;
}

/** Returns the record of a product for feeds (src/domain/products/product-record.ts). */
export const recordOf = (
  product: Product,
  { siteUrl, apiUrl }: Addresses,
  now = Date.now(),
): ProductRecord =>
  productRecord(product, {
    url: siteUrl + paths.product(product.id),
    pictures: product.images.map((url) => new URL(url, apiUrl).href),
    now,
  });
