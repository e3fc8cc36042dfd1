import type { Product } from '#contract/product.ts';
import { bySize, cardKey, fragrances, onCard, shownSize } from '#domain/products/sizes.ts';
import type { Card } from '#site/product-data/card.ts';
import { cardOf } from './card.ts';

/** The fragrances of a catalogue, and their cards in lists. */
export interface Fragrances {
  /** The cards of lists, newest first: each fragrance once if the backend's lists do so (extension product.sizes). */
  cards: readonly Product[];
  /** The cards that show these products, in the same order. */
  cardsOf: (products: readonly Product[]) => Product[];
  /** All sizes of a product's fragrance, smallest first, including itself; empty if there is only one. */
  sizes: (product: Product) => readonly Card[];
  /** The samples of the product's fragrance. */
  samples: (product: Product) => readonly Card[];
}

/** Groups products by fragrance. @param pages - the products that have a page, newest first: for sale or retired. */
export function groupSizes(
  pages: readonly Product[],
  { now, inLists }: { now: number; inLists: boolean },
): Fragrances {
  const sold = new Map<string, readonly Product[]>();
  for (const [key, sizes] of fragrances(pages)) {
    sold.set(
      key,
      sizes.filter(({ retired }) => !retired),
    );
  }
  const soldWith = (product: Product) => sold.get(cardKey(product)) ?? [];
  /** The index in the list of each product's card. */
  const places = new Map<Product, number>();
  const cards: Product[] = [];
  for (const product of pages) {
    if (product.retired) continue;
    const bottles = inLists ? onCard(soldWith(product)) : [];
    const [first, ...others] = bottles;
    if (first && first !== product) continue;
    for (const each of first ? soldWith(product) : [product]) places.set(each, cards.length);
    cards.push(first && others.length > 0 ? withSizes([first, ...others], now) : product);
  }
  return {
    cards,
    cardsOf(products) {
      const found = new Set(products.flatMap((product) => places.get(product) ?? []));
      return [...found].sort((a, b) => a - b).flatMap((place) => cards[place] ?? []);
    },
    sizes(product) {
      const group = soldWith(product);
      const own = group.includes(product) && product.sample ? [product] : [];
      const sizes = [...new Set([...onCard(group), ...own])].sort(bySize);
      return sizes.some(({ id }) => id !== product.id) ? sizes.map(cardOf) : [];
    },
    samples: (product) =>
      product.sample || product.retired
        ? []
        : soldWith(product).flatMap((size) => (size.sample ? cardOf(size) : [])),
  };
}

/** Returns a fragrance as the size that its card shows. */
function withSizes(sizes: [Product, ...Product[]], now: number): Product {
  return {
    ...shownSize(sizes, now),
    sizes: sizes.map(({ id, name, sizeMl, price, qtyAvailable, discount }) => ({
      ...{ id, name, price, qtyAvailable, discount },
      ...(sizeMl && { sizeMl }),
    })),
  };
}
