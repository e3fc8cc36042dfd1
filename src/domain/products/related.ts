interface Relatable {
  id: string;
  brand?: string | undefined;
  tags: readonly string[];
}

/** The most related products shown (spec §9). */
export const RELATED_LIMIT = 5;

/** The most pages that show one product as related, so that a new price rewrites no more pages (decision 17). */
export const RELATED_SHOWN_LIMIT = 40;

/**
 * Returns the candidates most similar to a product: by shared tags, then by brand. Ties are broken by id, starting
 * after the product's own id and wrapping around. So the choice is stable, differs between products, and a new product
 * affects only its neighbours.
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
