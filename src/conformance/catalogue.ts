import type { Product } from '#contract/product.ts';
import { readNames, readPlaces } from '#contract/reading/app-data.ts';
import { readDetail, readList } from '#contract/reading/product.ts';
import { salePrice } from '#domain/price.ts';
import { type Asker, ask, askRefusal } from './ask.ts';

const LIST = 'GET /api/product';
const DETAIL = 'GET /api/product/{id}';
/** Products on a page of these checks. */
const LIMIT = 10;
const NOWHERE = 'zzqxjkvw';

/** What the later checks buy and review. */
export interface Stock {
  product: Product | undefined;
  place: { place: string; amount: number } | undefined;
}

type List = ReturnType<typeof readList>;

/** Checks the calls that a build and the list make. */
export async function checkCatalogue(asker: Asker): Promise<Stock> {
  const { findings } = asker;
  const list = (query: Record<string, string | number>) => {
    const search = new URLSearchParams(
      Object.entries({ page: 1, limit: LIMIT, ...query }).map(([name, value]) => [
        name,
        `${value}`,
      ]),
    );
    return ask(asker, LIST, `/api/product?${search}`, readList);
  };
  const categories = await ask(
    asker,
    'GET /api/app-data/categories',
    '/api/app-data/categories',
    readNames,
  );
  const tags = await ask(asker, 'GET /api/app-data/tags', '/api/app-data/tags', readNames);
  const placesCall = 'GET /api/app-data/shipping-addresses';
  const places = await ask(asker, placesCall, '/api/app-data/shipping-addresses', readPlaces);
  if (places?.length === 0) {
    findings.broken(
      placesCall,
      'answer',
      '[]',
      'at least one place',
      'Send the places: without one nobody can pay.',
    );
  }

  const first = await list({});
  if (first) {
    const second = await list({ page: 2 });
    const again = await list({});
    checkPages(asker, first, second, again);
    const [product] = first.products;
    if (product) {
      checkSearch(
        asker,
        product,
        await list({ search: product.name, limit: 50 }),
        await list({ search: NOWHERE }),
      );
      await checkFilters(asker, { first, product, categories, tags }, list);
      checkOrder(
        asker,
        await list({ sortBy: 'price', sortOrder: 'asc' }),
        await list({ sortBy: 'price', sortOrder: 'desc' }),
      );
      await checkDetail(asker, product);
    }
  }
  const now = Date.now();
  const buyable = first?.products
    .filter(({ qtyAvailable }) => qtyAvailable > 0)
    .toSorted((a, b) => salePrice(a, now) - salePrice(b, now));
  return { product: buyable?.[0] ?? first?.products[0], place: places?.[0] };
}

const ids = (list: List | undefined) => list?.products.map(({ id }) => id) ?? [];

function checkPages(
  { findings }: Asker,
  first: List,
  second: List | undefined,
  again: List | undefined,
): void {
  const [one, two] = [ids(first), ids(second)];
  if (one.length > LIMIT) {
    findings.adapted(
      LIST,
      'limit',
      `${one.length} products`,
      `${LIMIT}`,
      'The site takes the products that come.',
    );
  }
  const both = two.filter((id) => one.includes(id));
  const stable = !again || ids(again).join() === one.join();
  // Rows that change their places are named below.
  if (both.length > 0 && one.length <= LIMIT && stable) {
    const got =
      both.length === two.length && both.length === one.length
        ? 'page 2 is page 1'
        : `${both.length} products of page 1 on page 2`;
    findings.broken(
      LIST,
      'page',
      got,
      'other products on page 2',
      "Read the query's page, and sort by a field that tells all products apart.",
    );
  }
  const { total, totalPages } = first;
  if (total === undefined && totalPages === undefined) {
    findings.adapted(
      LIST,
      'total',
      'nothing',
      'the number of products',
      'The site reads until a page is not full, and cannot say how many there are.',
    );
  }
  const seen = new Set([...one, ...two]).size;
  if (total !== undefined && total < seen) {
    findings.broken(
      LIST,
      'total',
      `${total}`,
      `at least ${seen}`,
      'Count all products that match, not those of the page.',
    );
  }
  if (
    total !== undefined &&
    totalPages !== undefined &&
    one.length === LIMIT &&
    totalPages !== Math.ceil(total / LIMIT)
  ) {
    findings.broken(
      LIST,
      'totalPages',
      `${totalPages}`,
      `${Math.ceil(total / LIMIT)}`,
      'Divide total by the limit that was asked for.',
    );
  }
  if (!stable) {
    findings.adapted(
      LIST,
      'createdAt',
      'another order for the same call',
      'the same order',
      'The site sorts by id where times are equal. Sort by _id after createdAt.',
    );
  }
}

function checkSearch(
  { findings }: Asker,
  product: Product,
  found: List | undefined,
  nothing: List | undefined,
): void {
  if (found && !ids(found).includes(product.id)) {
    findings.broken(
      LIST,
      'search',
      `no '${product.name}'`,
      'the product of that name',
      'Find products by their names.',
    );
  }
  if (nothing && nothing.products.length > 0) {
    findings.broken(
      LIST,
      'search',
      `${nothing.products.length} products for '${NOWHERE}'`,
      'none',
      "Read the query's search.",
    );
  }
}

interface Filters {
  first: List;
  product: Product;
  categories: string[] | undefined;
  tags: string[] | undefined;
}

async function checkFilters(
  { findings }: Asker,
  { first, product, categories, tags }: Filters,
  list: (query: Record<string, string>) => Promise<List | undefined>,
): Promise<void> {
  const same = (other: List) =>
    other.total === first.total && ids(other).join() === ids(first).join();
  const known = categories ?? [];
  const answers = await Promise.all(known.slice(0, 4).map((category) => list({ category })));
  const read = answers.filter((answer) => answer !== undefined);
  if (read.length > 0 && read.every(({ products }) => products.length === 0)) {
    findings.broken(
      LIST,
      'category',
      `no product in '${known[0]}'`,
      'its products',
      'Find the products of the categories that you list.',
    );
  } else if (read.length > 1 && first.products.length > 1 && read.every(same)) {
    findings.broken(
      LIST,
      'category',
      'all products for each category',
      'its products',
      "Read the query's category.",
    );
  }
  const unknown = read.length > 0 ? await list({ category: NOWHERE }) : undefined;
  if (unknown && unknown.products.length > 0 && !read.every(same)) {
    findings.adapted(
      LIST,
      'category',
      'all products for an unknown one',
      'none',
      'The site asks only for categories that you list.',
    );
  }
  const tag = product.tags[0] ?? tags?.[0];
  const tagged = tag === undefined ? undefined : await list({ tag });
  const fold = (text: string) => text.toLowerCase();
  if (tag !== undefined && tagged) {
    const wrong = tagged.products.filter(
      (each) => each.tags.length > 0 && !each.tags.some((own) => fold(own) === fold(tag)),
    );
    if (wrong.length > 0) {
      findings.broken(
        LIST,
        'tag',
        `${wrong.length} products without '${tag}'`,
        'none',
        "Read the query's tag.",
      );
    } else if (tagged.products.length === 0) {
      findings.broken(
        LIST,
        'tag',
        `no product with '${tag}'`,
        'its products',
        'Find the products of the tags that you list.',
      );
    }
  }
}

function checkOrder(
  { findings }: Asker,
  rising: List | undefined,
  falling: List | undefined,
): void {
  const sorted = (list: List | undefined, sign: 1 | -1) =>
    list?.products.every(
      ({ price }, index) => sign * (price - (list.products[index - 1]?.price ?? price)) >= 0,
    ) ?? true;
  if (!sorted(rising, 1) || !sorted(falling, -1)) {
    findings.broken(
      LIST,
      'sortBy',
      'prices in no order',
      'prices in order',
      "Read the query's sortBy and sortOrder: price, name, createdAt, soldCount; asc, desc.",
    );
  }
}

async function checkDetail(asker: Asker, product: Product): Promise<void> {
  const { findings } = asker;
  const detail = await ask(
    asker,
    DETAIL,
    `/api/product/${encodeURIComponent(product.id)}`,
    readDetail,
  );
  if (detail && detail.product.id !== product.id) {
    findings.broken(
      DETAIL,
      '_id',
      detail.product.id,
      product.id,
      'Answer with the product that was asked for.',
    );
  }
  if (detail?.relatedProducts.some(({ id }) => id === product.id)) {
    findings.adapted(
      DETAIL,
      'relatedProducts',
      'the product itself',
      'other products',
      'The built page chooses its own.',
    );
  }
  const unknown = /^[0-9a-f]{24}$/.test(product.id) ? 'f'.repeat(24) : `no-such-product-${NOWHERE}`;
  await askRefusal(
    asker,
    DETAIL,
    `/api/product/${unknown}`,
    {},
    { statuses: [404, 400], what: 'an unknown id' },
  );
}

/** Checks that a page of another origin may send what a purchase sends (CORS preflight). */
export async function checkPreflight(asker: Asker): Promise<void> {
  const { site, findings, api } = asker;
  if (site === undefined) return;
  const call = 'POST /api/payment/initialize';
  const answer = await fetch(`${api}/api/payment/initialize`, {
    method: 'OPTIONS',
    headers: {
      origin: site,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  }).catch(() => undefined);
  const allowed = (answer?.headers.get('access-control-allow-headers') ?? '').toLowerCase();
  for (const header of ['authorization', 'content-type']) {
    if (allowed === '*' ? header !== 'authorization' : allowed.includes(header)) continue;
    findings.broken(
      call,
      'access-control-allow-headers',
      allowed || 'nothing',
      header,
      `Allow the header ${header} in the answer to OPTIONS.`,
    );
  }
}
