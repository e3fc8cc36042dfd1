import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parts, textRows } from '#backend/merchant-files/tables/xlsx/xlsx.harness.ts';
import { zip } from '#backend/merchant-files/tables/xlsx/zip.harness.ts';
import {
  type CatalogueShop,
  openCatalogueShop,
  TWO,
} from '../contract/catalogue/catalogue.harness.ts';
import { runOn } from './command.harness.ts';

let shop: CatalogueShop;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openCatalogueShop();
  run = runOn(shop, 'catalogue');
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

const ALL_NEW =
  /^2 rows: 2 new, 0 changed, 0 unchanged, 0 removed\.\nTo take it back: npm run catalogue -- imports undo imp_\w+\n$/;

// Each test runs the command up to nine times.
describe('npm run catalogue', { timeout: 180_000 }, () => {
  test('import, export, set and check', async () => {
    const file = join(shop.folder, 'two.csv');
    await writeFile(file, `\uFEFF${TWO.replaceAll(',', ';').replaceAll('\n', '\r\n')}`);
    expect(await run('check', file)).toEqual({
      code: 0,
      stdout: '2 rows, no faults.\n',
      stderr: '',
    });
    expect(await run('import', file)).toEqual({
      code: 0,
      stdout: expect.stringMatching(ALL_NEW),
      stderr: '',
    });
    const out = join(shop.folder, 'out.jsonl');
    expect(await run('export', out)).toMatchObject({ code: 0, stdout: `Written to ${out}.\n` });
    expect(await readFile(out, 'utf8')).toContain('"tags":["rose","oud"]');
    const [printed, again] = await Promise.all([run('export'), run('import', out)]);
    expect(printed.stdout).toBe(await shop.exportText());
    expect(again.stdout).toBe('2 rows: 0 new, 0 changed, 2 unchanged, 0 removed.\n');

    expect(await run('set', 'oud', 'price=440,000', 'stock=12', 'discount=15%')).toEqual({
      code: 0,
      stdout:
        'changed  oud\n           price: 450000 → 440000\n           discount: (empty) → 15%\n           stock: 5 → 12 on hand\n',
      stderr: '',
    });
    expect(await run('set', 'oud', 'stock=12')).toMatchObject({
      stdout: 'oud has these values already.\n',
    });
    expect(await run('set', 'ouds', 'stock=12')).toEqual({
      code: 1,
      stdout: '',
      stderr: "\nThere is no product 'ouds'. Did you mean 'oud'?\nNothing was changed.\n",
    });
    expect(await run('set', 'oud', 'stock=1.5', 'prize=1')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no column 'prize'.*\nstock is '1\.5'/),
    });
  });

  test('import and check read workbooks and older CSV', async () => {
    const workbook = join(shop.folder, 'two.xlsx');
    const rows = textRows(
      TWO.trim()
        .split('\n')
        .map((line) => line.split(',')),
    );
    const sheets = [
      { name: 'Men', rows },
      { name: 'Women', rows },
    ];
    await writeFile(workbook, zip(parts(sheets)));
    expect(await run('check', workbook)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("content: 'Men', 'Women'. Choose one by --sheet NAME.\n"),
    });
    expect(await run('import', workbook, '--sheet', 'Women')).toEqual({
      code: 0,
      stdout: expect.stringMatching(ALL_NEW),
      stderr: '',
    });
    const older = join(shop.folder, 'older.csv');
    await writeFile(older, 'id,name,brand\nnomade,Nomade,Chloé\n', 'latin1');
    expect(await run('check', older)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The file is not UTF-8\. It was read as Windows-1252/),
    });
  });

  test('faults go to standard error, with exit code 1', async () => {
    const file = join(shop.folder, 'bad.csv');
    await writeFile(file, 'id,name,price,stock\nx,X,1,1\ny,Y,,1\n');
    expect(await run('import', file)).toEqual({
      code: 1,
      stdout: '1 fault in 2 rows. Nothing was written.\n',
      stderr: expect.stringMatching(/^row 3, price must not be empty: write naira such as/),
    });
    expect(await run('check', file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^row 3, price/),
    });
    expect(await shop.rows()).toEqual([]);
    expect(await run('import', '--partial', file)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^2 rows: 1 new, 0 changed, 0 unchanged, 0 removed\.\n1 fault in 2 rows\.\nTo take it back: .*\n$/,
      ),
    });
    expect(await run('import', join(shop.folder, 'none.csv'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    });
  });
});
