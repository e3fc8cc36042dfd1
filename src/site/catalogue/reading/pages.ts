import type { Product } from '#contract/product.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import type { Api } from './api.ts';
import type { ProductCheck } from './check.ts';
import { CatalogueFault, Moved } from './fault.ts';
import { keyOf, ORDERS, type Page, readList, readPage } from './list.ts';

/** Readings in a row that find nothing new. After them the search for missing products ends. */
const IDLE = 2;
/** Pages of fewer products may be equal by chance. */
const FEW = 10;

/** A list read by the calls of spec §7. */
export interface ReadList {
  /**
   * The products that keep the contract, newest first. Products created at the same time keep a stable backend's order.
   * Otherwise they are sorted by id, so that two builds are equal.
   */
  products(): Product[];
  /** The number of products, including those that break the contract. */
  size: number;
  /** The answer to the first call. */
  first: Page;
  /** Reads the first page once more. @throws Moved when it shows a change. */
  again(): Promise<void>;
}

interface PageReading {
  onRead?: (read: number, total: number) => void;
  /** Whether two products with one id count as two, and not as one that changed. */
  apart?: boolean;
}

/**
 * Reads all products by the calls of spec §7. The calls come one after the other, so the catalogue may change between
 * them. The result holds each product that the backend counts once. Every page gave the same total, and the newest
 * products were the same at the end. Two changes go unnoticed: a product beyond the first page that changes after its
 * page was read, and, if the backend sends no `total`, a product that is removed.
 * @throws Moved when the catalogue changed; CatalogueFault when the answers contradict each other without a change;
 * what `api` throws.
 */
export async function readPages(
  api: Api,
  check: ProductCheck,
  { onRead, apart }: PageReading = {},
): Promise<ReadList> {
  const found = new Found(apart);
  let first: Page | undefined;
  let steady = true;
  let idle = 0;
  for (const order of ORDERS) {
    const before = found.size;
    const read = await readList(
      api,
      (page, number) => {
        found.add(page.products, number);
        onRead?.(found.size, page.total ?? found.size);
      },
      { order },
    );
    const { total } = read.first;
    if (first && total !== first.total) {
      throw new Moved(`the total went from ${first.total} to ${total}`);
    }
    if (!first) {
      first = read.first;
      steady = !found.repeated;
      if (found.repeated) refuseOnePage(first, read.pages);
      // One page: no product can be missed between pages.
      if (total === undefined && read.pages <= 1) break;
    }
    idle = found.size === before ? idle + 1 : 0;
    // Without a total, one reading that finds nothing new is proof enough.
    if (total === undefined ? idle > 0 : found.size >= total || idle === IDLE) break;
  }
  if (!first) throw new Error('No page was read.');
  const { total } = first;
  if (total !== undefined && found.size > total) {
    throw new Moved(`${found.size} products came, where the backend counted ${total}`);
  }
  if (total !== undefined && found.size < total) {
    throw new CatalogueFault(
      'unreadable',
      `The catalogue could not be read whole: GET /api/product counts ${total} products and sends ${found.size}, in whatever order. A product that is counted must be on a page, and on one page only.`,
    );
  }
  const newest = first;
  return {
    size: found.size,
    first,
    products: () => inOrder(found.parsed(check), steady),
    async again() {
      const now = await readPage(api, 1);
      if (now.total !== total) throw new Moved(`the total went from ${total} to ${now.total}`);
      found.compare(now.products);
      steady &&= keysOf(now.products) === keysOf(newest.products);
    },
  };
}

/** Refuses a backend that ignores `page` and sends the same products each time: the others cannot be reached. */
function refuseOnePage({ products: { length }, total }: Page, pages: number): void {
  const others = total === undefined ? length === PAGE_SIZE : total > length;
  if (pages > 1 || !others || length < FEW) return;
  throw new CatalogueFault(
    'unreadable',
    `The catalogue could not be read whole: GET /api/product sends the same ${length} products for every page. It must heed the query 'page'.`,
  );
}

const keysOf = (products: readonly unknown[]) => JSON.stringify(products.map(keyOf));

/**
 * Returns the part of a product whose change counts. It omits what every sale and review changes, addresses of
 * pictures, which some backends sign anew for each answer, and fields that the site does not know.
 */
function lasting(raw: unknown): string {
  const { _id, name, price, description, tags, createdAt, discount, brand } = Object(
    raw,
  ) as Product;
  return JSON.stringify([_id, name, price, description, tags, createdAt, discount, brand]);
}

/** The products found so far. */
class Found {
  /** Whether a product came twice. */
  repeated = false;
  /** By key; `at` is the place in the list. */
  readonly #products = new Map<string, { raw: unknown; at: number }>();
  #readings = 0;
  readonly #apart: boolean;

  constructor(apart = false) {
    this.#apart = apart;
  }

  get size(): number {
    return this.#products.size;
  }

  /** Adds products. @throws Moved when a known product has changed. */
  add(products: readonly unknown[], page: number): void {
    if (page === 1) this.#readings++;
    for (const [index, raw] of products.entries()) {
      const key = this.#keyOf(raw);
      if (this.#products.has(key)) {
        this.repeated = true;
        this.compare([raw]);
      } else this.#products.set(key, { raw, at: this.#readings * 1e12 + page * 1e6 + index });
    }
  }

  /** Returns the key of a product. If both are kept `apart`, the second with one id gets another key. */
  #keyOf(raw: unknown): string {
    const key = keyOf(raw);
    const known = this.#products.get(key);
    if (!this.#apart || !known) return key;
    const own = lasting(raw);
    return lasting(known.raw) === own ? key : `${key} ${own}`;
  }

  /** Compares products with the known ones. @throws Moved when one of them is unknown or has changed. */
  compare(products: readonly unknown[]): void {
    for (const raw of products) {
      const key = this.#keyOf(raw);
      const known = this.#products.get(key);
      if (!known) throw new Moved(`${key} is new`);
      if (lasting(known.raw) !== lasting(raw)) throw new Moved(`${key} changed`);
    }
  }

  parsed(check: ProductCheck): Product[] {
    return [...this.#products.values()]
      .sort((a, b) => a.at - b.at)
      .flatMap(({ raw }, index) => check.read(raw, `number ${index + 1}`) ?? []);
  }
}

/** Sorts products, newest first. Ties stay as they are if the backend's order is `steady`. */
function inOrder(products: Product[], steady: boolean): Product[] {
  const time = new Map(products.map(({ id, createdAt }) => [id, Date.parse(createdAt)]));
  const byId = (a: Product, b: Product) => (a.id < b.id ? -1 : 1);
  return products.sort(
    (a, b) => (time.get(b.id) ?? 0) - (time.get(a.id) ?? 0) || (steady ? 0 : byId(a, b)),
  );
}
