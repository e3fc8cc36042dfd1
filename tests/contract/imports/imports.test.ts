import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { workbook } from '#backend/merchant-files/tables/xlsx/xlsx.harness.ts';
import { zip } from '#backend/merchant-files/tables/xlsx/zip.harness.ts';
import { answerImport, dropImport, startImport } from '#backend/products/files/jobs/imports.ts';
import { previewOf } from '#backend/products/files/jobs/queries.ts';
import { receiveUpload } from '#backend/products/files/jobs/upload.ts';
import { questionOf } from '#backend/products/files/understanding/questions.ts';
import { BOLA } from '../shop.harness.ts';
import { bytesOf, type ImportShop, openImportShop, picture, value } from './imports.harness.ts';

let shop: ImportShop;
beforeAll(async () => {
  shop = await openImportShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  await shop.empty();
  await shop.services.db.execute(sql`truncate imports, import_mappings cascade`);
});

const db = () => shop.services.db;
const preview = async (id: string, kind: Parameters<typeof previewOf>[3]['kind']) =>
  value(await previewOf(db(), id, BOLA, { kind }));

const LIST = [
  'PRICE LIST,,',
  'Perfume,Selling Price,Qty',
  'Lattafa Asad 100ml EDP,"₦38,500",12',
  'Lattafa Asad 50ml,25k,Available',
  'TOTAL,,12',
].join('\n');

describe('an import from the back office', () => {
  test('reads the file of another program, asks, shows the result in advance, and writes it', async () => {
    const file = LIST;
    const id = await shop.upload(file, 'woocommerce.csv');
    const asked = await shop.see(id);
    expect(asked.import).toMatchObject({ state: 'asking', trouble: null, kind: 'csv' });
    const view = asked.import.view;
    expect(view?.asks.length).toBeGreaterThan(0);
    expect(view?.columns.find(({ field }) => field === 'name')?.examples.length).toBeGreaterThan(0);
    expect(
      await startImport(db(), id, { actor: BOLA, version: asked.import.version }),
    ).toMatchObject({
      refusal: { code: 'conflict', message: 'Answer what is asked first.' },
    });
    const answers = { stock: 3, pictures: 'leave', known: 'new', commas: 'split' } as const;
    const answered = await shop.answer(id, { ...answers, unpriced: 'leave-out' });
    expect(answered.import.view?.asks).toEqual([]);
    const before = await preview(id, 'new');
    expect(before).toHaveLength(answered.import.view?.new ?? -1);
    expect(await shop.rows()).toEqual([]);
    const done = await shop.start(id);
    expect(done.import).toMatchObject({
      state: 'done',
      totals: { new: before.length, changed: 0 },
    });
    expect((await shop.rows()).map(({ id }) => id)).toEqual(before.map(({ shown }) => shown.id));
    await shop.expectSound();
  });

  test('takes a workbook', async () => {
    const row = (...cells: string[]) =>
      `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
    const book = workbook(row('Perfume', 'Price', 'Qty') + row('Oud', '₦5,000', '2'));
    const done = await shop.whole(book);
    expect(done.import).toMatchObject({ kind: 'xlsx', state: 'done', totals: { new: 1 } });
    expect(await shop.rows()).toMatchObject([{ name: 'Oud', priceKobo: 500_000, stock: 2 }]);
  });

  test.each([
    ['a list', ['Perfume', 'Price', 'Qty'], '₦5000'],
    ['our own columns', ['name', 'price', 'stock'], '5000'],
  ])('asks once whether hidden rows and columns are taken: %s', async (_, headings, price) => {
    const cells = (texts: readonly string[]) =>
      texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    const book = workbook(
      [
        `<row>${cells([...headings, 'description'])}</row>`,
        `<row>${cells(['Oud', price, '2', 'Ours.'])}</row>`,
        `<row hidden="1">${cells(['Musk', price, '2', 'Ours.'])}</row>`,
      ].join(''),
      { columns: '<col min="4" max="9" hidden="1"/>' },
    );
    const id = await shop.upload(book);
    const { asks = [], faults } = (await shop.see(id)).import.view ?? {};
    expect(asks.map(questionOf)).toEqual([
      'The file has 1 hidden row and 1 hidden column. Take them, too?',
    ]);
    expect(faults).toBe(0);
    const left = await shop.answer(id, { hidden: 'leave' });
    expect(left.import.view).toMatchObject({ asks: [], rows: 2, products: 1, leftOut: 1 });
    expect(await preview(id, 'left-out')).toMatchObject([
      { row: 3, shown: { words: 'hidden in the file' } },
    ]);
    expect((await shop.start(id)).import.totals).toMatchObject({ new: 1, leftOut: 1 });
    expect(await shop.rows()).toMatchObject([{ name: 'Oud', description: '' }]);
    await shop.empty();
    expect((await shop.whole(book, { hidden: 'take' })).import.totals).toMatchObject({ new: 2 });
    expect(await shop.rows()).toMatchObject([{ description: 'Ours.' }, { name: 'Oud' }]);
  });

  test('says how many rows wait for an answer, and names no false faults', async () => {
    const id = await shop.upload('Perfume,Price,Qty\nOud,₦5000,2\nMusk,₦6000,Some\n');
    expect((await shop.see(id)).import.view).toMatchObject({ products: 1, waiting: 1, faults: 0 });
    const all = await shop.upload('Perfume,Price,Qty\nMusk,₦6000,Some\n');
    expect((await shop.see(all)).import.view).toMatchObject({ products: 0, waiting: 1, faults: 0 });
    const own = await shop.upload('id,name,price\na,A,1\na,B,2\n');
    expect((await shop.see(own)).import.view).toMatchObject({ waiting: 2, faults: 0 });
  });

  test('stores a cell’s displayed text in a text field, and its value in a number field', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const headings = ['name', 'price', 'stock', 'batch', 'nafdac_number', 'importer'].map(cell);
    const number = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
    const book = workbook(
      [
        row(...headings),
        row(cell('A'), number(4, '38500.5'), number(4, '5'), number(1, '123'), number(2, '41234')),
        row(
          cell('B'),
          number(3, '100'),
          number(3, '7'),
          number(3, '1.1'),
          number(0, '12345678901234567'),
        ),
        row(cell('C'), number(0, '1'), number(0, '1'), number(5, '0.15'), number(0, '6.291E+12')),
      ].join(''),
      { formats: ['000000', '00"-"0000', '0.00', '0', '0%'] },
    );
    expect((await shop.whole(book)).import.totals).toMatchObject({ new: 3, faults: 0 });
    expect(await shop.rows()).toMatchObject([
      { name: 'A', priceKobo: 3_850_050, stock: 5, batch: '000123', nafdacNumber: '04-1234' },
      { name: 'B', priceKobo: 10_000, stock: 7, batch: '1.10', nafdacNumber: '12345678901234567' },
      { name: 'C', batch: '15%', nafdacNumber: '6291000000000' },
    ]);
  });

  test('an error of the spreadsheet is a fault of its row', async () => {
    const rows = ['#REF!,₦5000,2', '#REF!,₦6000,2', 'Oud #N/A,₦7000,2', 'Musk #1,₦8000,2'];
    const id = await shop.upload(`Perfume,Price,Qty\n${rows.join('\n')}\n`);
    expect((await shop.see(id)).import.view).toMatchObject({ asks: [], new: 1, faults: 3 });
    expect(await preview(id, 'fault')).toMatchObject(
      [2, 3, 4].map((row) => ({
        row,
        shown: { column: 'name', words: expect.stringContaining('an error of the spreadsheet') },
      })),
    );
  });

  test('remembers the mapping for the next file of the same headings', async () => {
    const odd = 'Scent,Naira,Left\nOud,5000,2\n';
    const id = await shop.upload(odd);
    const { import: unknown } = await shop.see(id);
    expect(unknown.trouble).toContain('does not know these headings');
    expect(unknown.view?.columns).toEqual([
      { heading: 'Scent', field: null, examples: ['Oud'] },
      { heading: 'Naira', field: null, examples: ['5000'] },
      { heading: 'Left', field: null, examples: ['2'] },
    ]);
    const columns = { Scent: 'name', Naira: 'price', Left: 'stock' } as const;
    value(await answerImport(db(), id, { actor: BOLA, version: unknown.version, columns }));
    await shop.work();
    expect((await shop.start(id)).import.state).toBe('done');
    const next = await shop.see(await shop.upload('Left,Scent,Naira\n7,Musk,900\n'));
    expect(next.import).toMatchObject({
      trouble: null,
      view: { remembered: true, new: 1, asks: [] },
    });
  });

  test('the same file again changes nothing', async () => {
    const first = await shop.whole(LIST, { stock: 1 });
    expect(first.import.totals).toMatchObject({ new: 2, leftOut: 1 });
    const traces = await shop.traces();
    const second = await shop.whole(LIST, { stock: 1 });
    expect(second.import.totals).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
    expect(second.sameAs?.id).toBe(first.import.id);
    expect(await shop.traces()).toEqual(traces);
  });

  test('two at once wait for each other', async () => {
    const ids = [await shop.upload('id,name,price\na,A,1\n'), await shop.upload('id,price\na,2\n')];
    for (const id of ids) {
      const { version } = (await shop.see(id)).import;
      value(await startImport(db(), id, { actor: BOLA, version }));
    }
    await Promise.all([shop.work(), shop.work()]);
    const ended = await Promise.all(ids.map(shop.see));
    expect(ended.map((one) => one.import.state)).toEqual(['done', 'done']);
    expect(await shop.rows()).toMatchObject([{ id: 'a', priceKobo: 200 }]);
  });

  test.each([
    ['our own columns', 'name,brand,price,stock'],
    ['a list', 'Perfume,Brand,Price,Qty'],
  ])('asks which of two rows for one product to use: %s', async (_, head) => {
    const file = `${head}\nTwin,Kano,10000,5\nTwin,Kano,12000,3\nTwin,Kano,12000,3\nSolo,Kano,9000,2\n`;
    const became: [answer: 'first' | 'last' | 'each', [string, number][], leftOut: number[]][] = [
      [
        'first',
        [
          ['Solo', 9000],
          ['Twin', 10000],
        ],
        [3, 4],
      ],
      [
        'last',
        [
          ['Solo', 9000],
          ['Twin', 12000],
        ],
        [2, 4],
      ],
      [
        'each',
        [
          ['Solo', 9000],
          ['Twin', 10000],
          ['Twin, 2', 12000],
        ],
        [4],
      ],
    ];
    for (const [twins, products, leftOut] of became) {
      await shop.empty();
      const id = await shop.upload(file);
      const { asks = [] } = (await shop.see(id)).import.view ?? {};
      const ask = asks.find(({ kind }) => kind === 'twins');
      expect(ask).toMatchObject({ kind: 'twins', rows: [2, 3, 4] });
      expect(ask && questionOf(ask)).toBe(
        `Some products have several rows, such as '${ask?.about}' (rows 2, 3, 4). Which row counts, or are they different sizes?`,
      );
      const { import: answered } = await shop.answer(id, { twins, currency: 'NGN' });
      expect(answered.view).toMatchObject({
        new: products.length,
        leftOut: leftOut.length,
        faults: 0,
      });
      expect((await preview(id, 'left-out')).map(({ row }) => row).toSorted()).toEqual(leftOut);
      await shop.start(id);
      const rows = await shop.rows();
      expect(rows.map(({ name, priceKobo }) => [name, priceKobo / 100])).toEqual(products);
    }
    const sizes = (await shop.rows()).slice(1);
    expect(new Set(sizes.map(({ group }) => group)).size).toBe(1);
  });

  test('asks once whether prices are naira, and remembers it with the columns', async () => {
    const id = await shop.upload('Perfume,Price,Qty\nOud,5000,2\n');
    const [ask] = (await shop.see(id)).import.view?.asks ?? [];
    expect(ask && questionOf(ask)).toBe('The file does not name a currency. Are these naira?');
    await shop.answer(id, { currency: 'NGN' });
    await shop.start(id);
    const { import: next } = await shop.see(
      await shop.upload('Qty,Perfume,Price\n7,Musk,900\n2,Rose,7000\n'),
    );
    expect(next).toMatchObject({ answers: { currency: 'NGN' }, view: { new: 2, asks: [] } });
    const odd = await shop.see(await shop.upload('Qty,Perfume,Price\n7,Musk,45\n2,Rose,39.99\n'));
    expect(odd.import.view?.asks).toMatchObject([{ kind: 'money', about: '', count: 2 }]);
    expect(odd.import.answers).toEqual({});
    await shop.answer(odd.import.id, { currency: 'USD', rates: { USD: 1600 } });
    await shop.start(odd.import.id);
    const back = await shop.see(await shop.upload('Qty,Perfume,Price\n7,Musk,45000\n'));
    expect(back.import.view?.asks).toMatchObject([{ kind: 'money', about: 'NGN' }]);
  });

  test('never takes dollars for naira that only the format of a cell names', async () => {
    const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
    const row = (name: string, price: number, style: number) =>
      `<row>${text(name)}<c s="${style}"><v>${price}</v></c>${text('1')}</row>`;
    const codes = ['[$$-409]#,##0.00', '"£"#,##0', '[$€] #,##0', '#,##0 [$AED]', '[$₦-468]#,##0'];
    const book = workbook(
      `<row>${['Perfume', 'Price', 'Qty'].map(text).join('')}</row>${codes.map((_, at) => row(`Oud ${at}`, 95, at + 1)).join('')}`,
      { formats: codes },
    );
    const { view } = (await shop.see(await shop.upload(book))).import;
    expect(view?.asks.map(({ kind, about }) => [kind, about])).toEqual([
      ['currency', 'USD'],
      ['currency', 'GBP'],
      ['currency', 'EUR'],
      ['currency', 'AED'],
    ]);
    expect(view?.new).toBe(1);
  });

  test('takes Name and Price as a handmade list, and name and price as our own columns', async () => {
    const theirs = await shop.see(await shop.upload('Name,Brand,Price,Stock\nOud,Kano,95,3\n'));
    expect(theirs.import.view?.asks).toMatchObject([{ kind: 'money', about: '' }]);
    const ours = await shop.see(await shop.upload('name,brand,price,stock\nOud,Kano,95,3\n'));
    expect(ours.import.view).toMatchObject({ format: null, asks: [] });
  });

  test('leaves out faulty rows, and names them', async () => {
    const id = await shop.upload('id,name,price\na,A,1\nb,B,much\n');
    expect((await preview(id, 'fault')).map(({ row, shown }) => [row, shown.column])).toEqual([
      [3, 'price'],
    ]);
    expect((await shop.start(id)).import.totals).toMatchObject({ new: 1, faults: 1 });
  });

  test('does not write a set with an unknown part', async () => {
    const id = await shop.upload('id,name,price,set_parts\na,A,1,nobody\nb,B,1,\n');
    expect((await shop.see(id)).import.view).toMatchObject({ rows: 2, new: 1, faults: 1 });
    expect((await shop.start(id)).import.totals).toMatchObject({ new: 1, faults: 1 });
    expect((await shop.rows()).map(({ id }) => id)).toEqual(['b']);
  });

  test('has pages of the preview, and deletes imports that nobody starts', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `p-${at},P ${at},1`).join('\n');
    const id = await shop.upload(`id,name,price\n${rows}\n`);
    const third = value(await previewOf(db(), id, BOLA, { kind: 'new', offset: 100 }));
    expect(third.map(({ place }) => place)).toEqual(
      Array.from({ length: 20 }, (_, at) => 100 + at),
    );
    expect(await dropImport(db(), id, { actor: BOLA })).toMatchObject({ ok: true });
    const { rows: left } = await db().execute(sql`select from import_rows`);
    expect(left).toEqual([]);
  });

  test('needs an owner, and an outdated form does nothing', async () => {
    const actor = { name: 'Chidi', role: 'packer' } as const;
    const forbidden = { ok: false, refusal: { code: 'forbidden' } };
    expect(await receiveUpload(db(), bytesOf('x'), { fileName: 'a', actor })).toMatchObject(
      forbidden,
    );
    const id = await shop.upload('id,name,price\na,A,1\n');
    const { version } = (await shop.see(id)).import;
    expect(await startImport(db(), id, { actor, version })).toMatchObject(forbidden);
    expect(await startImport(db(), id, { actor: BOLA, version: version - 1 })).toMatchObject({
      refusal: { code: 'stale' },
    });
  });

  test('refuses too large and empty files, and stores nothing of them', async () => {
    const much = bytesOf(Buffer.alloc(21 * 1024 * 1024, 'a'));
    const refused = await receiveUpload(db(), much, { fileName: 'big.csv', actor: BOLA });
    expect(refused).toMatchObject({ refusal: { code: 'too_large' } });
    expect(await receiveUpload(db(), bytesOf(''), { fileName: 'a', actor: BOLA })).toMatchObject({
      refusal: { code: 'invalid' },
    });
    const { rows } = await db().execute(sql`select from import_parts`);
    expect(rows).toEqual([]);
  });
});

describe('a ZIP with pictures', () => {
  test('its sheet names them, without regard to capitals and folders', async () => {
    const file = zip({
      'pictures/Red.PNG': await picture('#f80808'),
      'blue.png': await picture('#0808f8'),
      'broken.jpg': 'no picture',
      '__MACOSX/._blue.png': 'x',
      'list.csv':
        'id,name,price,pictures\na,A,1,red.png|blue.png\nb,B,1,broken.jpg\nc,C,1,no.png\n',
    });
    const id = await shop.upload(file, 'all.zip');
    const warnings = await preview(id, 'warning');
    const ofPictures = warnings.filter(({ shown }) => shown.column === 'pictures');
    expect(ofPictures.map(({ row, shown }) => [row, shown.words])).toEqual([
      [3, expect.stringContaining('names broken.jpg, which is not a JPEG')],
      [4, 'names no.png, which is not in the ZIP'],
    ]);
    await shop.start(id);
    const { rows } = await db().execute<{ id: string; color: string }>(sql`
      select product_id as id, color from product_pictures join media on hash = media_hash order by product_id, position`);
    expect(rows).toEqual([
      { id: 'a', color: '#f80808' },
      { id: 'a', color: '#0808f8' },
    ]);
    await shop.expectSound();
  });

  test.each([
    ['two sheets', { 'a.csv': 'x', 'b.csv': 'x' }, /has 2 sheets \(a.csv, b.csv\)/],
    ['no sheet', { 'a.png': 'x' }, /has no sheet/],
    ['a way out of it', { '../a.csv': 'x' }, /damaged/],
    ['a password', { 'a.csv': { content: 'x', encrypted: true } }, /password/],
    [
      'a sheet that is larger than it says',
      { 'a.csv': { content: 'x'.repeat(9), claims: 2 } },
      /damaged/,
    ],
    [
      'a sheet that says it is too large',
      { 'a.csv': { content: 'x', claims: 30_000_000 } },
      /larger than 20 MB/,
    ],
  ])('with %s is refused in words', async (_, files, words) => {
    const id = await shop.upload(zip(files), 'a.zip');
    expect((await shop.see(id)).import).toMatchObject({
      state: 'asking',
      trouble: expect.stringMatching(words),
    });
  });
});
