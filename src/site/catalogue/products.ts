import { API_URL } from 'astro:env/server';
import type { Product } from '#contract/product.ts';
import { createApi } from './reading/api.ts';
import { ProductCheck } from './reading/check.ts';
import { readPages } from './reading/pages.ts';
import { readSnapshot } from './snapshot.ts';

/** All products, newest first; of one category or brand if named. @throws CatalogueFault; Moved when they changed. */
export async function readProducts(
  extensions: ReadonlySet<string>,
  category = '',
): Promise<Product[]> {
  if (category === '') return (await readSnapshot(extensions)).products;
  const check = new ProductCheck(extensions);
  return (await readPages(createApi(API_URL), check, { category })).products;
}
