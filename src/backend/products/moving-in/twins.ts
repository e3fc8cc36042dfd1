import type { Turn } from '#backend/base/turns.ts';
import { SHEET_ERROR } from '#backend/merchant-files/cells.ts';
import { makeId } from '#backend/products/import/made-ids.ts';
import { skuKey } from '#backend/products/import/skus.ts';
import type { Asks } from './answers.ts';
import { cellText, type SettledRow } from './settled-row.ts';

/** The id of a row: its own, or the one that an import makes of brand and name. */
export function idOf({ cells }: SettledRow): string {
  const brand = cellText(cells.brand);
  return (
    cellText(cells.id) || makeId({ name: cellText(cells.name), ...(brand ? { brand } : {}) }).id
  );
}

const skuOf = ({ cells }: SettledRow): string => skuKey(cellText(cells.sku));

/** Asks about rows that mean one product and say different things. Returns the others. */
export async function askTwins(
  products: readonly SettledRow[],
  asks: Asks,
  turn: Turn,
): Promise<SettledRow[]> {
  const byId = new Map<string, SettledRow[]>();
  for (const product of products) {
    await turn();
    // Rows whose names are errors of the spreadsheet are faults.
    if (SHEET_ERROR.test(cellText(product.cells.name))) continue;
    const id = idOf(product);
    const rows = byId.get(id);
    if (rows) rows.push(product);
    else byId.set(id, [product]);
  }
  byId.delete('');
  const bySku = Map.groupBy(products, skuOf);
  bySku.delete('');
  const twins = new Set<SettledRow>();
  for (const rows of [...byId.values(), ...bySku.values()]) {
    // Rows of one name that all have SKUs are as many products.
    const apart = !rows[0]?.cells.id && rows.every((row) => skuOf(row) !== '');
    if (rows.length === 1 || (apart && new Set(rows.map(skuOf)).size === rows.length)) continue;
    const says = new Set(rows.map(({ cells }) => JSON.stringify(cells)));
    if (says.size > 1) for (const row of rows) twins.add(row);
  }
  const [first] = twins;
  const { name, sku } = first?.cells ?? {};
  const about = cellText(name) + (sku ? ` (${cellText(sku)})` : '');
  for (const { row } of twins) asks.add('twins', about, row);
  return products.filter((product) => !twins.has(product));
}
