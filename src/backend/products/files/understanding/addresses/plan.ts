import type { Fault } from '#backend/base/faults.ts';
import { bare, pagePath, pageRow } from '#backend/products/catalogue/redirects.ts';
import type { ProductStatus } from '#backend/products/fields/product-cells.ts';
import { isOwnPath } from '#config/own-paths.ts';
import { type CollectionKind, collectionPath, productPath } from '#config/paths.ts';
import type { Redirect } from '#contract/product.ts';
import type { OldAddress } from './old-addresses.ts';

/** A product of the shop after the import. */
export interface ShopProduct {
  id: string;
  /** The row of the file; null for a product that is not in the file. */
  row: number | null;
  status: ProductStatus;
  brand: string;
  categories: readonly string[];
}

/** The planned redirects of old addresses, and those that are impossible. */
export interface AddressPlan {
  /** In the form of the table of redirects. */
  redirects: readonly Redirect[];
  /** Addresses that cannot be redirected, with reasons. */
  refused: readonly Fault[];
}

/** The number of addresses in an example. */
const EXAMPLES = 3;

/** Returns some of the redirects, as people read them: '/product/oud → /products/oud-50-ml'. */
export const exampleAddresses = ({ redirects }: AddressPlan): string[] =>
  redirects
    .slice(0, EXAMPLES)
    .map(({ from, to }) => `${decodeURI(from)} → ${decodeURI(pagePath(to))}`);

/** The most characters of an address. A longer one and its target do not fit into a line of a host's rules. */
const LONGEST = 700;

/**
 * Decides where old addresses lead. An address leads to its product, or to the first shown one of several sizes. The
 * address of a list leads to the page of its category or brand. An address never covers a page of the shop, and each
 * target is a page, so there is no chain.
 * @param former - the targets of former addresses, by path without a slash at its end.
 */
export function planRedirects(
  addresses: readonly OldAddress[],
  products: Iterable<ShopProduct>,
  former: ReadonlyMap<string, string>,
): AddressPlan {
  const shop = shopOf(products);
  const redirects: Redirect[] = [];
  const refused: Fault[] = [];
  for (const [path, same] of Map.groupBy(addresses, ({ from }) => bare(from))) {
    const leads = same.flatMap(({ row, shows }) => {
      const to = shop.targetOf(shows);
      return to === undefined ? [] : [{ row, to }];
    });
    const [first] = leads;
    const from = same[0]?.from;
    if (!first || from === undefined || path === first.to) continue;
    const rows = [...new Set(leads.map(({ row }) => row))];
    const why = leads.some(({ to }) => to !== first.to)
      ? `would lead from rows ${rows.join(', ')} to different pages`
      : refusalOf(path, first.to, { ids: shop.paths, former });
    const written = decodeURI(from);
    if (why)
      refused.push({ row: first.row, column: null, message: `The address ${written} ${why}.` });
    else redirects.push({ from, to: first.to });
  }
  return { redirects, refused };
}

/** Returns the reason why a path may not be redirected: the rest of a sentence; undefined if it may. */
function refusalOf(
  path: string,
  to: string,
  { ids, former }: { ids: ReadonlySet<string>; former: ReadonlyMap<string, string> },
): string | undefined {
  // Devices hold former ids of the shop's own products, in carts and wishlists.
  const now = former.get(path);
  if (ids.has(path)) return 'is that of another product here';
  if (isOwnPath(path)) return 'is one that this shop needs itself';
  if (path.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (path.startsWith(productPath('')) && now !== undefined && now !== to)
    return `is the former one of ${now}`;
  return undefined;
}

function shopOf(products: Iterable<ShopProduct>) {
  const byRow = new Map<number, ShopProduct>();
  const paths = new Set<string>();
  /** The row of each category or brand page in the table of redirects, by its path. */
  const pages = new Map<string, string>();
  const addPage = (kind: CollectionKind, name: string) =>
    name && pages.set(collectionPath(kind, name), pageRow(kind, name));
  for (const product of products) {
    if (product.row !== null) byRow.set(product.row, product);
    paths.add(productPath(product.id));
    if (product.status !== 'shown') continue;
    for (const name of product.categories) addPage('category', name);
    addPage('brand', product.brand);
  }
  const targetOf = (shows: OldAddress['shows']): string | undefined => {
    if ('name' in shows) {
      return (
        pages.get(collectionPath('category', shows.name)) ??
        pages.get(collectionPath('brand', shows.name))
      );
    }
    const sizes = shows.rows.flatMap((row) => byRow.get(row) ?? []);
    const size =
      sizes.find(({ status }) => status === 'shown') ??
      sizes.find(({ status }) => status === 'retired') ??
      sizes[0];
    return size && productPath(size.id);
  };
  return { paths, targetOf };
}
