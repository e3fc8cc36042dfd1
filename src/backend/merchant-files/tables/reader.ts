import { fstatSync } from 'node:fs';
import { unmarkFormula } from '#backend/merchant-files/formula.ts';
import { csvRows } from './csv.ts';
import { findEncoding } from './encoding.ts';
import { feedRows } from './feed-rows.ts';
import { piecesOf } from './input.ts';
import { kindOf } from './kind.ts';
import { Refusal } from './refusal.ts';
import type { TableLine } from './table-line.ts';
import { decodeText } from './text.ts';
import { MOST_BYTES } from './xlsx/limits.ts';
import { type Said, type SheetOptions, workbookRows } from './xlsx/rows.ts';

/** The options for reading a merchant's table. */
export interface TableOptions extends SheetOptions {
  /** The most rows with content, below the headings. Without it a text has no limit. */
  most?: number;
  /** The last sentence of the refusal of a file with more rows: what to do. */
  tooLong?: string;
}

/** The number of rows sent together. */
const BATCH = 200;

/**
 * Reads a merchant's table: CSV in UTF-8, UTF-16 or Windows-1252, XLSX, or a feed in XML, by its content.
 * @param fd - the descriptor of its file, which can be read from any position.
 * @param tell - receives notes about it before its rows.
 * @returns its rows, a few at a time.
 * @throws Refusal if it is not a table or cannot be read. Reading the rows may throw it, too.
 */
export async function readTable(
  fd: number,
  options: TableOptions = {},
  tell: (said: Said) => void = () => {},
): Promise<AsyncIterable<TableLine[]>> {
  const kind = kindOf(fd);
  if (kind === 'xlsx') {
    if (fstatSync(fd).size > MOST_BYTES) {
      throw new Refusal(
        `The file is larger than ${MOST_BYTES / 1024 / 1024} MB. Save the sheet as CSV, or split it.`,
      );
    }
    return unmarked(workbookRows(fd, options, tell));
  }
  if (options.sheet !== undefined) {
    throw new Refusal(
      `The file is ${kind === 'xml' ? 'XML' : 'CSV'}, which has no sheets: leave out the name of a sheet.`,
    );
  }
  if (kind === 'xml')
    return inBatches(
      feedRows(() => piecesOf(fd)),
      options,
    );
  const { encoding, note } = await findEncoding(() => piecesOf(fd));
  if (note) tell({ notes: [note], hidden: { rows: [], columns: 0 } });
  return inBatches(csvRows(decodeText(piecesOf(fd), encoding)), options);
}

async function* unmarked(batches: AsyncIterable<TableLine[]>): AsyncGenerator<TableLine[]> {
  for await (const batch of batches) {
    yield batch.map(({ row, cells }) => ({ row, cells: cells.map(unmarkFormula) }));
  }
}

async function* inBatches(
  lines: AsyncIterable<TableLine>,
  { most = Number.POSITIVE_INFINITY, tooLong = '' }: TableOptions,
): AsyncGenerator<TableLine[]> {
  let batch: TableLine[] = [];
  // The headings do not count.
  let count = -1;
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
