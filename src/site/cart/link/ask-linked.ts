import type { LookupProduct, Product } from '#contract/product.ts';
import { isRecord } from '#contract/reading/record.ts';
import { ask } from '#site/client/ask.ts';
import type { CallFailure } from '#site/client/errors.ts';
import { has } from '#site/client/extensions.ts';
import type { Reading } from '#site/client/reading.ts';
import { askLive, LIVE_LIMIT, ownAttempts } from '#site/product-data/live-figures.ts';
import { isCountIfAny, quickFigures } from '#site/product-data/quick-figures.ts';
import { isText } from '#site/storage/json.ts';

/** The shop's products for a link, or the reason why they could not be fetched. */
type Found =
  | { products: readonly LookupProduct[]; failure?: undefined }
  | { products?: undefined; failure: CallFailure };

/** Characters of ids in one address. Servers refuse addresses of 8,000 or more. */
const ADDRESS = 4000;
/** The number of calls at a time. */
const AT_ONCE = 6;
/** The backend has no such product, or does not accept the id. */
const UNKNOWN: readonly CallFailure[] = [400, 404, 410, 422];

/** Returns a product of the extension if it keeps the contract; undefined otherwise. */
function quickProduct(value: unknown): LookupProduct | undefined {
  const figures = quickFigures(value);
  if (!figures || !isRecord(value)) return undefined;
  const { name, image, retired, choose } = value;
  if (!isText(name, 300) || !(image === undefined || isText(image, 2000))) return undefined;
  if (!isCountIfAny(choose)) return undefined;
  return { ...figures, name, image, retired: retired === true, choose };
}

const readers = () => import('#contract/reading/product.ts');

const LOOKUP: Reading<readonly LookupProduct[]> = {
  quick(answer) {
    if (!isRecord(answer) || !Array.isArray(answer.products)) return undefined;
    const products = answer.products.flatMap((product) => quickProduct(product) ?? []);
    return products.length === answer.products.length ? products : undefined;
  },
  full: async () => (await readers()).readLookup,
};
const DETAIL: Reading<Product> = {
  quick: () => undefined,
  full: async () => {
    const { readDetail } = await readers();
    return (value, at) => readDetail(value, at).product;
  },
};

/** Groups encoded ids into lists that fit into an address. */
function batches(ids: readonly string[]): string[] {
  const lists: string[] = [];
  for (const id of ids.map(encodeURIComponent)) {
    const last = lists.at(-1);
    if (last === undefined || last.length + id.length > ADDRESS) lists.push(id);
    else lists[lists.length - 1] = `${last},${id}`;
  }
  return lists;
}

async function askBatch(ids: string): Promise<Found> {
  const { body, failure } = await ask(`/api/lookup?ids=${ids}`, LOOKUP);
  return body ? { products: body } : { failure };
}

/** Fetches one product by the call of spec §7. The answer has the product's current id. */
async function askProduct(id: string): Promise<Found> {
  const { body, failure } = await ask(`/api/product/${encodeURIComponent(id)}`, DETAIL);
  if (!body) return UNKNOWN.includes(failure) ? { products: [] } : { failure };
  const { name, price, qtyAvailable, discount, images, image = images[0], retired, choose } = body;
  const figures = { id, movedTo: body.id, name, price, qtyAvailable, discount };
  return { products: [{ ...figures, image, retired, choose }] };
}

/** Adds the units that the shopper's own unpaid orders reserve, which the shop counts as sold. */
async function withOwn(products: readonly LookupProduct[]): Promise<readonly LookupProduct[]> {
  const some = products.slice(0, LIVE_LIMIT);
  if (!ownAttempts() || !some[0]) return products;
  const today = await askLive(some.map(({ id }) => id)).catch(() => undefined);
  if (!today) return products;
  return products.map((product) => {
    if (product.retired || !some.includes(product)) return product;
    const { qtyAvailable } = today({ ...product, discount: null, image: '' });
    return { ...product, qtyAvailable };
  });
}

/**
 * Fetches name, picture, price and stock of products. The extension product.lookup answers for a hundred at once.
 * Without it, or if it fails, each product is one call. The first failure among those ends the request.
 */
export async function askLinked(
  ids: readonly string[],
  lookup = has('product.lookup'),
): Promise<Found> {
  const calls = lookup
    ? batches(ids).map((list) => () => askBatch(list))
    : ids.map((id) => () => askProduct(id));
  const products: LookupProduct[] = [];
  let failed: Found | undefined;
  const work = async () => {
    for (let call = calls.shift(); call && !failed; call = calls.shift()) {
      const found = await call();
      if (found.products) products.push(...found.products);
      else failed = found;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed && lookup) return askLinked(ids, false);
  return failed ?? { products: await withOwn(products) };
}
