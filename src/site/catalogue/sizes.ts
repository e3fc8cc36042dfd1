import type { Product } from '#contract/product.ts';
import { bySize, cardKey, fragrances, onCard, shownSize } from '#domain/products/sizes.ts';
import type { Card } from '#site/product-data/card.ts';
import { cardOf } from './card.ts';

/** The fragrances of a catalogue, and what lists have of them. */
export interface Fragrances {
  /** What lists show, newest first: each fragrance once if the backend's lists do (extension product.sizes). */
  cards: readonly Product[];
  /** Those of them that these products are on, in the same order. */
  cardsOf: (products: readonly Product[]) => Product[];
  /** The sizes of a product's fragrance, smallest first, the product itself among them; none without another one to choose. */
  sizes: (product: Product) => readonly Card[];
  /** What one may try before a bottle of the fragrance. */
  samples: (product: Product) => readonly Card[];
}

/** @param pages - the products that have a page, newest first: what is sold, and what is retired. */
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
  /** The place in the list of the card that each product is on. */
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

/** A fragrance as the size that its card shows. */
function withSizes(sizes: [Product, ...Product[]], now: number): Product {
  return {
    ...shownSize(sizes, now),
    sizes: sizes.map(({ id, name, sizeMl, price, qtyAvailable, discount }) => ({
      ...{ id, name, price, qtyAvailable, discount },
      ...(sizeMl && { sizeMl }),
    })),
  };
}
