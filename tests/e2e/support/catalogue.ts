import type { APIRequestContext } from '@playwright/test';
import type { Product, ProductDetail, ProductList } from '#contract/product.ts';

/** Fetches a page of the product list from the API. */
export async function listProducts(
  request: APIRequestContext,
  query: string,
): Promise<ProductList> {
  const answer = await request.get(`/api/product${query}`);
  if (!answer.ok()) throw new Error(`/api/product${query}: ${answer.status()}`);
  return (await answer.json()) as ProductList;
}

/** Fetches every product. */
export async function allProducts(request: APIRequestContext): Promise<Product[]> {
  const first = await listProducts(request, '?limit=100');
  const rest = Array.from({ length: first.totalPages - 1 }, (_, index) =>
    listProducts(request, `?limit=100&page=${index + 2}`),
  );
  return [first, ...(await Promise.all(rest))].flatMap(({ products }) => products);
}

/** Fetches a product with everything that its page shows, as the API has it now. */
export async function productDetail(
  request: APIRequestContext,
  id: string,
): Promise<ProductDetail> {
  return (await (await request.get(`/api/product/${id}`)).json()) as ProductDetail;
}

/** Returns the nodes of a page's JSON-LD. */
export function structuredData(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json = '']) => (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'],
  );
}
