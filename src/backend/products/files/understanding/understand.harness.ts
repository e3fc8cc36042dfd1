import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import type { Answers } from './answers.ts';
import { readHeadings } from './products.ts';
import type { Columns } from './recognise.ts';
import { type Understood, understand } from './understand.ts';

/** An answer to everything that may be asked. */
export const ALL: Answers = {
  currency: 'NGN',
  rates: new Map([
    ['GBP', 2100],
    ['USD', 1600],
  ]),
  round: 500,
  stock: 5,
  unpriced: 'leave-out',
  commas: 'split',
  pictures: 'fetch',
  known: 'new',
};

/** Reads a table of rows; the first row is 1. @param columns - the merchant's mapping of columns. */
export async function read(
  rows: readonly (readonly string[])[],
  answers = ALL,
  isOwnPicture?: (address: string) => boolean,
  columns?: Columns,
): Promise<Understood> {
  async function* lines(): AsyncGenerator<TableLine> {
    for (const [at, cells] of rows.entries()) yield { row: at + 1, cells: [...cells] };
  }
  const found = await readHeadings(lines(), columns);
  if (!found.headings.table) throw new Error('not recognised');
  return understand(found.headings.table, found.lines, {
    answers,
    ...(isOwnPicture && { isOwnPicture }),
  });
}

/** Returns a table from records. The headings are their keys. */
export const table = (...records: Record<string, string>[]) => {
  const headings = [...new Set(records.flatMap(Object.keys))];
  return [headings, ...records.map((record) => headings.map((heading) => record[heading] ?? ''))];
};
/** Returns the rows in this shop's form that a table becomes. */
export const cellsOf = ({ products }: Understood) => products.map(({ cells }) => cells);
