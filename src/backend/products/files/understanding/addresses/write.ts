import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { addRedirects, bare } from '#backend/products/catalogue/redirects.ts';
import { makeId } from '#backend/products/fields/made-ids.ts';
import type { ProductStatus } from '#backend/products/fields/product-cells.ts';
import { cellText, type SettledRow } from '#backend/products/files/understanding/settled-row.ts';
import type { Understood } from '#backend/products/files/understanding/understand.ts';
import type { Redirect } from '#contract/product.ts';
import type { OldAddress } from './old-addresses.ts';
import { type AddressPlan, planRedirects, type ShopProduct } from './plan.ts';

type Reading = Pick<Database, 'execute'>;

/** Plans the redirects of a file's old addresses. @param db - without it, the file is read without the shop. */
export async function previewRedirects(
  { addresses, products }: Pick<Understood, 'addresses' | 'products'>,
  db?: Reading,
): Promise<AddressPlan> {
  if (addresses.length === 0) return { redirects: [], refused: [] };
  const shop = db ? await shopNow(db) : new Map<string, ShopProduct>();
  for (const product of products) {
    const { id, ...given } = asShopProduct(product);
    shop.set(id, { status: 'shown', brand: '', categories: [], ...shop.get(id), ...given, id });
  }
  return planRedirects(addresses, shop.values(), db ? await formerPaths(db, addresses) : new Map());
}

function asShopProduct({ row, cells: { id, name, status, brand, categories } }: SettledRow) {
  const made = makeId({ name: cellText(name), brand: brand && cellText(brand) });
  return {
    id: cellText(id) || made.id,
    row,
    ...(status && { status: cellText(status) as ProductStatus }),
    ...(brand === undefined ? {} : { brand: cellText(brand) }),
    ...(categories === undefined ? {} : { categories: [categories].flat() }),
  };
}

async function shopNow(db: Reading): Promise<Map<string, ShopProduct>> {
  const { rows } = await db.execute<Omit<ShopProduct, 'row'>>(
    sql`select id, status, brand, categories from products`,
  );
  return new Map(rows.map((product) => [product.id, { ...product, row: null }]));
}

/**
 * Redirects old addresses to the products of an import. Runs in its transaction after the products are written, so both
 * are written or neither. Addresses that lead there already stay as they are.
 * @returns the written redirects, each with its earlier target; null for none.
 */
export async function writeRedirects(
  transaction: Transaction,
  addresses: readonly OldAddress[],
): Promise<WrittenRedirect[]> {
  if (addresses.length === 0) return [];
  const { rows } = await transaction.execute<ShopProduct & Record<string, unknown>>(sql`
    select p.id, s.row, p.status, p.brand, p.categories from products p left join staged s on s.id = p.id`);
  const former = await formerPaths(transaction, addresses);
  const { redirects } = planRedirects(addresses, rows, former);
  const added = redirects
    .filter(({ from, to }) => former.get(bare(from)) !== to)
    .map((redirect) => ({ ...redirect, before: former.get(bare(redirect.from)) ?? null }));
  await addRedirects(transaction, added);
  await tellReleases(transaction, added.length);
  return added;
}

/** A redirect that an import wrote. */
export interface WrittenRedirect extends Redirect {
  /** The earlier target. */
  before: string | null;
}

/** Counts redirects in the version of the catalogue, because releases read them as they read products. */
export async function tellReleases(transaction: Transaction, changed: number): Promise<void> {
  if (changed > 0) await transaction.execute(sql`insert into catalogue_changes default values`);
}

/** Returns the present targets of these addresses, by path without a slash at the end. */
async function formerPaths(
  db: Reading,
  addresses: readonly OldAddress[],
): Promise<Map<string, string>> {
  const paths = sql.param(addresses.map(({ from }) => bare(from)));
  const { rows } = await db.execute<{ from: string; to: string }>(sql`
    select from_path as from, to_path as to from redirects where rtrim(from_path, '/') = any(${paths}::text[])`);
  return new Map(rows.map(({ from, to }) => [bare(from), to]));
}
