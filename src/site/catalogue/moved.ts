import { paths } from '#config/paths.ts';
import type { Product, Redirect } from '#contract/product.ts';
import { type Collection, collectionPages } from './collections.ts';

/**
 * Returns a release's redirects: those that lead to one of its pages. A page wins over a redirect from its address, so
 * a product, brand or category that returns has its page.
 */
export function movedPaths(
  redirects: readonly Redirect[],
  { pages, collections }: { pages: readonly Product[]; collections: readonly Collection[] },
): Redirect[] {
  if (redirects.length === 0) return [];
  const there = new Set([
    ...pages.map(({ id }) => paths.product(id)),
    ...collections.flatMap(collectionPages),
  ]);
  return redirects.filter(({ from, to }) => there.has(to) && !there.has(from.replace(/\/$/, '')));
}

/** Finds a product by its id or a former one: the shop's folder may still use that. */
export function productNow(
  products: readonly Product[],
  redirects: readonly Redirect[],
  id: string | null,
): Product | undefined {
  if (id === null) return undefined;
  const path = paths.product(id);
  const now = redirects.find(({ from }) => from === path)?.to ?? path;
  return products.find((product) => paths.product(product.id) === now);
}
