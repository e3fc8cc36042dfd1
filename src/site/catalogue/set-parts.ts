import type { Product } from '#contract/product.ts';
import { factsLine } from '#domain/products/product-facts.ts';
import { partsOf } from '#domain/products/sets.ts';

/** A part of a set, as the set's page shows it. */
export interface ShownPart {
  id: string;
  name: string;
  /** Concentration and size; '' when nothing is known. */
  facts: string;
  quantity: number;
  /** Whether it is in stock: of others a choice cannot be made. */
  isThere: boolean;
  /** Its main picture; '' if it has none. */
  image: string;
  /** What it smells of, the first minutes first. */
  notes: readonly string[];
}

/** The parts of each set that have a page, in the merchant's order. None of a product that is no set. */
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
