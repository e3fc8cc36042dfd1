import type { Product } from '#contract/product.ts';
import { collectionSlug, slug } from '#domain/slug.ts';
import type { Api } from './api.ts';
import { keyOf, type Page } from './list.ts';
import { idsOf, isList, type Known, type NamedLists } from './named-lists.ts';

/**
 * Names the brand of products whose backend sends none, by facts that can be checked. A product whose name begins with a
 * brand is of that brand. Others are of the brand whose category lists them, if that category is one: it lists less than
 * the whole catalogue, something else than a category that does not exist, and no product that begins with another
 * brand's name.
 * @returns the brands whose category the backend knows. A link to another's category would lead to an empty list.
 */
export async function nameBrands(
  api: Api,
  products: readonly Product[],
  brands: NamedLists,
  known: Known,
): Promise<Set<string>> {
  const names = [...brands.keys()];
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const product of products) product.brand = brandInName(product.name, names);

  const listed = new Map<string, readonly string[]>();
  const check = async ([brand, first]: [string, Page]) => {
    if (!isList(first, known)) return;
    const named = products.filter((product) => product.brand === brand).length;
    // As many as the names say: the other pages would tell nothing new.
    const ids =
      first.total === named ? first.products.map(keyOf) : [...(await idsOf(api, brand, first))];
    const hasOthers = ids.some((id) => (byId.get(id)?.brand ?? brand) !== brand);
    if (!hasOthers) listed.set(brand, ids);
  };
  await Promise.all([...brands].map(check));
  const claims = new Map<string, number>();
  for (const ids of listed.values())
    for (const id of new Set(ids)) claims.set(id, (claims.get(id) ?? 0) + 1);
  for (const [brand, ids] of listed) {
    for (const id of ids) {
      const product = byId.get(id);
      // Two brands cannot have made one fragrance.
      if (product && claims.get(id) === 1) product.brand ??= brand;
    }
  }
  return new Set(names.filter((brand) => listed.has(brand)));
}

/** The longest of the names that a product's name begins with, whatever the case and the accents. */
export function brandInName(name: string, brands: readonly string[]): string | undefined {
  const text = `${slug(name)}-`;
  // A slug that drops letters may be that of another brand, too. Then the names themselves are compared.
  const begins = (brand: string) =>
    collectionSlug(brand) === slug(brand)
      ? text.startsWith(`${slug(brand)}-`)
      : `${name} `.startsWith(`${brand} `);
  return brands.filter(begins).sort((a, b) => b.length - a.length)[0];
}
