import { type Api, ApiRefusal } from './api.ts';
import { CatalogueFault } from './fault.ts';
import { keyOf, NEWEST, ORDERS, type Page, readList, readPage } from './list.ts';

const EMPTY: Page = { products: [], total: 0, totalPages: 0 };
const filterOf = (name: string) => `&category=${encodeURIComponent(name)}`;

/** The first page that the query `category` lists for each name. */
export type NamedLists = ReadonlyMap<string, Page>;

/** The whole catalogue: its first page as received, and its size. */
export interface Whole {
  first: Page;
  size: number;
}

/**
 * Fetches the first page of each name as a category. These calls are optional. A refused one counts as empty, since
 * some backends answer 404 when nothing matches. A failed one counts as empty too, with a line in `log`.
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

/** Whether a page begins its own list: it has products, and is not the start of the whole catalogue. */
export function isPart(page: Page, { first, size }: Whole): boolean {
  if (page.products.length === 0) return false;
  return page.total === undefined ? keysOf(page) !== keysOf(first) : page.total < size;
}

/** Whether a backend answers every name with the same products, such as its best sellers, in any order. */
export const isDeaf = (lists: readonly Page[]): boolean =>
  lists.length > 1 && new Set(lists.map(keysOf)).size === 1;

const keysOf = ({ products }: Page) => products.map(keyOf).sort().join('\n');

/**
 * Returns the ids of a list. Products created at the same time may change places between two pages, so a reading may
 * miss some. Then the list is read in other orders until a reading brings nothing new, and two builds agree.
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
