import type { LookupProduct, Product } from '#contract/product.ts';
import { isRecord } from '#contract/reading/record.ts';
import { ask } from '#site/client/ask.ts';
import type { CallFailure } from '#site/client/errors.ts';
import type { Reading } from '#site/client/reading.ts';
import { quickFigures, quickListed } from '#site/product-data/quick-product.ts';
import { isText } from '#site/storage/json.ts';

/** What the shop knows of the products of a link, or why it could not be asked. */
type Found =
  | { products: LookupProduct[]; failure?: undefined }
  | { products?: undefined; failure: CallFailure };

/** Characters of ids in one address. Servers refuse addresses from 8,000 on. */
const ADDRESS = 4000;
/** Calls at a time. */
const AT_ONCE = 6;
/** The backend has no such product, or takes this for no id. */
const UNKNOWN: readonly CallFailure[] = [400, 404, 410, 422];

const isFlagIfAny = (value: unknown): value is boolean | undefined =>
  value === undefined || typeof value === 'boolean';

/** A product of the extension, as the contract has it; undefined for anything else. */
function quickLookup(value: unknown): LookupProduct | undefined {
  const figures = quickFigures(value);
  if (!figures || !isRecord(value)) return undefined;
  const { name, image, retired } = value;
  if (!isText(name, 300) || !isFlagIfAny(retired)) return undefined;
  if (image !== undefined && !isText(image, 2000)) return undefined;
  return { ...figures, name, image, retired };
}

const readers = () => import('#contract/reading/product.ts');

const LOOKUP: Reading<LookupProduct[]> = {
  quick(answer) {
    if (!isRecord(answer) || !Array.isArray(answer.products)) return undefined;
    const read = answer.products.flatMap((product) => quickLookup(product) ?? []);
    return read.length === answer.products.length ? read : undefined;
  },
  full: async () => (await readers()).readLookup,
};

type Sold = Pick<Product, 'id' | 'name' | 'price' | 'qtyAvailable' | 'discount' | 'retired'> & {
  image: string;
};
const DETAIL: Reading<Sold> = {
  quick(answer) {
    const product = isRecord(answer) ? answer.product : undefined;
    const listed = quickListed(product);
    if (!listed || !isRecord(product) || !isFlagIfAny(product.retired)) return undefined;
    return { ...listed, retired: product.retired };
  },
  full: async () => {
    const { readDetail } = await readers();
    return (value, at) => {
      const { product } = readDetail(value, at);
      return { ...product, image: product.images[0] ?? product.image ?? '' };
    };
  },
};

/** Ids, encoded, in lists that fit into an address. */
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

/** The call of spec §7. The answer names the product's present id. */
async function askProduct(id: string): Promise<Found> {
  const { body, failure } = await ask(`/api/product/${encodeURIComponent(id)}`, DETAIL);
  if (!body) return UNKNOWN.includes(failure) ? { products: [] } : { failure };
  const { id: movedTo, name, price, qtyAvailable, discount, image, retired } = body;
  return { products: [{ id, movedTo, name, price, qtyAvailable, discount, image, retired }] };
}

/**
 * Asks for name, picture, price and stock of products. `lookup`: the backend has the extension product.lookup, which
 * answers for a hundred at once. Without it each product is a call. The first failure ends it.
 */
export async function askLinked(ids: readonly string[], lookup: boolean): Promise<Found> {
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
  return failed ?? { products };
}
