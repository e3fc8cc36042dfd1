import { makeId } from '#backend/products/import/made-ids.ts';
import { cellText, type SettledRow } from './settled-row.ts';
import { idOf } from './twins.ts';

/**
 * Rows that are one fragrance in several sizes, such as 'Asad 50ml' and 'Asad 100ml' of a price list, become sizes of
 * a group, each with an id of its own. Rows with an id, and those without a size, stay as they are.
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
    const sizes = new Set(family.flatMap(({ cells }) => cellText(cells.size_ml) || []));
    const size = cellText(product.cells.size_ml);
    if (sizes.size < 2) return product;
    const id = size === '' ? base : makeId({ name: `${base} ${size} ml` }).id;
    return { ...product, cells: { ...product.cells, id, group: base } };
  });
}

/** The id that brand and name make; '' for a row that has one. */
const baseOf = (product: SettledRow): string =>
  cellText(product.cells.id) === '' ? idOf(product) : '';
