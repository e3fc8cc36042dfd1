import { shop } from '#config/shop.ts';
import type { Product } from '#contract/product.ts';
import type { Api } from './api.ts';
import { nameBrands } from './brands.ts';
import { nameCategories } from './categories.ts';
import { askLists, isDeaf, type NamedLists, type Whole } from './named-lists.ts';

// The consequence of a call that failed.
const BRAND_BY_NAME = 'The brand is known by the names of products alone.';
const NO_PAGE = 'The category has no page of its own.';

/** The answers about names of a backend without the extension product.facts. */
interface Asked {
  brands: NamedLists;
  categories: NamedLists;
}

/**
 * Asks for the lists of the shop's brands and of the categories.
 * @param categories - the backend's categories.
 * @param log - receives a line for each call that fails.
 */
export async function askNames(
  api: Api,
  categories: () => Promise<readonly string[]>,
  log: (line: string) => void,
): Promise<Asked> {
  const [brands, lists] = await Promise.all([
    askLists(api, shop.brands, (line) => log(`${line} ${BRAND_BY_NAME}`)),
    categories().then((names) => askLists(api, names, (line) => log(`${line} ${NO_PAGE}`))),
  ]);
  return { brands, categories: lists };
}

/**
 * Names the brands and categories of products whose backend sends none.
 * @returns the brands that the query `category` lists.
 */
export async function nameProducts(
  api: Api,
  products: readonly Product[],
  whole: Whole,
  { brands, categories, log }: Asked & { log: (line: string) => void },
): Promise<Set<string>> {
  const listed = await nameBrands(api, products, brands, whole);
  if (!isDeaf([...brands.values(), ...categories.values()])) {
    const ofCategory = (line: string) => log(`${line} ${NO_PAGE}`);
    await nameCategories(api, products, categories, { whole, log: ofCategory });
  }
  return listed;
}
