import { isRecord } from '#contract/reading/record.ts';
import { ask } from '#site/client/ask.ts';
import { has } from '#site/client/extensions.ts';
import type { Reading } from '#site/client/reading.ts';
import { ATTEMPT_KEY } from '#site/storage/keys.ts';
import { device } from '#site/storage/persistent.ts';
import type { ProductData } from './product-data.ts';
import { type Figures, quickFigures } from './quick-figures.ts';

/** The most ids that the contract's extension `live` takes. */
export const LIVE_LIMIT = 100;

/** Whether the units that the shopper's own unpaid orders reserve count as in stock. */
export const countsOwn = () => has('live') && has('live.own');

/**
 * Returns the keys of the shopper's payment attempts, '' for none. Their unpaid orders reserve units that others cannot
 * buy, and only the extension `live.own` counts them as hers. Nothing else in the stored attempt
 * (payment/attempt-store.ts) is as long as a key.
 */
export const ownAttempts = (): string =>
  countsOwn() ? `${device[ATTEMPT_KEY]?.match(/\w{16,}/g) ?? ''}` : '';

const readers = () => import('./product-readers.ts');

/** Returns all figures, or undefined if one does not keep the contract. */
function quickAll(products: unknown): Figures[] | undefined {
  if (!Array.isArray(products)) return undefined;
  const read = products.flatMap((product) => quickFigures(product) ?? []);
  return read.length === products.length ? read : undefined;
}

const LIVE: Reading<Figures[]> = {
  quick: (answer) => (isRecord(answer) ? quickAll(answer.products) : undefined),
  full: async () => (await readers()).readLiveFigures,
};
const DETAIL: Reading<Figures[]> = {
  quick(answer) {
    if (!isRecord(answer) || !Array.isArray(answer.relatedProducts)) return undefined;
    return quickAll([answer.product, ...answer.relatedProducts]);
  },
  full: async () => (await readers()).readFigures,
};

async function fetchFigures(
  path: string,
  reading: Reading<Figures[]>,
  own = '',
): Promise<Figures[]> {
  const { body, failure } = await ask(path, reading, {
    cache: 'no-cache',
    ...(own && { headers: { 'previous-attempts': own } }),
  });
  if (!body) throw new Error(`GET ${path}: ${failure}`);
  return body;
}

/**
 * Fetches current price and stock, and returns a function that updates a product. With the extension `live` this is one
 * call. Its stock includes what the shopper's own unpaid orders reserve. A product missing from the answer is no longer
 * sold, and one whose id has changed gets its current id. Without the extension each product is one call, and the
 * answer also has the related products. @throws when there is no usable answer.
 */
export async function askLive(
  ids: readonly string[],
): Promise<(product: ProductData) => ProductData> {
  const live = has('live');
  const own = ownAttempts();
  const found = live
    ? await fetchFigures(`/api/live${own && '/own'}?ids=${ids.map(encodeURIComponent)}`, LIVE, own)
    : (
        await Promise.all(
          ids.map((id) => fetchFigures(`/api/product/${encodeURIComponent(id)}`, DETAIL)),
        )
      ).flat();
  return (product) => {
    const now = found.find(({ id }) => id === product.id);
    if (!now) return live ? { ...product, qtyAvailable: 0 } : product;
    const { movedTo: id = product.id, price, qtyAvailable, discount = null } = now;
    return { ...product, id, price, qtyAvailable, discount };
  };
}
