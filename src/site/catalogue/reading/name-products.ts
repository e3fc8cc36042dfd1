import { shop } from '#config/shop.ts';
import type { Product } from '#contract/product.ts';
import type { Api } from './api.ts';
import { nameBrands } from './brands.ts';
import { nameCategories } from './categories.ts';
import type { Page } from './list.ts';
import { askLists, askUnknown, type Known, type NamedLists } from './named-lists.ts';

// What follows from a call that failed.
const BRAND_BY_NAME = 'The brand is known by the names of products alone.';
const NO_PAGE = 'The category has no page of its own.';

/** What a backend without the extension product.facts answers to names. */
interface Asked {
  unknown: Page;
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
  const ofBrand = (line: string) => log(`${line} ${BRAND_BY_NAME}`);
  const [unknown, brands, lists] = await Promise.all([
    askUnknown(api, ofBrand),
    askLists(api, shop.brands, ofBrand),
    categories().then((names) => askLists(api, names, (line) => log(`${line} ${NO_PAGE}`))),
  ]);
  return { unknown, brands, categories: lists };
}

/**
 * Names the brands and categories of products whose backend sends none.
 * @param whole - the whole catalogue: its first page as it came, and its size.
 * @returns the brands that the query `category` lists.
 */
export async function nameProducts(
  api: Api,
  products: readonly Product[],
  whole: Known['whole'],
  { unknown, brands, categories, log }: Asked & { log: (line: string) => void },
): Promise<Set<string>> {
  const known = { whole, unknown };
  const listed = await nameBrands(api, products, brands, known);
  const ofCategory = (line: string) => log(`${line} ${NO_PAGE}`);
  await nameCategories(api, products, categories, { ...known, log: ofCategory });
  return listed;
}
