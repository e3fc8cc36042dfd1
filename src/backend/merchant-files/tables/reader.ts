import { fstatSync } from 'node:fs';
import { csvRows } from './csv.ts';
import { findEncoding } from './encoding.ts';
import { piecesOf } from './input.ts';
import { kindOf } from './kind.ts';
import { Refusal } from './refusal.ts';
import type { TableLine } from './table-line.ts';
import { decodeText } from './text.ts';
import { MOST_BYTES } from './xlsx/limits.ts';
import { workbookRows } from './xlsx/rows.ts';

/** What is wanted of a merchant's table. */
export interface TableWish {
  /** The name of a sheet of a workbook. Needed if several have content. */
  sheet?: string | undefined;
  /** A sentence that says how to name one. It ends a refusal that lists the sheets. */
  hint?: string;
  /** The most rows with content. Without it a text has no limit. */
  most?: number;
  /** What to do with a file of more rows: the sentence that ends the refusal. */
  tooLong?: string;
}

/** Rows that travel together. */
const BATCH = 200;

/**
 * Reads a merchant's table: CSV in UTF-8, UTF-16 or Windows-1252, or XLSX. Its content says which.
 * @param fd - the descriptor of its file, which can be read from any position.
 * @returns its rows, a few at a time, and a sentence for the merchant if its encoding is a guess.
 * @throws Refusal if it is no table, or cannot be read. Reading the rows may throw it, too.
 */
export async function readTable(
  fd: number,
  wish: TableWish = {},
): Promise<{ note: string | null; rows: AsyncIterable<TableLine[]> }> {
  if (kindOf(fd) === 'xlsx') {
    if (fstatSync(fd).size > MOST_BYTES) {
      throw new Refusal(
        `The file is larger than ${MOST_BYTES / 1024 / 1024} MB. Save the sheet as CSV, or split it.`,
      );
    }
    return { note: null, rows: workbookRows(fd, wish.sheet, wish.hint) };
  }
  if (wish.sheet !== undefined) {
    throw new Refusal('The file is CSV, which has no sheets: leave out the name of a sheet.');
  }
  const { encoding, note } = await findEncoding(() => piecesOf(fd));
  return { note, rows: inBatches(csvRows(decodeText(piecesOf(fd), encoding)), wish) };
}

async function* inBatches(
  lines: AsyncIterable<TableLine>,
  { most = Number.POSITIVE_INFINITY, tooLong = '' }: TableWish,
): AsyncGenerator<TableLine[]> {
  let batch: TableLine[] = [];
  let count = 0;
  for await (const line of lines) {
    if (++count > most) {
      throw new Refusal(`The file has more than ${most.toLocaleString('en')} rows. ${tooLong}`);
    }
    if (batch.push(line) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
