import * as z from 'zod/mini';
import type { Product } from '#contract/product.ts';
import { PAGE_SIZE } from '#domain/pagination.ts';
import type { Api } from './api.ts';
import type { ProductCheck } from './check.ts';

/** Concurrent requests: a build must not look like an attack. */
const AT_ONCE = 6;

/** The catalogue changed while it was read; `message` says how this was noticed. */
export class Moved extends Error {
  override name = 'Moved';
}

// Products are parsed one by one, so that a fault can name its product.
const envelope = z.object({
  products: z.array(z.unknown()),
  total: z.optional(z.int().check(z.nonnegative())),
  totalPages: z.optional(z.int().check(z.nonnegative())),
});
type Page = z.infer<typeof envelope>;

const pathOf = (page: number, category: string) =>
  `/api/product?page=${page}&limit=${PAGE_SIZE}&sortBy=createdAt&sortOrder=desc` +
  (category && `&category=${encodeURIComponent(category)}`);

/**
 * Reads all products by the calls of spec §7, newest first; those of one category or brand if `category` is set.
 * @returns the products, and `again`, which reads the first page once more and throws Moved when it has changed.
 * @throws Moved when pages contradict each other; what `api` throws.
 */
export async function readPages(
  api: Api,
  check: ProductCheck,
  options: { category?: string; onRead?: (read: number, total: number) => void } = {},
): Promise<{ products: Product[]; again(): Promise<void> }> {
  const { category = '', onRead } = options;
  const readPage = (page: number) => api.get(pathOf(page, category), envelope);
  const first = await readPage(1);
  const last = countPages(first);
  const pages: Page[] = [first];
  let read = first.products.length;
  let next = 2;
  let failed = false;
  const worker = async () => {
    while (next <= last && !failed) {
      const number = next++;
      const page = await readPage(number).catch((error: unknown) => {
        // The other workers stop, too.
        failed = true;
        throw error;
      });
      if (page.total !== first.total) {
        failed = true;
        throw new Moved(`page 1 counted ${first.total} products, page ${number} ${page.total}`);
      }
      if (page.products.length === 0) {
        failed = true;
        throw new Moved(`page ${number} of ${last} is empty`);
      }
      pages[number - 1] = page;
      read += page.products.length;
      onRead?.(read, first.total ?? read);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  const raw = pages.flatMap((page) => page.products);
  if (first.total !== undefined && raw.length !== first.total) {
    throw new Moved(`${raw.length} products came, where the backend counted ${first.total}`);
  }
  const ids = new Set<string>();
  const products: Product[] = [];
  for (const [index, entry] of raw.entries()) {
    const product = check.read(entry, `number ${index + 1}`);
    if (!product) continue;
    if (ids.has(product.id)) throw new Moved(`${product.id} came twice`);
    ids.add(product.id);
    products.push(product);
  }
  return {
    products,
    async again() {
      const now = await readPage(1);
      if (now.total !== first.total || lasting(now) !== lasting(first)) {
        throw new Moved('the first page was another at the end');
      }
    },
  };
}

/** `totalPages`, or computed from `total` (spec §4); a backend may send smaller pages than requested. */
function countPages({ totalPages, total, products }: Page): number {
  if (totalPages !== undefined) return totalPages;
  return total === undefined || products.length === 0 ? 1 : Math.ceil(total / products.length);
}

/** A page without the fields that every sale or review changes. */
function lasting({ products }: Page): string {
  const changing = new Set(['qtyAvailable', 'soldCount', 'ratings', 'numReviews']);
  return JSON.stringify(products, (key, value) => (changing.has(key) ? undefined : value));
}
