import { cellOf } from '#backend/products/fields/cells-of.ts';
import {
  COLUMN_NAMES,
  type ColumnName,
  type OwnedFields,
} from '#backend/products/fields/columns.ts';
import { plain } from '#domain/words.ts';

/** A cell of a product before and after a change. */
export interface FieldChange {
  column: ColumnName;
  before: string;
  after: string;
}

/** Returns the cells that differ. A new product has no `before`. */
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

/** The most characters of a value in the staff log. A description has up to 5,000. */
const WIDTH = 200;

/** Returns changes as lines of the log: 'price: 450000 → 460000'. */
export const inWords = (changes: readonly FieldChange[]): string =>
  changes
    .map(({ column, before, after }) =>
      column === 'pictures'
        ? `${column}: ${shortHashes(before)} → ${shortHashes(after)}`
        : `${column}: ${fromTo(before, after, WIDTH)}`,
    )
    .join('\n');

/** Returns the beginnings of the pictures' hashes, in their order. */
const shortHashes = (cell: string): string =>
  cell
    .split('|')
    .map((path) => path.slice('/media/'.length, '/media/'.length + 6))
    .join(', ') || '(empty)';

/** Writes two values as 'old → new', each on one line. Long texts begin shortly before their first difference. */
export function fromTo(was: string, is: string, width: number): string {
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  const lead = Math.round(width / 6);
  const from = Math.max(was.length, is.length) > width && same > 2 * lead ? same - lead : 0;
  const cut = (text: string) => shorten(from > 0 ? `…${text.slice(from)}` : text, width);
  return `${cut(was)} → ${cut(is)}`;
}

/** Writes a text on one line of at most `width` characters. */
export function shorten(text: string, width: number): string {
  const signs = [...plain(text)];
  if (signs.length === 0) return '(empty)';
  return signs.length > width ? `${signs.slice(0, width - 1).join('')}…` : signs.join('');
}
