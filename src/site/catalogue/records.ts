import { paths } from '#config/paths.ts';
import { type ProductRecord, productRecord } from '#domain/product-record.ts';
import { pictureAddresses } from '#site/product-data/pictures.ts';
import type { Catalogue } from './catalogue.ts';

type Sold = Pick<Catalogue, 'products' | 'now'>;
/** Several files are made from the records of one catalogue. */
const known = new WeakMap<Sold, readonly ProductRecord[]>();

/**
 * The records of what the shop sells, in the catalogue's order: without what is hidden, retired or left out for a fault.
 * @param site - the site's address. @param api - the setting PUBLIC_API_URL.
 */
export function productRecords(
  catalogue: Sold,
  { site, api }: { site: URL; api: string },
): readonly ProductRecord[] {
  const made = known.get(catalogue);
  if (made) return made;
  const { origin } = site;
  const records = catalogue.products.map((product) =>
    productRecord(product, {
      url: origin + paths.product(product.id),
      pictures: pictureAddresses(product, api, site),
      now: catalogue.now,
    }),
  );
  known.set(catalogue, records);
  return records;
}
