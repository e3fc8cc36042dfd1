import type { Database } from '#backend/db/connect.ts';
import { ownHash } from '#backend/media/own-picture.ts';
import { readHead } from '#backend/merchant-files/tables/head.ts';
import type { Table } from '#backend/merchant-files/tables/open-table.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { type ReadRow, readRow } from '#backend/products/fields/rows.ts';
import { productsOfTable } from '#backend/products/files/import/table-rows.ts';
import type { Answers, Ask } from './answers.ts';
import type { LeftOut } from './assemble.ts';
import { hiddenAsks, hiddenRows } from './hidden.ts';
import { brandsOf, findKnown } from './known.ts';
import { type Columns, HEAD_LINES, isOwn, type Recognised, recognise } from './recognise.ts';
import { type Understood, understand } from './understand.ts';

export interface Headings {
  /** The table, if another program or the merchant wrote it. */
  table: Recognised | undefined;
  /** Whether they are the columns of the shop's own files. */
  isOwn: boolean;
  /** The line with the headings. If nothing is recognised, it is the most likely line. */
  line: TableLine | undefined;
}

/** Finds the headings in the first lines of a table. @param columns - the merchant's mapping of columns. */
export function findHeadings(head: readonly TableLine[], columns?: Columns): Headings {
  const lines = head.slice(0, HEAD_LINES);
  const table = recognise(lines, columns);
  if (table) return { table, isOwn: false, line: lines.find(({ row }) => row === table.row) };
  const [first] = lines;
  return first && isOwn(first)
    ? { table, isOwn: true, line: first }
    : { table, isOwn: false, line: fullest(lines) };
}

/** Reads the headings of a table. @returns them, and all lines of the table, to be read once. */
export async function readHeadings(
  rows: AsyncIterable<TableLine>,
  columns?: Columns,
): Promise<{ headings: Headings; lines: AsyncIterable<TableLine> }> {
  const { head, lines } = await readHead(rows, HEAD_LINES);
  return { headings: findHeadings(head, columns), lines };
}

function fullest(lines: readonly TableLine[]): TableLine | undefined {
  const filled = ({ cells }: TableLine) => cells.filter((cell) => cell.trim() !== '').length;
  return lines.toSorted((one, other) => filled(other) - filled(one))[0];
}

export interface ProductsOptions {
  answers: Answers;
  /** The hidden rows and columns. Complete once the first row is read. */
  hidden: Table['hidden'];
  /** The shop, and where it serves its pictures. Without it a table is read without the shop. */
  shop?: { db: Pick<Database, 'execute'>; origins: readonly string[] } | undefined;
  /** Receives each column that a file with the shop's own columns should not have. Without it they are faults. */
  onUnknown?: ((column: string) => void) | undefined;
  /** The sentence at the end of the refusal of such columns. */
  hint?: string;
}

export interface TableProducts {
  /** The result for another program's table; null for a table with the shop's own columns. */
  moved: Understood | null;
  /** The rows in the form for an import, to be read once. */
  rows: AsyncIterable<ReadRow>;
  /** The rows that become no product. */
  leftOut: readonly LeftOut[];
  /** The questions to answer before an import. */
  asks: readonly Ask[];
}

/**
 * Reads the products of a table with known headings.
 * @param lines - all lines of the table.
 * @throws Error with a sentence for the merchant; reading the rows may throw it, too.
 */
export async function readProducts(
  { table }: Headings,
  lines: AsyncIterable<TableLine>,
  { answers, hidden, shop, ...own }: ProductsOptions,
): Promise<TableProducts> {
  if (!table) {
    return {
      moved: null,
      rows: productsOfTable(lines, own),
      leftOut: hiddenRows(hidden, answers.hidden),
      asks: hiddenAsks(hidden, answers.hidden),
    };
  }
  const moved = await understand(table, lines, {
    answers,
    hidden,
    ...(shop && {
      brands: await brandsOf(shop.db),
      findKnown: (made) => findKnown(shop.db, made),
      isOwnPicture: (address) => ownHash(address, shop.origins) !== undefined,
    }),
  });
  const { leftOut, asks } = moved;
  return { moved, rows: rowsOf(moved), leftOut, asks };
}

async function* rowsOf({ products }: Understood): AsyncGenerator<ReadRow> {
  for (const { row, cells } of products) yield readRow(row, cells);
}
