import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textRows, workbook } from '#backend/merchant-files/tables/xlsx/xlsx.harness.ts';
import { csvLine } from '#backend/merchant-files/writing.ts';
import type { ImportDetails } from '#backend/products/files/jobs/queries.ts';
import { runOn } from '../../commands/command.harness.ts';
import { ROUNDS } from '../../rounds.ts';
import { type ImportShop, openImportShop } from './imports.harness.ts';

let shop: ImportShop;
beforeAll(async () => {
  shop = await openImportShop();
});
afterAll(() => shop.close());

const NAMES = ['Oud', 'Rose', 'Rose', 'Oud 50ml', 'Oud 100ml', 'Rôse', ' oud', '***', 'TOTAL', ''];
const PRICES = ['5000', '7000', '7000', '₦12,500', 'Call', '-1', ''];
const STOCKS = ['3', '5', 'sold out', 'Available', ''];
const SIZES = ['50 ml', '50 ml', '100 ml', 'Tester', ''];

/** The formats of drawn files: the possible values of each column. */
const FORMATS: Record<string, Record<string, readonly string[]>> = {
  'our own file': {
    id: ['oud', 'rose', 'rose', 'Bad id', ''],
    name: NAMES,
    brand: ['Kano', ''],
    price: PRICES,
    stock: ['3', '5', 'many'],
    set_parts: ['', '', '', 'rose', 'nobody'],
    sku: ['', 'X1', 'x1', 'X2'],
  },
  'our own columns without ids': { name: NAMES, brand: ['Kano'], price: PRICES, stock: ['3', '5'] },
  'a price list': { Perfume: NAMES, Brand: ['Kano', ''], Price: PRICES, Qty: STOCKS },
  'a list with sizes': { Perfume: NAMES, Size: SIZES, Price: PRICES, Qty: STOCKS },
  Square: {
    'Item Name': NAMES,
    'Variation Name': [...SIZES, 'Regular'],
    'Item ID': ['A', 'B', ''],
    Price: PRICES,
    'Current Quantity Ikeja': STOCKS,
  },
  Shopify: {
    Handle: ['oud', 'rose', ''],
    Title: NAMES,
    'Option1 Name': ['Size', ''],
    'Option1 Value': SIZES,
    'Variant Price': PRICES,
    'Variant Inventory Qty': STOCKS,
    'Gift Card': ['false', 'false', 'true'],
  },
  WooCommerce: {
    ID: ['1', '2', '3', '4'],
    Type: ['simple', 'simple', 'grouped'],
    SKU: ['a', 'b', ''],
    Name: NAMES,
    Parent: ['', '', 'a', 'id:2', 'id:9'],
    'Visibility in catalog': ['visible'],
    'In stock?': ['1', '0'],
    Stock: STOCKS,
    'Regular price': PRICES,
    'Attribute 1 name': ['Size'],
    'Attribute 1 value(s)': SIZES,
  },
};

interface Drawn {
  format: string;
  table: string[][];
  written: 'commas' | 'semicolons' | 'workbook';
  /** The answer about rows that mean one product. 'open': not answered. */
  twins: 'first' | 'last' | 'each' | 'open';
}

const DRAWN: fc.Arbitrary<Drawn> = fc
  .constantFrom(...Object.entries(FORMATS))
  .chain(([format, columns]) => {
    const row = fc.tuple(...Object.values(columns).map((cells) => fc.constantFrom(...cells)));
    return fc.record({
      format: fc.constant(format),
      table: fc
        .array(row, { minLength: 1, maxLength: 9 })
        .map((rows) => [Object.keys(columns), ...rows]),
      written: fc.constantFrom('commas', 'semicolons', 'workbook'),
      twins: fc.constantFrom('first', 'last', 'each', 'open'),
    });
  });

/** Returns the bytes of a drawn file. */
function bytesOf({ table, written }: Drawn): Buffer {
  if (written === 'workbook') return workbook(textRows(table));
  const lines = table.map((cells) => csvLine(cells));
  if (written === 'commas') return Buffer.from(lines.join(''));
  // No drawn cell has a semicolon, and the commas of prices stay within one.
  return Buffer.from(table.map((cells) => `${cells.join(';')}\r\n`).join(''));
}

/** Returns the rows of a file that have content. A row that only adds to another one's product counts as that. */
function rowsOf({ table }: Drawn): number[] {
  return table.flatMap((cells, at) =>
    at > 0 && cells.some((cell) => cell.trim() !== '') ? [at + 1] : [],
  );
}

/** Columns that only a size of a product has, by the formats that may write a product's name above its sizes. */
const OF_SIZES: Record<string, readonly string[]> = {
  Shopify: ['Variant Price', 'Option1 Value', 'Variant Inventory Qty'],
  Square: ['Price', 'Variation Name', 'Current Quantity Ikeja'],
  'a list with sizes': ['Price', 'Size', 'Qty'],
};

/** Returns the rows that only add to a product whose sizes are in other rows. */
function joinedRows({ format, table }: Drawn): Set<number> {
  const [headings = [], ...rows] = table;
  const cell = (row: readonly string[] | undefined, heading: string) =>
    row?.[headings.indexOf(heading)]?.trim() ?? '';
  const isAbove = (at: number) =>
    format !== 'a list with sizes' ||
    (!cell(rows[at + 1], 'Perfume') && cell(rows[at + 1], 'Size') !== '');
  const isParent = (row: readonly string[]) =>
    format === 'WooCommerce' &&
    !cell(row, 'Parent') &&
    rows.some((other) => cell(other, 'Parent') !== '');
  const joined = rows.flatMap((row, at) => {
    const isAlone = OF_SIZES[format]?.every((heading) => !cell(row, heading)) && isAbove(at);
    return isAlone || isParent(row) ? at + 2 : [];
  });
  return new Set(joined);
}

const ANSWERS = {
  currency: 'NGN',
  stock: 4,
  unpriced: 'leave-out',
  commas: 'split',
  pictures: 'leave',
  known: 'new',
} as const;

/** Returns the rows of the products that the last import wrote. */
async function takenRows(): Promise<number[]> {
  const { rows } = await shop.services.db.execute<{ row: number }>(sql`
    select row from import_products where import_id = (select id from imports order by created_at desc limit 1)`);
  return rows.map(({ row }) => row);
}

/** Fails if a row is neither imported nor named, or both. */
function expectWhole(drawn: Drawn, taken: readonly number[], named: readonly number[]) {
  expect(new Set(taken).size, 'a row makes one product').toBe(taken.length);
  expect(taken.filter((row) => named.includes(row))).toEqual([]);
  expectCounted(drawn, [...taken, ...named]);
}

function expectCounted(drawn: Drawn, counted: readonly number[]) {
  const known = new Set([...counted, ...joinedRows(drawn)]);
  const lost = rowsOf(drawn).filter((row) => !known.has(row));
  expect(lost, 'rows that are in no count').toEqual([]);
}

/** Fails if a row of a preview is neither new nor named nor asked about. */
async function expectPreviewed(drawn: Drawn, { import: { id, view } }: ImportDetails) {
  const asks = view?.asks ?? [];
  // The page stores the first rows of a question.
  if (asks.some(({ count, rows }) => count > rows.length)) return;
  const { rows: listed } = await shop.services.db.execute<{ row: number }>(sql`
    select row from import_rows where import_id = ${id} and kind in ('new', 'fault', 'left-out')`);
  expectCounted(drawn, [...listed.map(({ row }) => row), ...asks.flatMap(({ rows }) => rows)]);
}

async function empty() {
  await shop.empty();
  await shop.services.db.execute(sql`truncate imports, import_mappings cascade`);
}

test('the page imports or names each row, from the bytes to the database and back', async () => {
  await fc.assert(
    fc.asyncProperty(DRAWN, async (drawn) => {
      await empty();
      const id = await shop.upload(bytesOf(drawn));
      const read = await shop.see(id);
      // Every row of such a table lacks a name, or is a total.
      if (read.import.trouble !== null) return;
      await expectPreviewed(drawn, read);
      const { twins } = drawn;
      const asked = read.import.view?.asks.length ?? 0;
      if (asked > 0) {
        const answers = twins === 'open' ? ANSWERS : { ...ANSWERS, twins };
        const answered = await shop.answer(id, answers);
        const kinds = new Set(answered.import.view?.asks.map(({ kind }) => kind));
        if (twins === 'open' && kinds.delete('twins')) {
          expect([...kinds]).toEqual([]);
          return expectPreviewed(drawn, answered);
        }
        expect([...kinds]).toEqual([]);
      }
      const { rows: told } = await shop.services.db.execute<{ row: number }>(
        sql`select row from import_rows where import_id = ${id} and kind in ('fault', 'left-out')`,
      );
      const view = (await shop.see(id)).import.view;
      if (!view || view.products === 0) {
        return expectWhole(
          drawn,
          [],
          told.map(({ row }) => row),
        );
      }
      await shop.start(id);
      expectWhole(
        drawn,
        await takenRows(),
        told.map(({ row }) => row),
      );
      await shop.undo(id);
      expect(await shop.rows()).toEqual([]);
    }),
    { numRuns: ROUNDS.drawnFiles },
  );
});

test('the command imports or names each row, from the bytes to the database', async () => {
  const catalogue = runOn(shop, 'catalogue');
  await fc.assert(
    fc.asyncProperty(DRAWN, async (drawn) => {
      await empty();
      const file = join(shop.folder, drawn.written === 'workbook' ? 'drawn.xlsx' : 'drawn.csv');
      await writeFile(file, bytesOf(drawn));
      const answers = drawn.format.startsWith('our own')
        ? []
        : [
            '--yes',
            ...Object.entries(ANSWERS).flatMap(([name, value]) => [`--${name}`, String(value)]),
          ];
      const printed = await catalogue(
        ...['import', file, '--partial', '--by', 'Bola'],
        ...(drawn.twins === 'open' ? [] : ['--twins', drawn.twins]),
        ...answers,
      );
      const leftOut = [...printed.stdout.matchAll(/^Left out:\n((?: {2}.*\n)*)/gm)];
      const told = [...leftOut.map(([, lines]) => lines), printed.stderr].join('');
      const named = [...told.matchAll(/^ *row (\d+)\b/gm)].map(([, row]) => Number(row));
      expectWhole(drawn, await takenRows(), named);
    }),
    { numRuns: Math.ceil(ROUNDS.drawnFiles / 5) },
  );
});
