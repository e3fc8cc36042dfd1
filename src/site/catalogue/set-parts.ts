import type { Product } from '#contract/product.ts';
import { factsLine } from '#domain/products/product-facts.ts';
import { partsOf } from '#domain/products/sets.ts';

/** A part of a set, as the set's page shows it. */
export interface ShownPart {
  id: string;
  name: string;
  /** Concentration and size; '' when unknown. */
  facts: string;
  quantity: number;
  /** Whether it is in stock. Only parts in stock can be chosen. */
  isThere: boolean;
  /** Its main picture; '' if it has none. */
  image: string;
  /** Its scent notes, the first minutes first. */
  notes: readonly string[];
}

/** Returns the parts of each set that has a page, in the merchant's order; none for other products. */
export function partsIndex(pages: readonly Product[]): (set: Product) => readonly ShownPart[] {
  const byId = new Map(pages.map((product) => [product.id, product]));
  return (set) =>
    partsOf(set).flatMap(({ productId, quantity }) => {
      const part = byId.get(productId);
      if (!part) return [];
      const { id, name, qtyAvailable, notes } = part;
      return [
        {
          ...{ id, name, facts: factsLine(part), quantity, isThere: qtyAvailable > 0 },
          image: part.images[0] ?? part.image ?? '',
          notes: notes ? [...notes.top, ...notes.heart, ...notes.base] : [],
        },
      ];
    });
}
