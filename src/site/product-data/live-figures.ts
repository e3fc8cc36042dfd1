import { PUBLIC_API_URL } from 'astro:env/client';
import { type ProductData, readProductData } from './product-data.ts';

/** The contract's extension `live` takes no more ids. */
export const LIVE_LIMIT = 100;

/** Whether the backend offered the extension `live` when the site was built (layouts/Base.astro). */
export const hasLive = () => 'live' in document.documentElement.dataset;

async function ask(path: string) {
  const answer = await fetch(PUBLIC_API_URL + path);
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
  return answer.json();
}

/**
 * Asks for today's price and stock and gives what brings a product up to date. With the extension `live` that is one call, and what
 * it leaves out is sold no more; without it each product is asked for, and its related ones come along. Throws when there is no
 * answer to use.
 */
export async function askLive(
  ids: readonly string[],
): Promise<(product: ProductData) => ProductData> {
  const live = hasLive();
  const answers = await Promise.all(
    live
      ? [ask(`/api/live?ids=${ids.map(encodeURIComponent)}`)]
      : ids.map((id) => ask(`/api/product/${encodeURIComponent(id)}`)),
  );
  // Not trusted yet: each is read below, and another shape throws.
  const found: Partial<ProductData>[] = live
    ? [...answers[0].products]
    : answers.flatMap(({ product, relatedProducts }) => [product, ...relatedProducts]);
  return (product) => {
    const now = found.find(({ id }) => id === product.id);
    if (!now) return live ? { ...product, qtyAvailable: 0 } : product;
    const { price, qtyAvailable, discount } = now;
    const read = JSON.stringify({ ...product, price, qtyAvailable, discount });
    return readProductData(read) ?? product;
  };
}
