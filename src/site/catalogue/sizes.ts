import type { Product } from '#contract/product.ts';
import type { Card } from '#site/product-data/card.ts';
import { cardOf } from './card.ts';

/**
 * The most sizes of one fragrance. More products with the same group are a slip in a file, which must not tie thousands of
 * pages together: a change of one renders the pages of all.
 */
export const MOST_SIZES = 12;

/** Groups are told apart without regard to case. */
const keyOf = ({ group }: Product) => group?.trim().toLowerCase();

/**
 * The sizes of each product's fragrance, smallest first, the product itself among them if it is sold. None without another one
 * to choose.
 */
export function sizeGroups(products: readonly Product[]): (product: Product) => readonly Card[] {
  const groups = new Map<string, Product[]>();
  for (const product of products) {
    const key = keyOf(product);
    if (!key) continue;
    const members = groups.get(key);
    if (members) members.push(product);
    else groups.set(key, [product]);
  }
  const sorted = new Map<string, readonly Card[]>();
  for (const [key, members] of groups) {
    if (members.length > MOST_SIZES) continue;
    sorted.set(key, members.toSorted(bySize).map(cardOf));
  }
  return (product) => {
    const sizes = sorted.get(keyOf(product) ?? '') ?? [];
    return sizes.some(({ id }) => id !== product.id) ? sizes : [];
  };
}

const bySize = (a: Product, b: Product) =>
  (a.sizeMl ?? Number.MAX_VALUE) - (b.sizeMl ?? Number.MAX_VALUE) || (a.id < b.id ? -1 : 1);
