import { salePrice } from '#domain/money/price.ts';

/**
 * The most sizes of one fragrance. More products with the same group are a slip in a file, which must not tie thousands of
 * pages together: each of them stands alone. The view `cards` of the database keeps to it, too.
 */
export const MOST_SIZES = 12;

/** What says that a product is a size of a fragrance. */
export interface Grouped {
  id: string;
  group?: string | null | undefined;
  sizeMl?: number | null | undefined;
  /** 1: a size to try, beside the bottles. */
  sample?: number | null | undefined;
}

/** The same for the products of one group, another one for each product without. Case is ignored. */
export const cardKey = ({ group, id }: Pick<Grouped, 'group' | 'id'>): string => {
  const name = group?.trim().toLowerCase();
  return name ? `group ${name}` : `product ${id}`;
};

/** The smallest first. */
export const bySize = (a: Grouped, b: Grouped): number =>
  (a.sizeMl ?? Number.MAX_VALUE) - (b.sizeMl ?? Number.MAX_VALUE) || (a.id < b.id ? -1 : 1);

/** The bottles and samples of each fragrance that is sold, by its key: the smallest first. */
export function fragrances<T extends Grouped>(sold: readonly T[]): Map<string, readonly T[]> {
  const found = new Map<string, readonly T[]>();
  for (const [key, sizes] of Map.groupBy(sold, cardKey)) {
    if (sizes.length <= MOST_SIZES) found.set(key, sizes.toSorted(bySize));
  }
  return found;
}

/** The sizes that a card of a list stands for: the bottles. Samples that are sold without one are on it themselves. */
export function onCard<T extends Grouped>(sizes: readonly T[]): readonly T[] {
  const bottles = sizes.filter(({ sample }) => !sample);
  return bottles.length > 0 ? bottles : sizes;
}

/** The size that a card shows, whose price is its 'from', and which its plus adds: the cheapest today that is in stock. */
export function shownSize<T extends Parameters<typeof salePrice>[0] & { qtyAvailable: number }>(
  sizes: readonly [T, ...T[]],
  now: number,
): T {
  const inStock = sizes.filter(({ qtyAvailable }) => qtyAvailable > 0);
  return (inStock.length > 0 ? inStock : sizes).reduce((best, size) =>
    salePrice(size, now) < salePrice(best, now) ? size : best,
  );
}
