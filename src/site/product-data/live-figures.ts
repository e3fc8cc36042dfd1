import { ask } from '#site/client/ask.ts';
import { type ProductData, readProductData } from './product-data.ts';

/** The contract's extension `live` takes no more ids. */
export const LIVE_LIMIT = 100;

/** Whether the backend offered the extension `live` when the site was built (layouts/Base.astro). */
export const hasLive = () => 'live' in document.documentElement.dataset;

/** Not trusted: each product is read below, and any other shape throws. */
type Figures = Record<'products' | 'relatedProducts', Partial<ProductData>[]> &
  Record<'product', Partial<ProductData>>;

async function fetchFigures(path: string): Promise<Figures> {
  const { body, failure } = await ask(path);
  if (failure) throw new Error(`GET ${path}: ${failure}`);
  return body as Figures;
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
  const answers = await Promise.all(
    live
      ? [fetchFigures(`/api/live?ids=${ids.map(encodeURIComponent)}`)]
      : ids.map((id) => fetchFigures(`/api/product/${encodeURIComponent(id)}`)),
  );
  const found = answers.flatMap(({ products, product, relatedProducts }) =>
    live ? [...products] : [product, ...relatedProducts],
  );
  return (product) => {
    const now = found.find(({ id }) => id === product.id);
    if (!now) return live ? { ...product, qtyAvailable: 0 } : product;
    const { price, qtyAvailable, discount } = now;
    const read = JSON.stringify({ ...product, price, qtyAvailable, discount });
    return readProductData(read) ?? product;
  };
}
