import { rowsByChild } from './child.ts';
import { openTwice } from './input.ts';
import type { TableOptions } from './reader.ts';
import type { TableLine } from './table-line.ts';
import type { Said } from './xlsx/rows.ts';

export interface Table extends Readonly<Said> {
  /**
   * The lines that are not empty, to be read once, a few in memory at a time.
   * @throws Error with a sentence for the merchant if it is not a table or becomes unreadable.
   */
  rows: AsyncIterable<TableLine>;
}

/**
 * Opens a merchant's table (reader.ts).
 * @param source - the path of a file, or null for standard input.
 * @param signal - ends the process that reads it.
 * @throws Error with a sentence for the merchant if the file cannot be read.
 */
export async function openTable(
  source: string | null,
  options: TableOptions = {},
  signal?: AbortSignal,
): Promise<Table> {
  const file = await openTwice(source);
  const said: Said = { notes: [], hidden: { rows: [], columns: 0 } };
  return { rows: rowsByChild(file, options, { said, signal }), ...said };
}
