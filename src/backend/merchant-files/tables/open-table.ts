import { rowsByChild } from './child.ts';
import { openTwice } from './input.ts';
import type { TableWish } from './reader.ts';
import type { TableLine } from './table-line.ts';

export interface Table {
  /**
   * The lines that are not empty, to be read once, a few in memory at a time.
   * @throws Error with a sentence for the merchant if it is no table, or cannot be read any further.
   */
  rows: AsyncIterable<TableLine>;
  /** Sentences for the merchant about how the file was read. Complete once the first line is read. */
  notes: readonly string[];
}

/**
 * Opens a table of the merchant's (reader.ts).
 * @param source - the path of a file, or null for standard input.
 * @param signal - ends the process that reads it.
 * @throws Error with a sentence for the merchant if the file cannot be read.
 */
export async function openTable(
  source: string | null,
  wish: TableWish = {},
  signal?: AbortSignal,
): Promise<Table> {
  const file = await openTwice(source);
  const notes: string[] = [];
  return { rows: rowsByChild(file, wish, { notes, signal }), notes };
}
