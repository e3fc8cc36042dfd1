import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { isSame, type Named } from '#backend/products/fields/made-ids.ts';
import type { Asks } from './answers.ts';
import { cellText, type SettledRow } from './settled-row.ts';

/** Returns the names under which the shop may have a row: with and without its brand. */
function spellings({ cells }: SettledRow): string[] {
  const name = cellText(cells.name).toLowerCase();
  const brand = cellText(cells.brand).toLowerCase();
  return [
    name,
    `${brand} ${name}`,
    name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name,
  ];
}

/**
 * Finds the rows whose products the shop has under another id, with the same brand, name and size.
 * @returns the shop's ids by the rows' ids.
 */
export async function findKnown(
  db: Pick<Database, 'execute'>,
  products: readonly SettledRow[],
): Promise<Map<string, string>> {
  const wanted = products.filter(({ cells }) => cellText(cells.id) !== '');
  const ids = wanted.map(({ cells }) => cellText(cells.id));
  const { rows } = await db.execute<{
    id: string;
    name: string;
    brand: string;
    ml: number | null;
  }>(sql`
    select id, name, brand, size_ml as ml from products
    where id = any(${sql.param(ids)}::text[]) or lower(name) = any(${sql.param(wanted.flatMap(spellings))}::text[])`);
  const own = new Set(rows.map(({ id }) => id));
  const byName = Map.groupBy(rows, ({ name }) => name.toLowerCase());
  const known = new Map<string, string>();
  for (const product of wanted) {
    const { cells } = product;
    const id = cellText(cells.id);
    if (own.has(id)) continue;
    const named: Named = {
      name: cellText(cells.name),
      ...(cells.brand ? { brand: cellText(cells.brand) } : {}),
    };
    const alike = spellings(product).flatMap((name) => byName.get(name) ?? []);
    const found = alike.find(
      (row) =>
        isSame(named, row) &&
        (!cells.size_ml || row.ml === null || String(row.ml) === cells.size_ml),
    );
    if (found) known.set(id, found.id);
  }
  return known;
}

/**
 * Gives rows the shop's ids for their products, or asks about them.
 * @param answer - 'same': they are these products. 'new': they are others.
 */
export function settleKnown(
  products: readonly SettledRow[],
  known: ReadonlyMap<string, string>,
  answer: 'same' | 'new' | undefined,
  asks: Asks,
): SettledRow[] {
  return products.map((product) => {
    const id = known.get(cellText(product.cells.id));
    if (id === undefined || answer === 'new') return product;
    if (answer === undefined) asks.add('known', id, product.row);
    return { ...product, cells: { ...product.cells, id } };
  });
}

/** Returns the names of the shop's brands. */
export async function brandsOf(db: Pick<Database, 'execute'>): Promise<string[]> {
  const { rows } = await db.execute<{ brand: string }>(
    sql`select distinct brand from products where brand <> ''`,
  );
  return rows.map(({ brand }) => brand);
}
