import type { Product } from '#contract/product.ts';
import { RELATED_SHOWN_LIMIT, rankRelated } from '#domain/related.ts';

/**
 * The products that the pages of retired ones offer, ranked as `rankRelated` does. A product stands on RELATED_SHOWN_LIMIT of
 * these pages at most. Apart from related.ts: retired products must not change what the pages of others show.
 */
export function relatedToRetired(
  retired: readonly Product[],
  products: readonly Product[],
): (product: Product) => Product[] {
  if (retired.length === 0) return () => [];
  const byMark = new Map<string, Product[]>();
  for (const product of products) {
    for (const mark of marksOf(product)) {
      const list = byMark.get(mark);
      if (list) list.push(product);
      else byMark.set(mark, [product]);
    }
  }
  const shownOn = new Map<string, number>();
  const chosen = new Map<string, Product[]>();
  for (const product of [...retired].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const near = new Set(marksOf(product).flatMap((mark) => byMark.get(mark) ?? []));
    const free = [...near].filter(({ id }) => (shownOn.get(id) ?? 0) < RELATED_SHOWN_LIMIT);
    const best = rankRelated(product, free);
    for (const { id } of best) shownOn.set(id, (shownOn.get(id) ?? 0) + 1);
    chosen.set(product.id, best);
  }
  return ({ id }) => chosen.get(id) ?? [];
}

/** What a product shares with related ones: its tags and its brand. */
const marksOf = ({ tags, brand }: Product): string[] => [
  ...tags.map((tag) => `tag ${tag}`),
  ...(brand === undefined ? [] : [`brand ${brand}`]),
];
