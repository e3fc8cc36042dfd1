import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { unmarkFormula } from '#backend/merchant-files/formula.ts';
import { readHead, separatorOf } from './separator.ts';
import type { TableLine } from './table-line.ts';

/** The most characters of one row. Without a limit an unclosed quotation mark would read the whole file into memory. */
const LONGEST_ROW = 1_000_000;

/**
 * The rows of a CSV text (RFC 4180), a few in memory at a time. The separator is `,`, `;` or a tab: the one that most
 * of the first rows have equally often, unless Excel's line `sep=;` names it. That line is not counted as a row. Lines end
 * with CRLF, LF or CR. Skips rows of empty cells.
 * @throws Error with a sentence for the merchant if the text is not CSV.
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<TableLine> {
  const pieces = text[Symbol.asyncIterator]();
  const { separator, head } = separatorOf(await readHead(pieces));
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  });
  // The parser passes an error of the source on to the loop below.
  pipeline(Readable.from(rest(head, pieces)), parser, () => {});
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++;
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells: cells.map(unmarkFormula) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { records = row } = error as { records?: number };
    throw new Error(`The file cannot be read at row ${records + 1}: ${whatIsWrong(error)}`);
  }
}

async function* rest(head: string, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield head;
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return;
    yield value;
  }
}

function whatIsWrong({ code }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return 'a quotation mark (") opens a cell and nothing closes it.';
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return 'double a quotation mark inside a cell (""), and put the cell between quotation marks.';
    default:
      return `it is not CSV (${code}).`;
  }
}
