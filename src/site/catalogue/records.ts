import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { type ProductRecord, productRecord } from '#domain/products/product-record.ts';
import { boxWords } from '#domain/products/sets.ts';
import { pictureAddresses } from '#site/product-data/pictures.ts';
import type { Catalogue } from './catalogue.ts';

/** The records that exist so far. Several files use the records of one catalogue, and few files need all of them. */
const known = new WeakMap<Product, ProductRecord>();

/**
 * Returns the record of a product.
 * @param context.now - the catalogue's time (ms). @param context.site - the site's address.
 * @param context.api - the setting PUBLIC_API_URL. @param context.parts - of the catalogue.
 */
export function recordOf(
  product: Product,
  { now, site, api, parts }: { now: number; site: URL; api: string; parts: Catalogue['parts'] },
): ProductRecord {
  const made = known.get(product);
  if (made) return made;
  const record = productRecord(product, {
    url: site.origin + paths.product(product.id),
    pictures: pictureAddresses(product, api, site),
    now,
    box: boxWords(parts(product), product.choose),
  });
  known.set(product, record);
  return record;
}
