import { pipeline, Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { unmarkFormula } from '#backend/merchant-files/formula.ts';
import { Refusal } from './refusal.ts';
import { readHead, separatorOf } from './separator.ts';
import type { TableLine } from './table-line.ts';
import { MOST_COLUMNS } from './xlsx/limits.ts';

/** The most characters of one row. Without a limit an unclosed quotation mark would read the whole file into memory. */
const LONGEST_ROW = 1_000_000;

/**
 * Yields the rows of a CSV text (RFC 4180), a few in memory at a time. Excel's line `sep=;` names the separator, and is
 * not counted as a row. Otherwise it is `,`, `;` or a tab, whichever occurs equally often in most of the first rows. Lines
 * end with CRLF, LF or CR. Skips rows of empty cells.
 * @throws Refusal if the text is not CSV.
 */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<TableLine> {
  const pieces = text[Symbol.asyncIterator]();
  const { separator, head, above } = separatorOf(await readHead(pieces));
  // The line in the text, for messages.
  let line = above;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    on_record: (cells: string[]) => {
      line += 1 + breaksIn(cells);
      return cells;
    },
  });
  // The parser passes an error of the source on to the loop below.
  pipeline(Readable.from(rest(head, pieces)), parser, () => {});
  let row = 0;
  let columns = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row++;
      columns = cells.length;
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells: cells.map(unmarkFormula) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { records = row } = error as { records?: number };
    throw new Refusal(
      `The file cannot be read at row ${records + 1}: ${whatIsWrong(error, parser, line)}`,
    );
  }
  if (row === 1 && columns > MOST_COLUMNS) {
    throw new Refusal(`The file is one line of ${columns.toLocaleString('en')} cells. ${NO_ENDS}`);
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

/** Counts the line ends in the cells of a row. */
const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

const NO_ENDS =
  'Lines must end where rows end: open the table in a spreadsheet, and save it again as .xlsx or CSV.';
const DOUBLE =
  'double a quotation mark inside a cell (""), and put the cell between quotation marks.';

/** @param line - the number of lines above the row. */
function whatIsWrong({ code }: CsvError, parser: Parser, line: number): string {
  // The part of the row that the parser has read. Its types do not name it.
  const { quoting, record } = (
    parser as unknown as { state: { quoting: boolean; record: string[] } }
  ).state;
  const opened = `a quotation mark (") opens a cell in line ${line + 1 + breaksIn(record)} of the file`;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `${opened}, and nothing closes it.`;
    case 'CSV_MAX_RECORD_SIZE':
      return quoting
        ? `${opened}, and nothing closes it.`
        : `it has more than ${LONGEST_ROW.toLocaleString('en')} characters. ${NO_ENDS}`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `${opened}, and something follows where it closes: ${DOUBLE}`;
    case 'INVALID_OPENING_QUOTE':
      return DOUBLE;
    default:
      return `it is not CSV (${code}).`;
  }
}
