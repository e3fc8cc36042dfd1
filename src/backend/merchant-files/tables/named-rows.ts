import { findColumn } from '#backend/merchant-files/heading.ts';
import type { TableLine } from './table-line.ts';

/** A row by column name, or why it cannot be read. */
export type TableRow<Name extends string> =
  | { row: number; named: Partial<Record<Name, string>> }
  | { row: number; fault: string };

/**
 * Yields the rows of a table whose first line is its heading.
 * @param options.onUnknown - receives the names of columns that do not exist, which are left out. Without it they are
 *   refused.
 * @param options.hint - a sentence at the end of the refusal.
 * @throws Error with a sentence for the merchant if the table or its heading cannot be read.
 */
export async function* tableRows<Name extends string>(
  rows: AsyncIterable<TableLine>,
  names: readonly Name[],
  options: { onUnknown?: ((column: string) => void) | undefined; hint?: string } = {},
): AsyncGenerator<TableRow<Name>> {
  let columns: (Name | null)[] | null = null;
  for await (const { row, cells } of rows) {
    if (!columns) {
      columns = readHeading(withoutEmptyEnd(cells, 0), names, options);
      continue;
    }
    const filled = withoutEmptyEnd(cells, columns.length);
    if (filled.length !== columns.length) {
      const count = filled.length === 1 ? '1 cell' : `${filled.length} cells`;
      const fault = `The row has ${count} for ${columns.length} columns: give each column a heading, and put a text with a separator in it between quotation marks.`;
      yield { row, fault };
      continue;
    }
    const named = Object.fromEntries(
      columns.flatMap((name, at) => (name === null ? [] : [[name, filled[at]]])),
    );
    yield { row, named: named as Partial<Record<Name, string>> };
  }
}

/** Drops the empty cells that spreadsheets write to the right of a table. */
function withoutEmptyEnd(cells: readonly string[], least: number): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, Math.max(last + 1, least));
}

function readHeading<Name extends string>(
  cells: readonly string[],
  names: readonly Name[],
  { onUnknown, hint }: { onUnknown?: ((column: string) => void) | undefined; hint?: string },
): (Name | null)[] {
  const found = cells.map((cell) => findColumn(cell, names));
  const unknown = found.flatMap((one) => (one.ok ? [] : one.refusal.message));
  const read = found.map((one) => (one.ok ? one.value : null));
  const faults = onUnknown ? [] : [...unknown];
  if (onUnknown && unknown.length === found.length)
    faults.push('It names no column that there is.');
  const twice = read.filter((name, at) => name !== null && read.indexOf(name) !== at);
  faults.push(...twice.map((name) => `The column '${name}' appears twice.`));
  if (faults.length === 0) {
    for (const [at, cell] of cells.entries()) if (read[at] === null) onUnknown?.(cell.trim());
    return read;
  }
  const more = unknown.length > 0 && hint ? ` ${hint}` : '';
  throw new Error(
    `The heading of the file is not valid.\n${faults.map((fault) => `  ${fault}\n`).join('')}The columns are ${names.join(', ')}.${more}`,
  );
}
