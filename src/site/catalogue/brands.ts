import type { Product } from '#contract/product.ts';
import { slug } from '#domain/slug.ts';

/** A brand and its products, newest first. */
export interface Brand {
  name: string;
  slug: string;
  products: Product[];
  /** Whether the query `category` lists it. A link to the list of another brand would show no products. */
  listed: boolean;
}

/**
 * The brands of a catalogue, sorted by name.
 * @param listed - the brands that the query `category` lists; undefined for all.
 * @throws Error when two names would share a page.
 */
export function groupBrands(
  products: readonly Product[],
  listed: ReadonlySet<string> | undefined,
): Brand[] {
  const brands = new Map<string, Brand>();
  for (const product of products) {
    if (!product.brand) continue;
    const key = slug(product.brand);
    const { brand: name } = product;
    const isListed = listed?.has(name) ?? true;
    const brand = brands.get(key) ?? { name, slug: key, products: [], listed: isListed };
    if (brand.name !== name) {
      throw new Error(`The brands '${brand.name}' and '${name}' would both be /brands/${key}`);
    }
    brand.products.push(product);
    brands.set(key, brand);
  }
  return [...brands.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
