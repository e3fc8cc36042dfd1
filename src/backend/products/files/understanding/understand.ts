import { takeTurns } from '#backend/base/turns.ts';
import type { Table } from '#backend/merchant-files/tables/open-table.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import type { SourceField } from '#backend/products/files/formats/format.ts';
import { type OldAddress, oldAddresses } from './addresses/old-addresses.ts';
import { type Answers, type Ask, Asks } from './answers.ts';
import { assemble, type LeftOut, type Note, type SourceProduct } from './assemble.ts';
import { fillBrands } from './brand-blocks.ts';
import { KNOWN_BRANDS } from './cells/brands.ts';
import { hiddenAsks, hiddenRows } from './hidden.ts';
import { settleKnown } from './known.ts';
import { fileCurrency, looksLikeNaira } from './prices.ts';
import { type Recognised, unreadColumns } from './recognise.ts';
import { rowReader, type SourceRow } from './records.ts';
import { resembling } from './resembling.ts';
import { makeRows } from './settle.ts';
import type { SettledRow } from './settled-row.ts';
import { joinSizes } from './sizes-of-names.ts';

/** The result of reading another program's table. Every row is in a product, left out, or asked about. */
export interface Understood {
  format: string;
  /** The heading of each field that is read. */
  mapping: readonly { heading: string; field: SourceField }[];
  /** Columns that are not read. */
  unread: readonly string[];
  /** Rows below the headings. */
  rows: number;
  /** The number of rows that the products are made of. */
  taken: number;
  /** The number of these rows without some products, which are asked about and given by the rows of `products`. */
  takenBut: (asked: ReadonlySet<number>) => number;
  products: readonly SettledRow[];
  leftOut: readonly LeftOut[];
  asks: readonly Ask[];
  /** The hosts of pictures that the merchant has allowed. */
  pictureHosts: readonly string[];
  notes: readonly Note[];
  /** The addresses that the pages of the products and their lists had. */
  addresses: readonly OldAddress[];
}

export interface UnderstandOptions {
  answers: Answers;
  brands?: readonly string[];
  /** Returns the shop's ids for the products of these rows, by the ids of the rows (known.ts). */
  findKnown?: (products: readonly SettledRow[]) => Promise<ReadonlyMap<string, string>>;
  /** Whether an address belongs to a picture of this shop, which needs no download. */
  isOwnPicture?: (address: string) => boolean;
  /** The hidden rows and columns. Complete once the first row is read. */
  hidden?: Table['hidden'];
}

/** Reads a table of another program. Keeps all its products in memory, without unread columns. */
export async function understand(
  table: Recognised,
  lines: AsyncIterable<TableLine>,
  options: UnderstandOptions,
): Promise<Understood> {
  const { answers } = options;
  const read = rowReader(table);
  const written: SourceRow[] = [];
  const notes: Note[] = [];
  const filled = new Set<number>();
  // The API answers shoppers between turns.
  const turn = takeTurns();
  for await (const line of lines) {
    await turn();
    if (line.row <= table.row) continue;
    const row = read(line);
    written.push(row);
    if (row.sale.why) notes.push({ row: row.row, text: `${row.sale.why}: it is not on sale` });
    for (const [at, cell] of line.cells.entries()) if (cell.trim() !== '') filled.add(at);
  }
  const asks = new Asks();
  const brands = [...new Set([...(options.brands ?? []), ...KNOWN_BRANDS, ...brandsOf(written)])];
  const isList = table.format.marks.length === 0;
  const rows = isList ? fillBrands(written, brands, notes) : written;
  const assembled = await assemble(rows, table.format, turn);
  const program = answers.program ? undefined : resembling(table, filled);
  if (program) for (const { row } of rows) asks.add('program', program, row);
  const { hidden = { rows: [], columns: 0 } } = options;
  const unseen = hiddenRows(hidden, answers.hidden);
  const leftOut = [...assembled.leftOut, ...unseen];
  const isOwnPicture = options.isOwnPicture ?? (() => false);
  await turn();
  const currency = fileCurrency(rows, answers);
  const settling = { table, answers, currency, brands, isOwnPicture, asks, leftOut, notes };
  await turn();
  const made: SettledRow[] = [];
  const addresses: OldAddress[] = [];
  for (const product of assembled.products) {
    await turn();
    const settled = makeRows(product, settling);
    made.push(...settled);
    if (settled.length > 0) {
      const rows = settled.map(({ row }) => row);
      // A file that a Turare shop wrote does not have the addresses of another program's pages.
      if (!product.shared.own.marked) {
        addresses.push(...oldAddresses(product, rows, table.format));
      }
    } else leftOut.push(...restOf(product, leftOut));
  }
  const joined = await joinSizes(made, turn);
  const known = (await options.findKnown?.(joined)) ?? new Map();
  const products = settleKnown(joined, known, options.answers.known, asks);
  await turn();
  const takenBut = (asked: ReadonlySet<number>) => {
    const kept = new Set(products.flatMap(({ row }) => (asked.has(row) ? [] : [row])));
    return assembled.products.reduce((sum, product) => sum + takenOf(product, kept), 0);
  };
  return {
    format: table.format.name,
    mapping: [...table.fields].flatMap(([field, columns]) =>
      columns.map((at) => ({ heading: table.headings[at]?.trim() ?? '', field })),
    ),
    unread: [
      ...unreadColumns(table),
      ...[...filled]
        .filter((at) => !table.headings[at]?.trim())
        .map((at) => `Column ${letterOf(at)} (without a heading)`),
    ],
    rows: rows.length + unseen.length,
    taken: takenBut(new Set()),
    takenBut,
    products,
    leftOut: leftOut.toSorted((one, other) => one.row - other.row),
    asks: [...hiddenAsks(hidden, answers.hidden), ...asks.list].map((ask) =>
      ask.kind === 'money' ? { ...ask, about: looksLikeNaira(rows) ? 'NGN' : '' } : ask,
    ),
    pictureHosts: options.answers.pictures === 'fetch' ? hostsOf(products, isOwnPicture) : [],
    notes: notes.toSorted((one, other) => one.row - other.row),
    addresses,
  };
}

/** Counts the rows of a product that its kept sizes are made of: their own, and those with more about the product. */
function takenOf({ rows, sizes }: SourceProduct, kept: ReadonlySet<number>): number {
  const taken = sizes.filter(({ row }) => kept.has(row.row)).length;
  return taken === 0 ? 0 : rows.length - (sizes.length - taken);
}

/** Returns the rows of a product that remain when all its sizes are left out: its own, and those of pictures. */
function restOf({ rows, sizes, shared }: SourceProduct, leftOut: readonly LeftOut[]): LeftOut[] {
  const gone = new Set(leftOut.map(({ row }) => row));
  if (!sizes.every(({ row }) => gone.has(row.row))) return [];
  return rows
    .filter((row) => !gone.has(row))
    .map((row) => ({
      row,
      name: shared.texts.name ?? '',
      what: 'a product without sizes to sell',
    }));
}

/** Returns the letter of a spreadsheet's column. */
const letterOf = (at: number): string =>
  (at < 26 ? '' : letterOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

const hostsOf = (
  products: readonly SettledRow[],
  isOwnPicture: (address: string) => boolean,
): string[] => {
  const addresses = products
    .flatMap(({ cells }) => cells.pictures ?? [])
    .filter((address) => !isOwnPicture(address));
  return [...new Set(addresses.flatMap((address) => URL.parse(address)?.host || []))];
};

const brandsOf = (rows: readonly SourceRow[]) =>
  new Set(rows.flatMap(({ texts }) => texts.brand || []));
