import { createHash } from 'node:crypto';
import { cellOf } from '#backend/products/fields/cells-of.ts';
import {
  COLUMN_NAMES,
  type ColumnName,
  type OwnedFields,
} from '#backend/products/fields/columns.ts';
import { productOf } from '#backend/products/fields/merging.ts';
import type { ProductEdit } from '#backend/products/fields/rows.ts';

/** Values of a product by column, written as in a file. */
export type Cells = { [Name in ColumnName]?: string };

/** Enough to notice a change; nobody gains anything by forging one. */
const LETTERS = 8;

const hash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, LETTERS);

/**
 * Returns a hash of each cell that a form shows, such as 'price=3kQ0_xYz,name=…'. If two people edit at once, the later
 * one sees which fields the other changed.
 */
export const fieldVersions = (cells: Cells): string =>
  Object.entries(cells)
    .map(([name, text]) => `${name}=${hash(text)}`)
    .join(',');

const FORM = /^([a-z_]{1,30}=[\w-]{8}(,|$)){0,40}$/;

/** Returns the names of the cells that have changed since `versions`. A cell without a version counts as changed. */
export function changedSince(versions: string, cells: Cells): ColumnName[] {
  const known = new Map(
    FORM.test(versions) ? versions.split(',').map((one) => one.split('=') as [string, string]) : [],
  );
  return COLUMN_NAMES.filter((name) => {
    const text = cells[name];
    return text !== undefined && known.get(name) !== hash(text);
  });
}

/** Returns the cells of a product by column: all of them, or some. */
export const namedCells = (
  id: string,
  fields: OwnedFields,
  names: readonly ColumnName[] = COLUMN_NAMES,
): Cells =>
  Object.fromEntries(names.map((name) => [name, cellOf({ id, ...fields }, name)])) as Cells;

/** Returns typed cells in the shop's own spelling: ₦12,500.00 becomes 12500. */
export function normalizeCells(typed: Cells, edit: ProductEdit): Cells {
  const product = productOf(edit.id, edit.given);
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [
      name,
      // Nobody types a picture: its cell is in the shop's spelling already. A change of the stock is not a value.
      name === 'pictures' || name === 'stock' ? text : cellOf(product, name as ColumnName),
    ]),
  ) as Cells;
}
