import type { FileHandle } from 'node:fs/promises';
import { csvRows } from './csv.ts';
import { findEncoding } from './encoding.ts';
import { openTwice, piecesOf } from './input.ts';
import { kindOf } from './kind.ts';
import type { TableLine } from './table-line.ts';
import { decodeText } from './text.ts';
import { type SheetWish, xlsxRows } from './xlsx/child.ts';

export interface Table {
  kind: 'csv' | 'xlsx';
  /**
   * The lines that are not empty, to be read once, a few in memory at a time. Reading closes the file, also when it ends early.
   * @throws Error with a sentence for the merchant when the table cannot be read any further.
   */
  rows: AsyncIterable<TableLine>;
  /** Sentences for the merchant about how the file was read. */
  notes: readonly string[];
}

/**
 * Opens a table of the merchant's: CSV in UTF-8, UTF-16 or Windows-1252, or XLSX. What it is, is told by its content.
 * @param source - the path of a file, or null for standard input.
 * @param options.sheet - the name of the sheet of a workbook. Needed if several have content.
 * @param options.hint - a sentence that says how to name one. It ends a refusal that lists the sheets.
 * @throws Error with a sentence for the merchant if it is no table, or cannot be read.
 */
export async function openTable(
  source: string | null,
  { sheet, hint }: SheetWish = {},
): Promise<Table> {
  const file = await openTwice(source);
  try {
    const kind = await kindOf(file);
    if (kind === 'xlsx')
      return { kind, rows: closing(xlsxRows(file, { sheet, hint }), file), notes: [] };
    if (sheet !== undefined)
      throw new Error('The file is CSV, which has no sheets: leave out the name of a sheet.');
    const { encoding, note } = await findEncoding(() => piecesOf(file));
    const rows = csvRows(decodeText(piecesOf(file), encoding));
    return { kind, rows: closing(rows, file), notes: note ? [note] : [] };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* closing(
  rows: AsyncGenerator<TableLine>,
  file: FileHandle,
): AsyncGenerator<TableLine> {
  try {
    yield* rows;
  } finally {
    await file.close();
  }
}
