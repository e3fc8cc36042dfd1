import { API_URL } from 'astro:env/server';
import type { Product } from '#contract/product.ts';
import { createApi } from './reading/api.ts';
import { ProductCheck } from './reading/check.ts';
import { readPages } from './reading/pages.ts';

/** All products, newest first; of one category or brand if named. @throws CatalogueFault; Moved when they changed. */
export async function readProducts(
  extensions: ReadonlySet<string>,
  category = '',
): Promise<Product[]> {
  const check = new ProductCheck(extensions);
  const { products } = await readPages(createApi(API_URL), check, { category });
  if (category === '') check.conclude(products, false);
  return products;
}
