import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workbook } from '#backend/merchant-files/tables/xlsx/xlsx.harness.ts';
import { type CatalogueShop, openCatalogueShop } from '../contract/catalogue/catalogue.harness.ts';
import { runOn } from './command.harness.ts';

let shop: CatalogueShop;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openCatalogueShop();
  run = runOn(shop, 'catalogue');
});
afterAll(() => shop.close());

const LIST = [
  'PRICE LIST,,,',
  'Perfume,Selling Price,Qty,Picture',
  'Lattafa Asad 100ml EDP,"₦38,500",12,https://pictures.invalid/asad.jpg',
  'Lattafa Asad 50ml,25k,Available,',
  'Fenty 75ml,Call,1,',
  'TOTAL,,13,',
].join('\n');

// Each run of the command takes seconds on a busy machine.
describe('npm run catalogue -- import, with a handmade list', {
  timeout: 180_000,
}, () => {
  const ANSWERS = ['--stock', '4', '--unpriced', 'leave-out'] as const;

  test('asks once for all rows, and writes nothing before the answer', async () => {
    const file = join(shop.folder, 'list.csv');
    await writeFile(file, LIST);
    const asked = await run('import', file);
    expect(asked).toMatchObject({
      code: 1,
      stderr: 'Nothing was written. Add the answers to the same command.\n',
    });
    for (const line of [
      'Read as your own list: 4 rows. 1 product of 1 row, 1 left out, 2 to be asked about.',
      '  Selling Price → price',
      "  The stock says 'Available' (row 4). How many units are there?",
      "  The price says 'Call' (row 5).",
      '  Pictures are at pictures.invalid (1 product). Download them?',
      '  row 6, TOTAL: a line of totals',
    ]) {
      expect(asked.stdout).toContain(line);
    }
    expect(await shop.rows()).toEqual([]);
    expect(await run('import', file, ...ANSWERS, '--pictures', 'fetch')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('If that is meant, add --yes. Nothing was changed.'),
    });
  });

  test('groups sizes, leaves pictures to the background, and changes nothing the second time', async () => {
    const file = join(shop.folder, 'list.csv');
    const given = ['import', file, ...ANSWERS, '--pictures', 'fetch', '--yes'] as const;
    const first = await run(...given);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 rows: 2 new, 0 changed, 0 unchanged, 0 removed.'),
    });
    const [, id = ''] =
      /1 picture to download: .* imports pictures (imp_\w+)/.exec(first.stdout) ?? [];
    expect((await run('imports', 'pictures', id)).stdout).toContain(
      '1 picture: 0 there, 1 waiting',
    );
    const shared = { brand: 'Lattafa', name: 'Lattafa Asad', group: 'lattafa-asad' };
    expect(await shop.rows()).toMatchObject([
      { ...shared, id: 'lattafa-asad-100-ml', priceKobo: 3_850_000, stock: 12, sizeMl: 100 },
      { ...shared, id: 'lattafa-asad-50-ml', priceKobo: 2_500_000, stock: 4, sizeMl: 50 },
    ]);
    expect((await run(...given)).stdout).toContain('2 rows: 0 new, 0 changed, 2 unchanged');
    await shop.expectSound();
  });

  test('asks whether a product under another id is the same one', async () => {
    const file = join(shop.folder, 'shopify.csv');
    await writeFile(
      file,
      'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty\nasad-big,Asad,Lattafa,Title,Default Title,40000,3\n',
    );
    const { stdout } = await run('import', file);
    expect(stdout).toContain("The shop has 'lattafa-asad-100-ml' with the same name (row 2).");
    expect(
      await run('import', file, '--known', 'same', '--currency', 'NGN', '--yes'),
    ).toMatchObject({ code: 0 });
    expect(await shop.rows()).toMatchObject([
      { id: 'lattafa-asad-100-ml', priceKobo: 4_000_000, stock: 3, name: 'Asad' },
      { id: 'lattafa-asad-50-ml' },
    ]);
  });

  test('is listed, and undone completely, except for later changes', async () => {
    const before = await shop.exportText();
    const file = join(shop.folder, 'more.csv');
    await writeFile(file, 'Perfume,Price,Qty\nOud,5000,2\nMusk,4000,2\n');
    const { stdout } = await run('import', file, '--currency', 'NGN', '--yes', '--by', 'Bola');
    const [, id = ''] = /imports undo (imp_\w+)/.exec(stdout) ?? [];
    expect((await run('imports')).stdout).toMatch(
      new RegExp(`^${id} .* done  Bola  more.csv  2 new, 0 changed, 0 unchanged$`, 'm'),
    );
    await run('set', 'musk', 'price=4500');
    expect((await run('imports', 'undo', id)).stdout).toBe(
      '1 product as before the import.\nmusk was edited since (Price): it stays as it is\n',
    );
    expect((await run('imports', 'undo', id)).stderr).toContain('It was undone.');
    await run('delete', 'musk');
    expect(await shop.exportText()).toBe(before);
    expect((await run('imports', 'redo', id)).stderr).toContain(
      "takes undo or pictures, and not 'redo'",
    );
  });

  test('names unknown headings, and how to map them', async () => {
    const file = join(shop.folder, 'odd.csv');
    await writeFile(file, 'Duft,Haus,Betrag\nOud,Kano,5000\n');
    expect(await run('check', file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /known as the name of a product: Duft, Haus, Betrag\.\nSay what they are: --columns "Duft=…, Haus=…, Betrag=…"/,
      ),
    });
    const columns = ['--columns', 'Duft=name, Haus=brand, Betrag=price'];
    expect(await run('check', file, ...columns, '--currency', 'NGN', '--stock', '1')).toMatchObject(
      { code: 0 },
    );
  });

  test('asks about hidden rows before it reads them, and names merged cells', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = (...headings: string[]) =>
      workbook(
        `<row>${headings.map(cell).join('')}</row><row>${['Oud', '₦5,000', '2', 'x'].map(cell).join('')}</row><row hidden="1">${['Musk', '₦5,000', '2'].map(cell).join('')}</row>`,
        { merged: ['D2:D3'] },
      );
    const file = join(shop.folder, 'hidden.xlsx');
    for (const headings of [
      ['Perfume', 'Price', 'Qty', 'description'],
      ['name', 'price', 'stock', 'description'],
    ]) {
      await writeFile(file, rows(...headings));
      const asked = await run('check', file);
      expect(asked.code).toBe(1);
      expect(asked.stdout + asked.stderr).toContain(
        'The file has 1 hidden row. Take them, too? --hidden take or --hidden leave',
      );
      const left = await run('check', file, '--hidden', 'leave');
      expect(left.stdout).toMatch(/row 3.* hidden in the file[\s\S]*1 (?:product|row), no faults/);
      expect(left.stderr).toContain('Merged cells count for each of their rows: D2:D3.');
    }
  });

  test('an answer for a file with the shop’s own columns is refused', async () => {
    const file = join(shop.folder, 'own.csv');
    await writeFile(file, 'id,price\nlattafa-asad-50-ml,26000\n');
    expect(await run('import', file, '--stock', '1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "--stock is for files of other programs, and this one has the shop's own columns.",
      ),
    });
  });
});
