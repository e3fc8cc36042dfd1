import { brandPath } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { PAGE_SIZE } from '#domain/pagination.ts';
import { brandSlug } from '#domain/slug.ts';

/** A brand and its products, newest first. */
export interface Brand {
  name: string;
  slug: string;
  products: Product[];
  /** Whether the query `category` lists it. A link to the list of another brand would show no products. */
  listed: boolean;
}

/**
 * The brands of a catalogue, sorted by name. Spellings that would share a page, such as 'Bond No. 9' and 'Bond No 9', are one
 * brand. It has the spelling of most of its products, and no list of the backend has all of them.
 * @param listed - the brands that the query `category` lists; undefined for all.
 */
export function groupBrands(
  products: readonly Product[],
  listed: ReadonlySet<string> | undefined,
): Brand[] {
  const bySlug = new Map<string, Product[]>();
  const bySpelling = new Map<string, Product[]>();
  for (const product of products) {
    if (!product.brand) continue;
    const own = bySpelling.get(product.brand) ?? added(bySlug, brandSlug(product.brand));
    bySpelling.set(product.brand, own);
    own.push(product);
  }
  return [...bySlug]
    .map(([slug, own]) => {
      const [name = '', ...others] = spellings(own);
      const isListed = others.length === 0 && (listed?.has(name) ?? true);
      return { name, slug, products: own, listed: isListed };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The list under a key, which is new and empty for a new key. */
function added<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** The paths of a brand's pages. */
export const brandPages = ({ name, products }: Brand): string[] =>
  Array.from({ length: Math.ceil(products.length / PAGE_SIZE) }, (_, page) =>
    brandPath(name, page + 1),
  );

/** The spellings of a brand, the most frequent first. */
function spellings(products: readonly Product[]): string[] {
  const counts = new Map<string, number>();
  for (const { brand = '' } of products) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([name]) => name);
}
