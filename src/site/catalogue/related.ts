import type { Product } from '#contract/product.ts';
import { RELATED_LIMIT, RELATED_SHOWN_LIMIT } from '#domain/related.ts';

/**
 * The related products of each product, ranked as `rankRelated` does. Products are served in the order of their ids, and
 * one that is on RELATED_SHOWN_LIMIT pages is not chosen again. To compare every pair would take 100 million comparisons
 * for 10,000 products, so lists of products by tag and by brand add up the scores.
 */
export function relatedIndex(products: readonly Product[]): (product: Product) => Product[] {
  const all = [...products].sort((a, b) => (a.id < b.id ? -1 : 1));
  const byTag = new Map<string, number[]>();
  const byBrand = new Map<string, number[]>();
  const push = (map: Map<string, number[]>, key: string, index: number) => {
    const list = map.get(key);
    if (list) list.push(index);
    else map.set(key, [index]);
  };
  for (const [index, product] of all.entries()) {
    for (const tag of new Set(product.tags)) push(byTag, tag, index);
    if (product.brand !== undefined) push(byBrand, product.brand, index);
  }

  const count = all.length;
  const points = new Uint16Array(count);
  const shownOn = new Uint8Array(count);
  const chosen = new Map<string, Product[]>();
  for (const [own, product] of all.entries()) {
    points.fill(0);
    const add = (list: readonly number[] | undefined, worth: number) => {
      for (const index of list ?? []) points[index] = (points[index] ?? 0) + worth;
    };
    for (const tag of new Set(product.tags)) add(byTag.get(tag), 2);
    if (product.brand !== undefined) add(byBrand.get(product.brand), 1);

    const best: number[] = [];
    let least = 0;
    const offer = (index: number) => {
      const worth = points[index] ?? 0;
      if (worth <= least || shownOn[index] === RELATED_SHOWN_LIMIT) return;
      const place = best.findIndex((other) => (points[other] ?? 0) < worth);
      best.splice(place < 0 ? best.length : place, 0, index);
      if (best.length < RELATED_LIMIT) return;
      best.length = RELATED_LIMIT;
      least = points[best[RELATED_LIMIT - 1] ?? 0] ?? 0;
    };
    // Ids form a ring that breaks ties: of equal scores the next id wins.
    for (let index = own + 1; index < count; index++) offer(index);
    for (let index = 0; index < own; index++) offer(index);
    for (const index of best) shownOn[index] = (shownOn[index] ?? 0) + 1;
    chosen.set(
      product.id,
      best.flatMap((index) => all[index] ?? []),
    );
  }
  return ({ id }) => chosen.get(id) ?? [];
}
