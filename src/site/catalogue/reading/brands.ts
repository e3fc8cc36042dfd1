import type { Product } from '#contract/product.ts';
import { collectionSlug, slug } from '#domain/slug.ts';
import { type Api, ApiRefusal } from './api.ts';
import { CatalogueFault } from './fault.ts';
import { keyOf, NEWEST, type Page, readList, readPage } from './list.ts';

/** A category that no shop has. Its answer is what the backend says to a category that it does not know. */
const UNKNOWN = 'turare-no-such-category';
const EMPTY: Page = { products: [], total: 0, totalPages: 0 };
const filterOf = (category: string) => `&category=${encodeURIComponent(category)}`;

/** What the backend answers to each brand as a category, and to one that it does not know. */
export interface BrandAnswers {
  brands: ReadonlyMap<string, Page>;
  unknown: Page;
}

/**
 * Asks for the first page of each brand as a category. These calls only add to the catalogue: one that is refused, as some
 * backends do with 404 when nothing matches, counts as empty; so does one that fails, with a line in `log`.
 */
export async function askBrands(
  api: Api,
  names: readonly string[],
  log: (line: string) => void,
): Promise<BrandAnswers> {
  const ask = async (category: string) => {
    try {
      return await readPage(api, 1, NEWEST, filterOf(category));
    } catch (error) {
      if (error instanceof ApiRefusal) return EMPTY;
      if (!(error instanceof CatalogueFault)) throw error;
      log(`${error.message} The brand is known by the names of products alone.`);
      return EMPTY;
    }
  };
  const [unknown = EMPTY, ...pages] = await Promise.all([UNKNOWN, ...names].map(ask));
  return { unknown, brands: new Map(names.map((name, at) => [name, pages[at] ?? EMPTY])) };
}

/**
 * Names the brand of products whose backend sends none, by facts that can be checked. A product whose name begins with a
 * brand is of that brand. Others are of the brand whose category lists them, if that category is one: it lists less than
 * the whole catalogue, something else than a category that does not exist, and no product that begins with another
 * brand's name.
 * @param list - the whole catalogue: its first page as it came, and its size.
 * @returns the brands whose category the backend knows. A link to another's category would lead to an empty list.
 */
export async function nameBrands(
  api: Api,
  products: readonly Product[],
  list: { first: Page; size: number },
  { brands, unknown }: BrandAnswers,
): Promise<Set<string>> {
  const names = [...brands.keys()];
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const product of products) product.brand = brandInName(product.name, names);

  const listed = new Map<string, readonly string[]>();
  const check = async ([brand, first]: [string, Page]) => {
    const differs = !isWhole(first, list) && !isSame(first, unknown);
    if (first.products.length === 0 || !differs) return;
    const named = products.filter((product) => product.brand === brand).length;
    // As many as the names say: the other pages would tell nothing new.
    const ids = first.total === named ? first.products.map(keyOf) : await idsOf(api, brand, first);
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

async function idsOf(api: Api, brand: string, first: Page): Promise<string[]> {
  const ids: string[] = [];
  await readList(api, (page) => ids.push(...page.products.map(keyOf)), {
    filter: filterOf(brand),
    first,
  });
  return ids;
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

const keysOf = ({ products }: Page) => products.map(keyOf).sort().join('\n');

/** Whether a page is the beginning of the whole catalogue: the backend ignores the category. */
const isWhole = (page: Page, { first, size }: { first: Page; size: number }) =>
  page.total === undefined ? keysOf(page) === keysOf(first) : page.total >= size;

/** Whether a page is what the backend says to an unknown category, such as its best sellers in any order. */
const isSame = (page: Page, unknown: Page) =>
  unknown.products.length > 0 &&
  (page.total ?? page.products.length) === (unknown.total ?? unknown.products.length);
