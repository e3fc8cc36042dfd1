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

/** A brand, which the lists of the backend may not know. */
export interface Brand extends Collection {
  /** Whether the query `category` lists it. A link to the list of another brand would show no products. */
  listed: boolean;
}

/** The names by which a product belongs to the collections of a kind. */
const NAMES: Readonly<Record<CollectionKind, (product: Product) => readonly string[]>> = {
  brand: ({ brand = '' }) => [brand],
  category: ({ categories = [] }) => categories,
};

interface Group {
  products: Product[];
  /** Each spelling and how many products have it. */
  spellings: Map<string, number>;
}

/**
 * The brands of a catalogue, sorted by name. A brand with several spellings is not listed: no list of the backend has
 * all of its products.
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

/** The categories of a catalogue that have products, sorted by name. */
export const groupCategories = (products: readonly Product[]): Collection[] =>
  grouped('category', products).map(({ spellings, ...category }) => category);

/**
 * Spellings that would share a page, such as 'Bond No. 9' and 'Bond No 9', are one collection. It has the spelling of
 * most of its products.
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
      // One that has two spellings of a name is there once.
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

/** The group under a key, which is new and empty for a new key. */
function added(groups: Map<string, Group>, key: string): Group {
  const group = groups.get(key) ?? { products: [], spellings: new Map() };
  groups.set(key, group);
  return group;
}

const mostFrequent = (spellings: ReadonlyMap<string, number>): string =>
  [...spellings].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))[0]?.[0] ?? '';

/** The paths of a collection's pages. */
export const collectionPages = ({ kind, name, products }: Collection): string[] =>
  Array.from({ length: Math.ceil(products.length / PAGE_SIZE) }, (_, page) =>
    collectionPath(kind, name, page + 1),
  );
