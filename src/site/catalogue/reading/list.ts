import { readRawList } from '#contract/reading/product.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import { type Api, ApiRefusal } from './api.ts';
import { Moved } from './fault.ts';

/** One answer of `GET /api/product`. Products are parsed one by one, so that an error can name the product. */
export interface Page {
  products: unknown[];
  /** The number of products in the whole list; undefined if the backend does not say. */
  total: number | undefined;
  totalPages: number | undefined;
}

/** Newest first: the order of the site. */
export const NEWEST = 'sortBy=createdAt&sortOrder=desc';

/**
 * The sort orders in which a list is read until all products are found. Products with an equal `createdAt`, as after a
 * bulk import, may change places between two pages. Names and prices differ more.
 */
export const ORDERS = [
  NEWEST,
  'sortBy=name&sortOrder=asc',
  'sortBy=price&sortOrder=asc',
  'sortBy=name&sortOrder=desc',
  'sortBy=createdAt&sortOrder=asc',
  'sortBy=price&sortOrder=desc',
];

/** The statuses by which backends refuse a page without products: the first of an empty list, or one past the last. */
const NOTHING_THERE = new Set([404, 416]);

/**
 * Reads one page of the list; an empty one if the backend refuses it that way.
 * @param filter - more of the query: '&category=Dior'.
 */
export async function readPage(api: Api, page: number, order = NEWEST, filter = ''): Promise<Page> {
  const path = `/api/product?page=${page}&limit=${PAGE_SIZE}&${order}${filter}`;
  try {
    const { products, total, totalPages } = await api.get(path, readRawList);
    return { products, total, totalPages };
  } catch (error) {
    if (!(error instanceof ApiRefusal) || !NOTHING_THERE.has(error.status)) throw error;
    return { products: [], total: undefined, totalPages: undefined };
  }
}

/** Pages requested before the answers to earlier ones have arrived. */
const AHEAD = 6;

interface ListOptions {
  order?: string;
  /** More of the query: '&category=Dior'. */
  filter?: string;
  /** The first page, if it has been read. */
  first?: Page;
}

/**
 * Reads a list from its first page to its last. `total` (spec §4) and the size of the first page give the last page: a
 * backend may send smaller pages than requested, or everything at once. Without `total`, `totalPages` gives it. Without
 * both, the list ends where a page brings nothing new. An empty page always ends it.
 * @param onPage - receives each page and its number, in order of arrival.
 * @returns the first page, and how many pages brought products that were not on an earlier one.
 * @throws Moved when pages disagree about the total; what `api` throws.
 */
export async function readList(
  api: Api,
  onPage: (page: Page, number: number) => void,
  { order = NEWEST, filter = '', first: known }: ListOptions = {},
): Promise<{ first: Page; pages: number }> {
  const seen = new Set<string>();
  let pages = 0;
  const take = (page: Page, number: number): boolean => {
    onPage(page, number);
    const before = seen.size;
    for (const raw of page.products) seen.add(keyOf(raw));
    if (seen.size > before) pages++;
    return seen.size > before;
  };
  const first = known ?? (await readPage(api, 1, order, filter));
  take(first, 1);
  let last = lastPage(first);
  const isEndless = last === Number.POSITIVE_INFINITY;
  let next = 2;
  const worker = async () => {
    while (next <= last) {
      const number = next++;
      try {
        const page = await readPage(api, number, order, filter);
        if (page.products.length > 0 && page.total !== first.total) {
          throw new Moved(`page 1 counted ${first.total} products, page ${number} ${page.total}`);
        }
        const isNew = take(page, number);
        // Nothing follows an empty page, whatever the backend counts.
        if (page.products.length === 0 || (isEndless && !isNew)) last = Math.min(last, number);
      } catch (error) {
        // Stops the other workers, too.
        last = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AHEAD }, worker));
  return { first, pages };
}

function lastPage({ products, total, totalPages }: Page): number {
  const size = products.length;
  if (total !== undefined) return size === 0 ? 1 : Math.ceil(total / size);
  return totalPages ?? (size === 0 ? 1 : Number.POSITIVE_INFINITY);
}

/** Returns what identifies a product before it is checked. */
export function keyOf(raw: unknown): string {
  const { id, _id } = Object(raw) as { id?: unknown; _id?: unknown };
  const key = id ?? _id;
  return typeof key === 'string' || typeof key === 'number' ? `${key}` : JSON.stringify(raw);
}
