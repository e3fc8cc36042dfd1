import type { Turn } from '#backend/base/turns.ts';
import { makeId } from '#backend/products/fields/made-ids.ts';
import { cellText, type SettledRow } from './settled-row.ts';

/**
 * Groups rows that are one fragrance in several sizes, such as 'Asad 50ml' and 'Asad 100ml' of a price list. They become
 * sizes of a group, with different ids. Rows with an id and rows without a size stay as they are.
 */
export async function joinSizes(
  products: readonly SettledRow[],
  turn: Turn,
): Promise<SettledRow[]> {
  const bases: string[] = [];
  const sizesOf = new Map<string, Set<string>>();
  for (const product of products) {
    await turn();
    const base = baseOf(product);
    const size = cellText(product.cells.size_ml);
    bases.push(base);
    if (base !== '' && size !== '') sizesOf.set(base, (sizesOf.get(base) ?? new Set()).add(size));
  }
  return products.map((product, at) => {
    const base = bases[at] ?? '';
    const size = cellText(product.cells.size_ml);
    if ((sizesOf.get(base)?.size ?? 0) < 2) return product;
    const id = size === '' ? base : makeId({ name: `${base} ${size} ml` }).id;
    return { ...product, cells: { ...product.cells, id, group: base } };
  });
}

/** Returns the id made of brand and name; '' for a row that has one. */
function baseOf({ cells }: SettledRow): string {
  if (cellText(cells.id) !== '') return '';
  const brand = cellText(cells.brand);
  return makeId({ name: cellText(cells.name), ...(brand ? { brand } : {}) }).id;
}
