interface Relatable {
  id: string;
  brand?: string | undefined;
  tags: readonly string[];
}

/** Related products shown at most (spec §9). */
export const RELATED_LIMIT = 5;

/** How near two products are: shared tags, then the house; ties by id keep the choice the same each time. */
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
    .map((other) => ({ other, score: score(other) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || (a.other.id < b.other.id ? -1 : 1))
    .slice(0, RELATED_LIMIT)
    .map((entry) => entry.other);
}
