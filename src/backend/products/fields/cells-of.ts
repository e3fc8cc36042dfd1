import { joinList } from '#backend/merchant-files/cells.ts';
import { COLUMN_NAMES, COLUMNS, type ColumnName, type OwnedProduct } from './columns.ts';

/** Returns one cell of a product, written as in a file. */
export function cellOf(product: OwnedProduct, name: ColumnName): string {
  const value: string | number | readonly string[] | null = COLUMNS[name].value(product);
  return typeof value === 'object' ? joinList(value ?? []) : String(value);
}

/** Returns the cells of a product, in the order of the columns. */
export const cellsOf = (product: OwnedProduct): string[] =>
  COLUMN_NAMES.map((name) => cellOf(product, name));
