import type { Product } from '#contract/product.ts';
import { RELATED_LIMIT, rankRelated } from '#domain/related.ts';

/**
 * The related products of each product. `rankRelated` over the whole catalogue would compare every pair: 100 million for
 * 10,000 products. Here lists of who shares a tag or a house count the same points, and it only ranks the few
 * that can win.
 */
export function relatedIndex(products: readonly Product[]): (product: Product) => Product[] {
  // In the order that breaks ties, so that an earlier one of equal points wins.
  const all = [...products].sort((a, b) => (a.id < b.id ? -1 : 1));
  const byTag = new Map<string, number[]>();
  const byBrand = new Map<string, number[]>();
  const push = (map: Map<string, number[]>, key: string, index: number) => {
    const list = map.get(key);
    if (list) list.push(index);
    else map.set(key, [index]);
  };
  for (const [index, product] of all.entries()) {
    for (const tag of product.tags) push(byTag, tag, index);
    if (product.brand !== undefined) push(byBrand, product.brand, index);
  }

  const points = new Uint16Array(all.length);
  return (product) => {
    points.fill(0);
    const add = (list: readonly number[] | undefined, worth: number) => {
      for (const index of list ?? []) points[index] = (points[index] ?? 0) + worth;
    };
    for (const tag of new Set(product.tags)) add(byTag.get(tag), 2);
    if (product.brand !== undefined) add(byBrand.get(product.brand), 1);

    // One more than are shown, as the product itself is among them.
    const best: number[] = [];
    let least = 0;
    for (let index = 0; index < points.length; index++) {
      const worth = points[index] ?? 0;
      if (worth <= least) continue;
      const place = best.findIndex((other) => (points[other] ?? 0) < worth);
      best.splice(place < 0 ? best.length : place, 0, index);
      if (best.length <= RELATED_LIMIT) continue;
      best.length = RELATED_LIMIT + 1;
      least = points[best[RELATED_LIMIT] ?? 0] ?? 0;
    }
    return rankRelated(
      product,
      best.flatMap((index) => all[index] ?? []),
    );
  };
}
