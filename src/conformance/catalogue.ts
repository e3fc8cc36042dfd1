import type { Product } from '#contract/product.ts';
import { readNames, readPlaces } from '#contract/reading/app-data.ts';
import { readDetail, readList } from '#contract/reading/product.ts';
import type { Reader } from '#contract/reading/reader.ts';
import { salePrice } from '#domain/money/price.ts';
import { type Asker, ask, askRefusal } from './ask.ts';
import { checkPages, LIMIT, LIST, NOWHERE } from './pages.ts';
import { checkCategories, checkSearch, checkSorting, checkTags } from './queries.ts';

const DETAIL = 'GET /api/product/{id}';

/** The product and place that later checks use. */
export interface Stock {
  product: Product | undefined;
  place: { place: string; amount: number } | undefined;
}

/** Checks the calls of a build and of the list. */
export async function checkCatalogue(asker: Asker): Promise<Stock> {
  const list = (query: Record<string, string>) => {
    const search = new URLSearchParams({ page: '1', limit: `${LIMIT}`, ...query });
    return ask(asker, LIST, `/api/product?${search}`, readList);
  };
  const categories = await askAppData(asker, 'categories', readNames);
  const tags = await askAppData(asker, 'tags', readNames);
  const places = await askAppData(asker, 'shipping-addresses', readPlaces);
  if (places?.length === 0) {
    const remedy = 'Send the places: without one nobody can pay.';
    const call = 'GET /api/app-data/shipping-addresses';
    asker.findings.broken(call, 'answer', '[]', 'at least one place', remedy);
  }

  const first = await list({});
  if (!first) return { product: undefined, place: places?.[0] };
  checkPages(asker, { first, second: await list({ page: '2' }), again: await list({}) });
  const [product] = first.products;
  if (product) {
    await checkSearch(asker, product, list);
    await checkCategories(asker, { first, categories: categories ?? [] }, list);
    await checkTags(asker, product.tags[0] ?? tags?.[0], list);
    await checkSorting(asker, list);
    await checkDetail(asker, product);
  }
  const now = Date.now();
  const [cheapest] = first.products
    .filter(({ qtyAvailable }) => qtyAvailable > 0)
    .toSorted((a, b) => salePrice(a, now) - salePrice(b, now));
  return { product: cheapest ?? product, place: places?.[0] };
}

const askAppData = <T>(asker: Asker, name: string, reader: Reader<T>) =>
  ask(asker, `GET /api/app-data/${name}`, `/api/app-data/${name}`, reader);

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
