import { cellOf } from '#backend/products/import/cells-of.ts';
import {
  COLUMN_NAMES,
  type ColumnName,
  type OwnedFields,
} from '#backend/products/import/columns.ts';

/** A cell of a product before and after a change. */
export interface FieldChange {
  column: ColumnName;
  before: string;
  after: string;
}

/** The cells that differ. A new product has no `before`. */
export function fieldChanges(
  id: string,
  before: OwnedFields | null,
  after: OwnedFields,
): FieldChange[] {
  return COLUMN_NAMES.flatMap((column) => {
    if (column === 'id' || column === 'stock_was') return [];
    const was = before ? cellOf({ id, ...before }, column) : '';
    const is = cellOf({ id, ...after }, column);
    return was === is ? [] : [{ column, before: was, after: is }];
  });
}

/** The most characters of a value in the log of what staff did. A description has up to 5,000. */
const WIDTH = 200;

/** Changes as the log has them, one a line: 'price: 450000 → 460000'. */
export const inWords = (changes: readonly FieldChange[]): string =>
  changes
    .map(({ column, before, after }) =>
      column === 'pictures'
        ? `${column}: ${shortHashes(before)} → ${shortHashes(after)}`
        : `${column}: ${fromTo(before, after)}`,
    )
    .join('\n');

/** The beginnings of the pictures' hashes, in their order. */
const shortHashes = (cell: string): string =>
  cell
    .split('|')
    .map((path) => path.slice('/media/'.length, '/media/'.length + 6))
    .join(', ') || '(empty)';

/** Long texts from shortly before their first difference. */
function fromTo(was: string, is: string): string {
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  const from = Math.max(was.length, is.length) > WIDTH && same > 40 ? same - 20 : 0;
  return `${short(was, from)} → ${short(is, from)}`;
}

function short(text: string, from: number): string {
  const signs = [...text.slice(from).replaceAll(/\s+/g, ' ')];
  if (text === '') return '(empty)';
  const end = signs.length > WIDTH ? `${signs.slice(0, WIDTH - 1).join('')}…` : signs.join('');
  return from > 0 ? `…${end}` : end;
}
