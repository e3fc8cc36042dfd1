import { type CollectionKind, collectionPath } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import { collectionSlug } from '#domain/products/slug.ts';

/** A brand or a category and its products, newest first. */
export interface Collection {
  kind: CollectionKind;
  name: string;
  slug: string;
  products: Product[];
}

/** A brand. The backend's lists may not know it. */
export interface Brand extends Collection {
  /** Whether the query `category` lists it. A link to the list of a brand that is not listed would show no products. */
  listed: boolean;
}

/** The names by which a product belongs to the collections of a kind. */
const NAMES: Readonly<Record<CollectionKind, (product: Product) => readonly string[]>> = {
  brand: ({ brand = '' }) => [brand],
  category: ({ categories = [] }) => categories,
};

interface Group {
  products: Product[];
  spellings: Map<string, number>;
}

/**
 * Returns the brands of a catalogue, sorted by name. A brand with several spellings is not listed: no list of the
 * backend has all its products.
 * @param listed - the brands that the query `category` lists; undefined for all.
 */
export const groupBrands = (
  products: readonly Product[],
  listed: ReadonlySet<string> | undefined,
): Brand[] =>
  grouped('brand', products).map(({ spellings, ...brand }) => ({
    ...brand,
    listed: spellings === 1 && (listed?.has(brand.name) ?? true),
  }));

/** Returns the categories of a catalogue that have products, sorted by name. */
export const groupCategories = (products: readonly Product[]): Collection[] =>
  grouped('category', products).map(({ spellings, ...category }) => category);

/**
 * Groups products by collection. Spellings that would share a page, such as 'Bond No. 9' and 'Bond No 9', are one
 * collection. Its name is the spelling that most of its products have.
 */
function grouped(
  kind: CollectionKind,
  products: readonly Product[],
): (Collection & { spellings: number })[] {
  const bySlug = new Map<string, Group>();
  const bySpelling = new Map<string, Group>();
  for (const product of products) {
    for (const name of NAMES[kind](product)) {
      if (!name) continue;
      const own = bySpelling.get(name) ?? added(bySlug, collectionSlug(name));
      bySpelling.set(name, own);
      own.spellings.set(name, (own.spellings.get(name) ?? 0) + 1);
      // A product that has two spellings of a name is there once.
      if (own.products.at(-1) !== product) own.products.push(product);
    }
  }
  return [...bySlug]
    .map(([slug, { products: own, spellings }]) => ({
      kind,
      name: mostFrequent(spellings),
      slug,
      products: own,
      spellings: spellings.size,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Returns the group of a key; adds an empty one for a new key. */
function added(groups: Map<string, Group>, key: string): Group {
  const group = groups.get(key) ?? { products: [], spellings: new Map() };
  groups.set(key, group);
  return group;
}

const mostFrequent = (spellings: ReadonlyMap<string, number>): string =>
  [...spellings].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))[0]?.[0] ?? '';

export const collectionPages = ({ kind, name, products }: Collection): string[] =>
  Array.from({ length: Math.ceil(products.length / PAGE_SIZE) }, (_, page) =>
    collectionPath(kind, name, page + 1),
  );
