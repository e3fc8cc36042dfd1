import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTable } from '#backend/merchant-files/tables/open-table.ts';
import { type Answers, NO_ANSWERS } from './answers.ts';
import { readHeadings } from './products.ts';
import { questionOf } from './questions.ts';
import { type Understood, understand } from './understand.ts';

const folder = new URL('files/', import.meta.url);

async function read(file: string, answers: Answers = NO_ANSWERS): Promise<Understood | undefined> {
  const { rows } = await openTable(new URL(file, folder).pathname);
  const { headings, lines } = await readHeadings(rows);
  return headings.table && understand(headings.table, lines, { answers });
}

const NAIRA = 'The file does not name a currency. Are these naira?';
const PROGRAM =
  'This looks like a file of another program, which the shop cannot read in full. It would leave out …, and each size may become a product of its own. Import the rest?';

/** The result for each file without an answer: its rows, those taken, asked about and named, and the questions. */
const FILES: Record<string, [counts: [number, number, number, number], ...questions: string[]]> = {
  'given/currency.xlsx': [
    [6, 1, 5, 0],
    'Prices are in USD (rows 2, 7). What is one USD in naira?',
    'Prices are in GBP (row 3). What is one GBP in naira?',
    'Prices are in EUR (row 4). What is one EUR in naira?',
    'Prices are in AED (row 6). What is one AED in naira?',
  ],
  'given/id-list.csv': [[2, 2, 0, 0], NAIRA],
  'given/id-list2.csv': [[2, 2, 0, 0], NAIRA],
  'given/litre.csv': [[2, 2, 0, 0], NAIRA],
  'given/merged.xlsx': [
    [6, 0, 6, 0],
    NAIRA,
    'The stock says nothing (rows 4, 5, 6, 7, 8 and 1 more). How many units are there?',
  ],
  'given/sale.csv': [[1, 1, 0, 0], NAIRA],
  'given/shopify-present.csv': [
    [4, 3, 0, 1],
    NAIRA,
    'Pictures are at a.example (1 product). Download them?',
  ],
  'given/shopify-two-options.csv': [[3, 3, 0, 0], NAIRA],
  'given/twins.csv': [[3, 3, 0, 0], NAIRA],
  'given/usd-heading.csv': [
    [2, 0, 2, 0],
    'Prices are in USD (rows 2, 3). What is one USD in naira?',
  ],
  'others/bigcommerce.csv': [
    [4, 0, 3, 1],
    PROGRAM,
    'The categories have commas or slashes (rows 2, 4). Do they separate two entries?',
    NAIRA,
    'The stock says nothing (rows 2, 3, 4). How many units are there?',
  ],
  'others/ecwid.csv': [
    [5, 2, 2, 1],
    PROGRAM,
    NAIRA,
    'The price says nothing (rows 3, 4). Write prices into the file, or leave these products out.',
    'The stock says nothing (rows 3, 4). How many units are there?',
  ],
  'others/google-sheet-arabic.csv': [[3, 3, 0, 0], NAIRA],
  'others/google-sheet-french.csv': [
    [3, 0, 3, 0],
    'Prices are in XOF (rows 2, 3, 4). What is one XOF in naira?',
  ],
  'others/jumia.csv': [[3, 3, 0, 0]],
  'others/lightspeed.csv': [
    [3, 0, 3, 0],
    PROGRAM,
    NAIRA,
    'The stock says nothing (rows 2, 3, 4). How many units are there?',
  ],
  'others/loyverse.csv': [
    [5, 4, 1, 0],
    PROGRAM,
    NAIRA,
    "The price says 'variable' (row 6). Write prices into the file, or leave these products out.",
    'The stock says nothing (row 6). How many units are there?',
  ],
  'others/odoo.csv': [
    [3, 0, 2, 1],
    'The categories have commas or slashes (rows 2, 3). Do they separate two entries?',
    NAIRA,
  ],
  'others/opencart.csv': [
    [3, 2, 1, 0],
    PROGRAM,
    'The categories have commas or slashes (row 2). Do they separate two entries?',
    NAIRA,
  ],
  'others/quickbooks.csv': [[3, 2, 0, 1], NAIRA],
  'others/salla.csv': [
    [3, 2, 0, 1],
    'The file does not name a currency, and some prices are below ₦1,000 (rows 2, 3). Which currency is it?',
  ],
  'others/shopware.csv': [[3, 3, 0, 0], PROGRAM, NAIRA],
  'others/squarespace.csv': [
    [4, 0, 3, 1],
    PROGRAM,
    'The categories have commas or slashes (rows 2, 4). Do they separate two entries?',
    NAIRA,
  ],
  'others/zoho-inventory.csv': [[3, 2, 0, 1], PROGRAM],
};

it('counts each row of a merchant’s file once, and asks in words', async () => {
  const found: typeof FILES = {};
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.includes('.')) continue;
    const moved = await read(file);
    if (!moved) continue;
    const { rows, taken, leftOut, asks } = moved;
    const questions = asks.map((ask) =>
      questionOf({ ...ask, count: ask.rows.length }).replace(
        /leave out '.+, and each/,
        'leave out …, and each',
      ),
    );
    const asked = new Set(asks.flatMap((ask) => ask.rows));
    const named = new Set(leftOut.map(({ row }) => row));
    expect(named.size).toBe(leftOut.length);
    expect(rows - taken - named.size).toBeLessThanOrEqual(asked.size);
    found[file] = [[rows, taken, rows - taken - named.size, named.size], ...questions];
  }
  expect(found).toEqual(FILES);
});

/** An answer to everything, so that all rows that can be read become products. */
const ANSWERED: Answers = {
  ...NO_ANSWERS,
  ...{ currency: 'NGN', stock: 1, unpriced: 'leave-out', commas: 'split', program: 'list' },
  ...{ pictures: 'leave', twins: 'first' },
  rates: new Map([['XOF', 2.5]]),
};

it.each([
  ['given/shopify-present.csv', ['Secret draft']],
  ['others/bigcommerce.csv', ['Hidden Rose']],
  ['others/ecwid.csv', ['Musk (soon)']],
  ['others/squarespace.csv', ['Old Leather']],
  ['others/opencart.csv', ['Old Stock']],
  ['others/odoo.csv', ['Tester Oud']],
  ['others/zoho-inventory.csv', ['Black Oud']],
  ['others/lightspeed.csv', ['Old Amber']],
  ['others/shopware.csv', ['Old stock']],
  ['others/google-sheet-french.csv', ['Brouillon Oud']],
  ['others/google-sheet-arabic.csv', ['عنبر']],
  ['others/loyverse.csv', ['Old Amber']],
  ['others/jumia.csv', ['Poor Pictures Musk']],
  ['others/quickbooks.csv', ['Rasasi Hawas (deleted)']],
  ['others/salla.csv', ['عنبر قديم']],
])('puts nothing on sale that %s does not sell', async (file, hidden) => {
  const { products = [] } = (await read(file, ANSWERED)) ?? {};
  const off = products.filter(({ cells }) => cells.status !== undefined);
  expect(off.map(({ cells }) => cells.name)).toEqual(hidden);
  // Programs write 0 for no sale.
  for (const { cells } of products) expect(cells.discount).not.toBe(cells.price);
});
