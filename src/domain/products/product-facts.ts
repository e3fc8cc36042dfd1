/**
 * The facts on cards and under a product's name, in this order. They are separate from product-fields.ts, which has the
 * rest of each: every list loads these at once.
 */
export const CARD_FACTS = {
  concentration: { kind: 'text', unit: '' },
  sizeMl: { kind: 'whole', unit: 'ml' },
} as const;

type CardFact = typeof CARD_FACTS;
export type CardFactName = keyof CardFact;
type ValueOf<Name extends CardFactName> = CardFact[Name]['kind'] extends 'text' ? string : number;
export type CardFacts = { [Name in CardFactName]?: ValueOf<Name> | null | undefined };

export const cardFactNames = Object.keys(CARD_FACTS) as readonly CardFactName[];

/** Returns a fact as people read it: '50 ml'. */
export const withUnit = (value: string | number, unit?: string): string =>
  unit ? `${value} ${unit}` : String(value);

/** Returns '30, 50, 100 ml'. */
export function sizesText(sizes: readonly { sizeMl?: unknown }[]): string {
  const known = [...new Set(sizes.map(({ sizeMl }) => sizeMl))];
  return known.every((ml) => typeof ml === 'number')
    ? withUnit(known.join(', '), CARD_FACTS.sizeMl.unit)
    : `${sizes.length} sizes`;
}

/**
 * Returns the line under a product's name: 'Eau de Parfum · 50 ml'; '' if nothing is known.
 * @param sizes - all sizes of its fragrance, in place of its own.
 */
export const factsLine = (facts: CardFacts, sizes?: string): string =>
  cardFactNames
    .flatMap((name) => {
      if (name === 'sizeMl' && sizes) return sizes;
      return facts[name] ? withUnit(facts[name], CARD_FACTS[name].unit) : [];
    })
    .join(' · ');
