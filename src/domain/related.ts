interface Relatable {
  id: string;
  brand?: string | undefined;
  tags: readonly string[];
}

/** Related products shown at most (spec §9). */
export const RELATED_LIMIT = 5;

/** Pages of other products that one product is shown on at most: a change of its price rewrites no more (decision 17). */
export const RELATED_SHOWN_LIMIT = 40;

/**
 * How near two products are: shared tags, then the house. Ties go to the next ids after the product's own, in a ring:
 * the same choice each time, another one for each product, and a new product moves its neighbours alone.
 */
export function rankRelated<T extends Relatable>(
  product: Relatable,
  candidates: readonly T[],
): T[] {
  const tags = new Set(product.tags);
  const score = (other: T) =>
    other.tags.filter((tag) => tags.has(tag)).length * 2 +
    (other.brand !== undefined && other.brand === product.brand ? 1 : 0);
  return candidates
    .filter((other) => other.id !== product.id)
    .map((other) => ({ other, score: score(other), before: other.id < product.id ? 1 : 0 }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.before - b.before || (a.other.id < b.other.id ? -1 : 1))
    .slice(0, RELATED_LIMIT)
    .map((entry) => entry.other);
}
