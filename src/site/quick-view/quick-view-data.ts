import type { Product } from '#contract/product.ts';
import { type ProductData, readProductData } from '#site/product-data/product-data.ts';
import { isRecord } from '#site/storage/json.ts';

/** What the quick view shows of a product. */
export type QuickDetail = ProductData &
  Pick<Product, 'ratings' | 'numReviews' | 'description' | 'tags'>;

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Reads the answer of GET /api/product/{id} by hand (storage/json.ts says why); undefined when it cannot be read. */
export function readQuickDetail(answer: unknown): QuickDetail | undefined {
  const product = isRecord(answer) ? answer.product : undefined;
  if (!isRecord(product)) return undefined;
  const { images, ratings, numReviews, description, tags } = product;
  const image = (Array.isArray(images) && images.find(Boolean)) || product.image;
  const data = readProductData(JSON.stringify({ ...product, image }));
  if (!data) return undefined;
  return {
    ...data,
    ratings: isNumber(ratings) ? Math.min(5, Math.max(0, ratings)) : 0,
    numReviews: isNumber(numReviews) ? numReviews : 0,
    description: typeof description === 'string' ? description : '',
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  };
}
