import { eq } from 'drizzle-orm';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import type { ProductList } from '#contract/product.ts';
import { UCP_BASE, ucpProfile } from '#contract/ucp.ts';
import { productRecord } from '#domain/products/product-record.ts';
import { acp } from '#site/feeds/acp.ts';
import { openShop, type PublishedShop } from '../publishing/shop.harness.ts';
import { type Check, type Published, readPublished } from './published.ts';

const SITE = new URL('https://shop.example');
const COUNT = 500;

/**
 * Compares the shop's answers to agents with the published schemas of their protocols, and prints the result.
 * @param ucpFolder - the folder `source` of UCP. @param acpFile - ACP's schema.feed.json.
 * @returns the exit code: 1 when there are faults.
 */
export async function compareWithProtocols(ucpFolder: string, acpFile: string): Promise<number> {
  const published = readPublished(ucpFolder, acpFile);
  const shop = await openShop();
  try {
    await shop.grow(COUNT);
    await vary(shop);
    const faults = [...(await answersOf(shop, published)), ...(await linesOf(shop, published))];
    if (faults.length === 0) return 0;
    console.error(`\n${faults.length} faults.`);
    return 1;
  } finally {
    await shop.close();
  }
}

/** Reduces one product, and sells one out. */
async function vary({ db }: PublishedShop): Promise<void> {
  const reduced = { discountType: 'fixed', discountAmount: 500 } as const;
  await db.update(products).set(reduced).where(eq(products.id, 'own-1'));
  await db.update(stock).set({ onHand: 0 }).where(eq(stock.productId, 'own-2'));
}

/** Prints one line, and returns its faults. */
function report(what: string, faults: string[]): string[] {
  const mark = faults.length > 0 ? '✗' : '✓';
  console.log(`${mark} ${what}${faults.map((fault) => `\n    ${fault}`).join('')}`);
  return faults;
}

async function answersOf({ apiUrl }: PublishedShop, { ucp }: Published): Promise<string[]> {
  const found: string[] = [];
  const check = (what: string, schema: string, value: unknown) => {
    const of: Check = ucp(schema);
    found.push(...report(`${what.padEnd(40)} ${schema}`, of(value)));
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(apiUrl + UCP_BASE + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
  };
  check('/.well-known/ucp', 'ucp.json#/$defs/business_schema', ucpProfile(SITE.origin).ucp);
  const SEARCH = 'shopping/catalog_search.json#/$defs/search_response';
  for (const body of [
    { query: 'oud', pagination: { limit: 50 } },
    { query: 'nothing has this name' },
    { filters: { price: { max: 5_000_000 }, categories: ['Niche', 'Men'], other: 1 } },
  ]) {
    check(
      `search ${JSON.stringify(body).slice(0, 30)}`,
      SEARCH,
      await call('POST', '/catalog/search', body),
    );
  }
  const ids = ['own-1', 'own-2', 'own-3', 'nothing'];
  const LOOKUP = 'shopping/catalog_lookup.json#/$defs/lookup_response';
  check('lookup', LOOKUP, await call('POST', '/catalog/lookup', { ids }));
  const PRODUCT = 'shopping/catalog_lookup.json#/$defs/get_product_response';
  for (const id of ids.slice(0, 3)) {
    check(`product ${id}`, PRODUCT, await call('POST', '/catalog/product', { id }));
  }
  const ERROR = 'shopping/types/error_response.json';
  check('product nothing', ERROR, await call('POST', '/catalog/product', { id: 'nothing' }));
  const cart = { line_items: ids.map((id) => ({ item: { id }, quantity: 2 })) };
  const CHECKOUT = 'shopping/checkout.json';
  const checkout = await call('POST', '/checkout-sessions', cart);
  check('checkout', CHECKOUT, checkout);
  const path = `/checkout-sessions/${checkout.id}`;
  check('checkout, read', CHECKOUT, await call('GET', path));
  check('checkout, changed', CHECKOUT, await call('PUT', path, cart));
  check('checkout, completed', CHECKOUT, await call('POST', `${path}/complete`, {}));
  check('checkout, cancelled', CHECKOUT, await call('POST', `${path}/cancel`));
  const none = { line_items: [{ item: { id: 'nothing' }, quantity: 1 }] };
  check('checkout of nothing', ERROR, await call('POST', '/checkout-sessions', none));
  return found;
}

async function linesOf({ apiUrl }: PublishedShop, { feedLine }: Published): Promise<string[]> {
  const all: ProductList['products'] = [];
  for (let page = 1; page <= COUNT / 100; page++) {
    const answer = await fetch(`${apiUrl}/api/product?limit=100&page=${page}`);
    all.push(...((await answer.json()) as ProductList).products);
  }
  const records = all.map((product) =>
    productRecord(product, {
      url: `${SITE.origin}/products/${product.id}`,
      pictures: product.images.map((url) => new URL(url, SITE).href),
      now: Date.now(),
    }),
  );
  const settings = {
    site: SITE,
    shop: { name: 'Shop', tagline: '', description: '' },
    campaign: 'utm_source=acp',
  };
  const lines = records.flatMap((record) => acp.line(record, settings) ?? []);
  const faults = lines.flatMap((line) => feedLine(JSON.parse(line)));
  return report(`${lines.length} lines of acp.jsonl`.padEnd(40), faults);
}
