import { makeId } from '#backend/products/import/made-ids.ts';
import { cellText, type SettledRow } from './settled-row.ts';

/**
 * Rows that are one fragrance in several sizes, such as 'Asad 50ml' and 'Asad 100ml' of a price list, become sizes of a group,
 * each with an id of its own. Rows with an id, and those that agree in everything, stay as they are.
 */
export function joinSizes(products: readonly SettledRow[]): SettledRow[] {
  const families = new Map<string, SettledRow[]>();
  for (const product of products) {
    const base = baseOf(product);
    if (base !== '') families.set(base, [...(families.get(base) ?? []), product]);
  }
  return products.map((product) => {
    const base = baseOf(product);
    const family = families.get(base) ?? [];
    const sizes = new Set(family.map(({ cells }) => cellText(cells.size_ml)));
    if (family.length < 2 || sizes.size < family.length || sizes.has('')) return product;
    const id = makeId({ name: `${base} ${cellText(product.cells.size_ml)} ml` }).id;
    return { ...product, cells: { ...product.cells, id, group: base } };
  });
}

/** The id that brand and name make; '' for a row that has one. */
function baseOf({ cells }: SettledRow): string {
  if (cellText(cells.id) !== '') return '';
  const brand = cellText(cells.brand);
  return makeId({ name: cellText(cells.name), ...(brand ? { brand } : {}) }).id;
}
