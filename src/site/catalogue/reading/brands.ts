import type { Product } from '#contract/product.ts';
import { collectionSlug, slug } from '#domain/products/slug.ts';
import type { Api } from './api.ts';
import { keyOf, type Page } from './list.ts';
import { idsOf, isPart, type NamedLists, type Whole } from './named-lists.ts';

/**
 * Names the brand of products whose backend sends none. A product whose name begins with a brand belongs to that brand.
 * Any other product belongs to the brand whose list has it, if that list can be trusted: it is shorter than the
 * catalogue, has no product that begins with another brand's name, and has a product that no other brand's list has.
 * @returns the brands whose lists can be trusted. A link to another brand's list would show other products, or none.
 */
export async function nameBrands(
  api: Api,
  products: readonly Product[],
  brands: NamedLists,
  whole: Whole,
): Promise<Set<string>> {
  const names = [...brands.keys()];
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const product of products) product.brand = brandInName(product.name, names);

  const lists = new Map<string, ReadonlySet<string>>();
  const read = async ([brand, first]: [string, Page]) => {
    if (!isPart(first, whole)) return;
    const named = products.filter((product) => product.brand === brand).length;
    // As many as the names give: the other pages would add nothing.
    const ids =
      first.total === named ? new Set(first.products.map(keyOf)) : await idsOf(api, brand, first);
    const hasOthers = [...ids].some((id) => (byId.get(id)?.brand ?? brand) !== brand);
    if (!hasOthers) lists.set(brand, ids);
  };
  await Promise.all([...brands].map(read));
  const isOnOneList = (id: string) => [...lists.values()].filter((ids) => ids.has(id)).length === 1;
  const believed = names.filter((brand) => [...(lists.get(brand) ?? [])].some(isOnOneList));
  for (const brand of believed) {
    for (const id of lists.get(brand) ?? []) {
      const product = byId.get(id);
      // Two brands cannot have made one fragrance.
      if (product && isOnOneList(id)) product.brand ??= brand;
    }
  }
  return new Set(believed);
}

/** Returns the longest brand that a product's name begins with, ignoring case and accents. */
export function brandInName(name: string, brands: readonly string[]): string | undefined {
  const text = `${slug(name)}-`;
  // A slug that drops letters may match another brand's. Then the names themselves are compared.
  const begins = (brand: string) =>
    collectionSlug(brand) === slug(brand)
      ? text.startsWith(`${slug(brand)}-`)
      : `${name} `.startsWith(`${brand} `);
  return brands.filter(begins).sort((a, b) => b.length - a.length)[0];
}
