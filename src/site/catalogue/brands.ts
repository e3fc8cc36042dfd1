import type { Product } from '#contract/product.ts';
import { slug } from '#domain/slug.ts';

/** A brand and its products, newest first. */
export interface Brand {
  name: string;
  slug: string;
  products: Product[];
}

/** The brands of a catalogue, sorted by name. @throws Error when two names would share a page. */
export function groupBrands(products: readonly Product[]): Brand[] {
  const brands = new Map<string, Brand>();
  for (const product of products) {
    if (!product.brand) continue;
    const key = slug(product.brand);
    const brand = brands.get(key) ?? { name: product.brand, slug: key, products: [] };
    if (brand.name !== product.brand) {
      throw new Error(
        `The brands '${brand.name}' and '${product.brand}' would both be /brands/${key}`,
      );
    }
    brand.products.push(product);
    brands.set(key, brand);
  }
  return [...brands.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
