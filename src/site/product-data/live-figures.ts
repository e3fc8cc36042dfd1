import type { Product } from '#contract/product.ts';
import { readDetail, readLive } from '#contract/reading/product.ts';
import type { Reader } from '#contract/reading/reader.ts';
import { ask } from '#site/client/ask.ts';
import type { ProductData } from './product-data.ts';

/** The contract's extension `live` takes no more ids. */
export const LIVE_LIMIT = 100;

/** Whether the backend offered the extension `live` when the site was built (layouts/Base.astro). */
export const hasLive = () => 'live' in document.documentElement.dataset;

async function fetchFigures<T>(path: string, reader: Reader<T>): Promise<T> {
  const { body, failure } = await ask(path, reader);
  if (failure) throw new Error(`GET ${path}: ${failure}`);
  return body as T;
}

/**
 * Asks for today's price and stock, and returns a function that updates a product. With the extension `live` this is one
 * call, and a product missing in the answer is no longer sold. Without it, one call for each product; the answer also
 * has the related products. @throws when there is no usable answer.
 */
export async function askLive(
  ids: readonly string[],
): Promise<(product: ProductData) => ProductData> {
  const live = hasLive();
  const found = live
    ? await fetchFigures(`/api/live?ids=${ids.map(encodeURIComponent)}`, readLive)
    : (await Promise.all(ids.map(fetchDetail))).flat();
  return (product) => {
    const now = found.find(({ id }) => id === product.id);
    if (!now) return live ? { ...product, qtyAvailable: 0 } : product;
    const { price, qtyAvailable, discount = null } = now;
    return { ...product, price, qtyAvailable, discount };
  };
}

async function fetchDetail(id: string): Promise<Product[]> {
  const path = `/api/product/${encodeURIComponent(id)}`;
  const { product, relatedProducts } = await fetchFigures(path, readDetail);
  return [product, ...relatedProducts];
}
