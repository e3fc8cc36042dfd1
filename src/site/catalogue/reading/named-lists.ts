import { type Api, ApiRefusal } from './api.ts';
import { CatalogueFault } from './fault.ts';
import { keyOf, NEWEST, ORDERS, type Page, readList, readPage } from './list.ts';

/** A category that no shop has. Its answer is what the backend says to a category that it does not know. */
const UNKNOWN = 'turare-no-such-category';
const EMPTY: Page = { products: [], total: 0, totalPages: 0 };
const filterOf = (name: string) => `&category=${encodeURIComponent(name)}`;

/** The first page that the query `category` lists for each name. */
export type NamedLists = ReadonlyMap<string, Page>;

/** What a list is compared with. */
export interface Known {
  /** The whole catalogue: its first page as it came, and its size. */
  whole: { first: Page; size: number };
  /** What the backend answers to a category that it does not know. */
  unknown: Page;
}

/** What the backend answers to a category that it does not know. @param log - receives a line when the call fails. */
export const askUnknown = (api: Api, log: (line: string) => void): Promise<Page> =>
  askList(api, UNKNOWN, log);

/**
 * Asks for the first page of each name as a category. These calls only add to the catalogue: one that is refused, as some
 * backends do with 404 when nothing matches, counts as empty; so does one that fails, with a line in `log`.
 */
export async function askLists(
  api: Api,
  names: readonly string[],
  log: (line: string) => void,
): Promise<NamedLists> {
  const pages = await Promise.all(names.map((name) => askList(api, name, log)));
  return new Map(names.map((name, at) => [name, pages[at] ?? EMPTY]));
}

async function askList(api: Api, name: string, log: (line: string) => void): Promise<Page> {
  try {
    return await readPage(api, 1, NEWEST, filterOf(name));
  } catch (error) {
    if (error instanceof ApiRefusal) return EMPTY;
    if (!(error instanceof CatalogueFault)) throw error;
    log(error.message);
    return EMPTY;
  }
}

/** Whether a list is one: less than the whole catalogue, and something else than a category that does not exist. */
export const isList = (first: Page, { whole, unknown }: Known): boolean =>
  first.products.length > 0 && !isWhole(first, whole) && !isSame(first, unknown);

const keysOf = ({ products }: Page) => products.map(keyOf).sort().join('\n');

/** Whether a page is the beginning of the whole catalogue: the backend ignores the category. */
const isWhole = (page: Page, { first, size }: Known['whole']) =>
  page.total === undefined ? keysOf(page) === keysOf(first) : page.total >= size;

/** Whether a page is what the backend says to an unknown category, such as its best sellers in any order. */
const isSame = (page: Page, unknown: Page) =>
  unknown.products.length > 0 &&
  (page.total ?? page.products.length) === (unknown.total ?? unknown.products.length);

/**
 * The ids of a list. Products that were created at the same time may change places between two pages, so that a reading misses
 * some: then it is read in other orders until a reading brings nothing new, and two builds agree.
 */
export async function idsOf(api: Api, name: string, first: Page): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const order of ORDERS) {
    const before = ids.size;
    const add = ({ products }: Page) => {
      for (const product of products) ids.add(keyOf(product));
    };
    const known = order === NEWEST ? { first } : {};
    await readList(api, add, { order, filter: filterOf(name), ...known });
    if (ids.size === before || ids.size >= (first.total ?? ids.size)) break;
  }
  return ids;
}
