import { createHash } from 'node:crypto';
import type { Extension } from '#contract/extensions.ts';
import { isDiscountActive } from '#domain/money/price.ts';
import { stockLabel } from '#domain/products/stock.ts';
import type { Snapshot } from './catalogue.ts';

/**
 * Returns a hash of what pages show of a catalogue at a time (ms). Like the extension catalogue.version, it omits what
 * a page updates itself or may show late: stock that changes no label, ratings, counts of reviews and of units sold.
 */
export function shownHash(
  {
    products,
    categories,
    shippingPlaces,
    listedBrands = new Set(),
    redirects = [],
  }: Pick<Snapshot, 'products' | 'categories' | 'shippingPlaces' | 'listedBrands'> &
    Partial<Pick<Snapshot, 'redirects'>>,
  extensions: ReadonlySet<Extension>,
  now: number,
): string {
  const hash = createHash('sha256');
  hash.update(
    JSON.stringify([
      [...extensions].sort(),
      categories,
      shippingPlaces,
      [...listedBrands].sort(),
      redirects,
    ]),
  );
  for (const product of products) {
    const { _id, qtyAvailable, ratings, numReviews, soldCount, updatedAt, ...shown } = product;
    const figures = [stockLabel(qtyAvailable), isDiscountActive(product.discount, now)];
    hash.update(JSON.stringify([shown, figures]));
  }
  return hash.digest('base64url');
}
