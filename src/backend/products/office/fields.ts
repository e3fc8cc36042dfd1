import { joinList, splitList } from '#backend/merchant-files/cells.ts';
import type { Cells } from '#backend/products/edit/field-versions.ts';
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  type ColumnName,
} from '#backend/products/fields/columns.ts';

/** The columns with forms of their own: stock, pictures and status among them. */
const ELSEWHERE = ['id', 'stock', 'stock_was', 'pictures', 'picture_alts', 'status'] as const;
export type FormColumn = Exclude<ColumnName, (typeof ELSEWHERE)[number]>;
export const FORM_COLUMNS = COLUMN_NAMES.filter(
  (name): name is FormColumn => !(ELSEWHERE as readonly string[]).includes(name),
);

export const labelOf = (column: string): string =>
  (COLUMNS as Record<string, Column>)[column]?.label ?? column;

const kindOf = (column: ColumnName) => (COLUMNS[column] as Column).kind ?? 'line';

/** Returns a cell as its field shows it. */
export function shownCell(column: ColumnName, cell: string): string {
  const kind = kindOf(column);
  if (kind === 'list') return splitList(cell).filter(Boolean).join('\n');
  // '2026-12-24T18:00:00+01:00' in the form of a field for a Lagos time.
  if (kind === 'time') return cell.replace(/\+01:00$/, '').replace(/:00$/, '');
  return cell;
}

/** Returns a field's text as a cell. Browsers send line breaks as CRLF. */
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

/** Returns the cells of a form that was sent. */
export const typedCells = (text: (name: string) => string): Cells =>
  Object.fromEntries(FORM_COLUMNS.map((name) => [name, typedCell(name, text(name))])) as Cells;
