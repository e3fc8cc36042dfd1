import { PUBLIC_API_URL } from 'astro:env/client';
import { isRecord } from '../stores/json.ts';
import { type ProductData, readProductData } from './product-data.ts';

/** The contract's extension `live` takes no more ids. */
const LIMIT = 100;

/** Whether the backend offered the extension `live` when the site was built (layouts/Base.astro). */
export const hasLive = () => 'live' in document.documentElement.dataset;

/** Figures as they came, not yet trusted. */
type Figures = Record<string, unknown>;

async function ask(path: string): Promise<Figures> {
  const answer = await fetch(PUBLIC_API_URL + path);
  const body: unknown = answer.ok && (await answer.json());
  if (!isRecord(body)) throw new Error(`GET ${path}: ${answer.status}`);
  return body;
}

/**
 * Today's figures by product id. With the extension `live` that is one call, and whom it leaves out is sold no more; without it
 * each product is asked for, and its related ones come along. Throws when there is no answer to use.
 */
export async function askLive(ids: readonly string[]): Promise<Map<unknown, Figures>> {
  const live = hasLive();
  const asked = ids.slice(0, LIMIT).map(encodeURIComponent);
  const paths =
    live && asked[0] ? [`/api/live?ids=${asked}`] : asked.map((id) => `/api/product/${id}`);
  const answers = await Promise.all(paths.map(ask));
  const found = new Map<unknown, Figures>(
    live ? ids.slice(0, LIMIT).map((id) => [id, { qtyAvailable: 0 }]) : [],
  );
  for (const { products, product, relatedProducts } of answers) {
    for (const entry of [products, product, relatedProducts].flat()) {
      if (isRecord(entry)) found.set(entry.id, { discount: null, ...entry });
    }
  }
  return found;
}

/** A product with the figures that came for it; undefined when there are none, or they are broken. */
export function withFigures(product: ProductData, figures?: Figures): ProductData | undefined {
  const { name, image } = product;
  return figures && readProductData(JSON.stringify({ ...product, ...figures, name, image }));
}
