import type { ColumnName } from '#backend/services/catalogue-import/columns.ts';
import { joinList, splitList } from '#backend/services/merchant-files/cells.ts';
import type { Cells } from '#backend/services/product-edit/field-versions.ts';

/** How a column of a product is typed on a page: as in a file, but a list has a line for each entry, and a time is Lagos's. */
type Kind = 'line' | 'text' | 'list' | 'time';

/** The columns that the form of a product has, in its order. Stock, pictures and status have forms of their own. */
export const FORM_COLUMNS = [
  'price',
  'discount',
  'discount_starts',
  'discount_until',
  'name',
  'brand',
  'description',
  'categories',
  'tags',
  'notes_top',
  'notes_heart',
  'notes_base',
  'concentration',
  'size_ml',
  'group',
  'importer',
  'batch',
  'nafdac_number',
  'seal',
  'bought_from',
] as const satisfies ColumnName[];
export type FormColumn = (typeof FORM_COLUMNS)[number];

/** What people read for a column. */
export const LABELS: Record<ColumnName, string> = {
  id: 'Address',
  name: 'Name',
  brand: 'Brand',
  price: 'Price',
  discount: 'Discount',
  discount_starts: 'Discount starts',
  discount_until: 'Discount ends',
  stock: 'Stock',
  stock_was: 'Stock before',
  description: 'Description',
  tags: 'Tags',
  categories: 'Categories',
  notes_top: 'Top notes',
  notes_heart: 'Heart notes',
  notes_base: 'Base notes',
  concentration: 'Concentration',
  size_ml: 'Size in ml',
  group: 'Group of sizes',
  importer: 'Importer',
  batch: 'Batch',
  nafdac_number: 'NAFDAC number',
  seal: 'Seal',
  bought_from: 'Bought from',
  pictures: 'Pictures',
  picture_alts: 'Words of the pictures',
  status: 'Status',
};

const KINDS: Partial<Record<ColumnName, Kind>> = {
  description: 'text',
  categories: 'list',
  tags: 'list',
  notes_top: 'list',
  notes_heart: 'list',
  notes_base: 'list',
  discount_starts: 'time',
  discount_until: 'time',
};

export const kindOf = (column: ColumnName): Kind => KINDS[column] ?? 'line';

/** A cell as a field shows it. */
export function shownCell(column: ColumnName, cell: string): string {
  const kind = kindOf(column);
  if (kind === 'list') return splitList(cell).filter(Boolean).join('\n');
  // '2026-12-24T18:00:00+01:00' as the field of a time in Lagos has it.
  if (kind === 'time') return cell.replace(/\+01:00$/, '').replace(/:00$/, '');
  return cell;
}

/** What was typed into a field, as a cell. Browsers send line breaks as CRLF. */
export function typedCell(column: ColumnName, typed: string): string {
  const text = typed.replaceAll('\r\n', '\n');
  return kindOf(column) === 'list'
    ? joinList(
        text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      )
    : text;
}

/** The cells of a sent form. */
export const typedCells = (text: (name: string) => string): Cells =>
  Object.fromEntries(FORM_COLUMNS.map((name) => [name, typedCell(name, text(name))])) as Cells;
