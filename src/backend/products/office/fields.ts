import { joinList, splitList } from '#backend/merchant-files/cells.ts';
import type { Cells } from '#backend/products/edit/field-versions.ts';
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  type ColumnName,
} from '#backend/products/fields/columns.ts';

/** Stock, pictures and status have forms of their own. */
const ELSEWHERE = ['id', 'stock', 'stock_was', 'pictures', 'picture_alts', 'status'] as const;
export type FormColumn = Exclude<ColumnName, (typeof ELSEWHERE)[number]>;
/** The columns that the form of a product has. */
export const FORM_COLUMNS = COLUMN_NAMES.filter(
  (name): name is FormColumn => !(ELSEWHERE as readonly string[]).includes(name),
);

/** What people read for a column. */
export const labelOf = (column: string): string =>
  (COLUMNS as Record<string, Column>)[column]?.label ?? column;

const kindOf = (column: ColumnName) => (COLUMNS[column] as Column).kind ?? 'line';

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
