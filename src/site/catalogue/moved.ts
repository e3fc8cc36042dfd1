import { paths } from '#config/paths.ts';
import type { Product, Redirect } from '#contract/product.ts';
import { type Brand, brandPages } from './brands.ts';

/**
 * The redirects of a release: those that lead to one of its pages. A page comes before a redirect from its address, so a
 * product or brand that comes back has its page.
 */
export function movedPaths(
  redirects: readonly Redirect[],
  { pages, brands }: { pages: readonly Product[]; brands: readonly Brand[] },
): Redirect[] {
  if (redirects.length === 0) return [];
  const there = new Set([
    ...pages.map(({ id }) => paths.product(id)),
    ...brands.flatMap((brand) => brandPages(brand)),
  ]);
  return redirects.filter(({ from, to }) => there.has(to) && !there.has(from));
}
