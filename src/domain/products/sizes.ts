import { salePrice } from '#domain/money/price.ts';

/**
 * The most sizes of one fragrance. More products with the same group are a mistake in a file, which must not tie
 * thousands of pages together: each of them is separate. The view `cards` of the database has the same limit.
 */
export const MOST_SIZES = 12;

/** The fields that make a product a size of a fragrance. */
export interface Grouped {
  id: string;
  group?: string | null | undefined;
  sizeMl?: number | null | undefined;
  /** 1 for a size to try, beside the bottles. */
  sample?: number | null | undefined;
}

/** Returns the key of a product's card: the same within one group, unique for a product without one. Ignores case. */
export const cardKey = ({ group, id }: Pick<Grouped, 'group' | 'id'>): string => {
  const name = group?.trim().toLowerCase();
  return name ? `group ${name}` : `product ${id}`;
};

/** Sorts the smallest first. */
export const bySize = (a: Grouped, b: Grouped): number =>
  (a.sizeMl ?? Number.MAX_VALUE) - (b.sizeMl ?? Number.MAX_VALUE) || (a.id < b.id ? -1 : 1);

/** Returns the bottles and samples of each fragrance for sale, by its key: the smallest first. */
export function fragrances<T extends Grouped>(sold: readonly T[]): Map<string, readonly T[]> {
  const found = new Map<string, readonly T[]>();
  for (const [key, sizes] of Map.groupBy(sold, cardKey)) {
    if (sizes.length <= MOST_SIZES) found.set(key, sizes.toSorted(bySize));
  }
  return found;
}

/** Returns the sizes of a list's card: the bottles. Without bottles, the samples. */
export function onCard<T extends Grouped>(sizes: readonly T[]): readonly T[] {
  const bottles = sizes.filter(({ sample }) => !sample);
  return bottles.length > 0 ? bottles : sizes;
}

/** Returns the size that a card shows: the cheapest in stock today. Its price is the 'from', and the plus adds it. */
export function shownSize<T extends Parameters<typeof salePrice>[0] & { qtyAvailable: number }>(
  sizes: readonly [T, ...T[]],
  now: number,
): T {
  const inStock = sizes.filter(({ qtyAvailable }) => qtyAvailable > 0);
  return (inStock.length > 0 ? inStock : sizes).reduce((best, size) =>
    salePrice(size, now) < salePrice(best, now) ? size : best,
  );
}
