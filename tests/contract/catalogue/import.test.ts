import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { checkRows } from '#backend/products/files/import/check.ts';
import type { ProductChange } from '#backend/products/files/import/import.ts';
import { changeLines } from '#scripts/catalogue/report.ts';
import { faultLines } from '#scripts/csv/fault-lines.ts';
import { product } from '../shop.harness.ts';
import { type CatalogueShop, openCatalogueShop, productsIn, TWO } from './catalogue.harness.ts';

let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

const told = async () => Number((await shop.traces())?.changes);

describe('import', () => {
  test('adds new products, with defaults', async () => {
    expect(await shop.importText(TWO)).toMatchObject({ added: 2, changed: 0, written: true });
    expect(await shop.rows()).toMatchObject([
      {
        id: 'musk',
        brand: '',
        priceKobo: 900_050,
        stock: 0,
        tags: [],
        notes: null,
        source: 'merchant',
      },
      { id: 'oud', brand: 'Tom Ford', stock: 5, tags: ['rose', 'oud'], discountType: null },
    ]);
    expect((await shop.get('/api/product?search=tom%20frd%20oud')).body.products).toMatchObject([
      { id: 'oud' },
    ]);
    await shop.expectSound();
  });

  test('changes nothing when it runs again, and does not notify the site', async () => {
    await shop.importText(TWO);
    const before = await shop.traces();
    expect(await shop.importText(TWO)).toMatchObject({
      unchanged: 2,
      added: 0,
      changed: 0,
      removed: 0,
    });
    expect(await shop.traces()).toEqual(before);
  });

  test('changes only what differs', async () => {
    await shop.importText(TWO);
    const [musk] = await shop.rows();
    expect(
      await shop.importText('id,price,notes_top\noud,400000,Lime\nmusk,9000.50,\n'),
    ).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    const [sameMusk, oud] = await shop.rows();
    expect(sameMusk).toEqual(musk);
    expect(oud).toMatchObject({
      name: 'Tom Ford Oud',
      priceKobo: 40_000_000,
      notes: { top: ['Lime'], heart: [], base: [] },
      stock: 5,
    });
    await shop.importText('id,notes_top,notes_base\noud,,Oud\n');
    expect((await shop.rows())[1]?.notes).toEqual({ top: [], heart: [], base: ['Oud'] });
    await shop.importText('id,notes_base\noud,\n');
    expect((await shop.rows())[1]?.notes).toBeNull();
    await shop.expectSound();
  });

  test('makes the search find a product only by its new words', async () => {
    await shop.importText(TWO);
    await shop.importText('id,name,tags\noud,Ambergris,vetiver\n');
    const wordsOf = async (id: string) => {
      const { rows: found } = await shop.services.db.execute<{ word: string }>(
        sql`select word from product_words where product_id = ${id}`,
      );
      return found.map(({ word }) => word);
    };
    expect(await wordsOf('oud')).toEqual(expect.arrayContaining(['ambergris', 'vetiver']));
    expect(await wordsOf('oud')).not.toContain('oud');
    await shop.services.db.execute(sql`update products set name = 'Neroli' where id = 'oud'`);
    expect(await wordsOf('oud')).toContain('neroli');
  });

  test('writes nothing if there is any fault', async () => {
    await shop.importText(TWO);
    const before = await shop.traces();
    for (const [text, fault] of [
      ['id,name,price\nnew,New,1\noud,,1\n', /^row 3, name must not be empty/],
      ['id,price\nmusk,1\nnew,1\n', /^row 3, name is missing, and 'new' is a new product/],
      ['id,name\nmusk,M\nnew,New\n', /^row 3, price is missing/],
      ['id,discount\nmusk,1\noud,450001\n', /^row 3, discount is more than the price/],
      [
        'id,discount,discount_until\noud,,2026-12-24\n',
        /^row 2, discount_until is set, but there is no discount/,
      ],
      [
        'id,discount_until\noud,2026-12-24\n',
        /^row 2, discount_until is set, but there is no discount/,
      ],
      [
        'id,price,pictures\nmusk,1,\noud,1,gone.jpg\n',
        /^row 3, pictures names gone.jpg, which does not exist/,
      ],
      [`id,price,pictures\noud,1,/media/${'f'.repeat(40)}\n`, /is not a picture of this shop/],
      ['id,price,pictures\noud,1,https://cdn.example/a.jpg\n', /setting PICTURE_HOSTS$/],
      ['', /^The file has no products/],
      ['id,name\n', /^The file has no products/],
    ] as const) {
      const report = await shop.importText(text, { deleteMissing: true });
      expect(faultLines(report.faults)).toEqual([expect.stringMatching(fault)]);
      expect(report.written).toBe(false);
    }
    const twins = await shop.importText('id,price\nmusk,1\noud,1\nmusk,2\n');
    expect(faultLines(twins.faults)).toEqual([
      expect.stringMatching(/^row 2, id 'musk' is also the id of row 4/),
      expect.stringMatching(/^row 4, id 'musk' is also the id of row 2/),
    ]);
    await expect(shop.importText('id,prize\noud,1')).rejects.toThrow("Did you mean 'price'?");
    await expect(shop.importText('id,price\nmusk,1\n"oud,1')).rejects.toThrow('nothing closes it');
    expect(await shop.traces()).toEqual(before);
  });

  test('with --partial writes the valid rows; two rows with one id are both invalid', async () => {
    await shop.importText(TWO);
    const text = 'id,price\nmusk,1\noud,x\nnew,1\noud,2\n';
    const report = await shop.importText(text, { partial: true });
    expect(report).toMatchObject({ written: true, changed: 1, rows: 4, faults: { count: 4 } });
    expect((await shop.rows()).map((row) => row.priceKobo)).toEqual([100, 45_000_000]);
    const twins = await shop.importText('id,price\noud,1\nmusk,3\noud,2\n', { partial: true });
    expect(twins).toMatchObject({ written: true, changed: 1, faults: { count: 2 } });
    expect((await shop.rows()).map((row) => row.priceKobo)).toEqual([300, 45_000_000]);
  });

  test('lists a hundred faults, and the number of all', async () => {
    const text = `id,price\n${Array.from({ length: 250 }, (_, n) => `p-${n},x\n`).join('')}`;
    const { faults } = await shop.importText(text);
    const lines = faultLines(faults);
    expect([faults.count, lines.length, lines.at(-1)]).toEqual([250, 101, 'and 150 more faults']);
  });

  test('with --delete-missing removes what the file does not have, except synthetic products', async () => {
    await shop.importText(TWO);
    await writeCatalogue(shop.services.db, (transaction) =>
      insertProducts(transaction, [
        product({ id: 'demo', source: 'demo' }),
        product({ id: 'made-up', source: 'synthetic' }),
      ]),
    );
    expect(await shop.importText('id,price\noud,1\n')).toMatchObject({ removed: 0 });
    expect(await shop.importText('id,price\noud,1\n', { deleteMissing: true })).toMatchObject({
      removed: 2,
      unchanged: 1,
    });
    expect((await shop.rows()).map(({ id }) => id)).toEqual(['made-up', 'oud']);
    await shop.expectSound();
  });

  test('with --dry-run reports each changed field, and writes nothing', async () => {
    await shop.importText(TWO);
    const before = await shop.traces();
    const changes: ProductChange[] = [];
    const text = 'id,name,price,stock\noud,Tom Ford Oud,400000.5,4\nnew,=New,1,1\n';
    const report = await shop.importText(text, {
      dryRun: true,
      deleteMissing: true,
      onChange: (change) => changes.push(change),
    });
    expect(report).toMatchObject({
      added: 1,
      changed: 1,
      unchanged: 0,
      removed: 1,
      written: false,
    });
    expect(changes.flatMap(changeLines)).toEqual([
      'removed  musk',
      'new      new  =New',
      'changed  oud',
      '           price: 450000 → 400000.50',
      '           stock: 5 → 4 on hand',
    ]);
    expect(await shop.traces()).toEqual(before);
  });

  test('notifies the site once, however much it changes', async () => {
    await shop.importText(TWO);
    const before = await told();
    const { db } = shop.services;
    let seen = 0;
    await shop.importText('id,name,price\noud,Oud!,1\nnew,New,1\n', {
      deleteMissing: true,
      onProgress: () => {
        seen++;
      },
    });
    expect(seen).toBeGreaterThan(0);
    // They belong to one transaction, so a reader sees none or all.
    const { rows: moments } = await db.execute(
      sql`select distinct xmin::text from catalogue_changes where id > ${before}`,
    );
    expect(moments).toHaveLength(1);
  });
});

describe('a probable mistake', () => {
  const HEAD = 'id,name,price,tags,categories,description\n';
  const ROW = 'oud,Oud,1000,"fresh, unisex, oud","Men, Gift Sets",<p>Deep &amp; warm</p>\n';
  const ALL = [
    "row 2, description has '<p>', which shoppers see as text: write it without HTML",
    "row 2, tags has 'fresh, unisex, oud' as one entry: write | between entries if it is several",
    "row 2, categories has 'Men, Gift Sets' as one entry: write | between entries if it is several",
    "row 2, stock is missing: a new product is 'OUT OF STOCK' until it has one",
  ];

  test('is named by row and column: by check, a dry run and an import', async () => {
    const checked = await checkRows(productsIn(HEAD + ROW), shop.intake(), {
      onProgress: () => {},
    });
    expect(faultLines(checked.warnings)).toEqual(ALL);
    const dry = await shop.importText(HEAD + ROW, { dryRun: true });
    expect(faultLines(dry.warnings)).toEqual(ALL);
    const report = await shop.importText(HEAD + ROW);
    expect([report.written, faultLines(report.warnings)]).toEqual([true, ALL]);
    // Afterwards nothing more is said about it, or about the stock of a known product.
    expect((await shop.importText(HEAD + ROW)).warnings.count).toBe(0);
    const dearer = await shop.importText('id,price\noud,2000\n');
    expect([dearer.changed, dearer.warnings.count]).toEqual([1, 0]);
  });

  test('is a fault if it is impossible: a list as one long entry, two pictures as one', async () => {
    const list = Array.from({ length: 9 }, () => 'Fresh and woody').join(', ');
    const pictures = 'a.png, https://b.example/b.png';
    const { faults } = await shop.importText(
      `id,name,price,stock,tags,pictures\noud,Oud,1,1,"${list}",\nmusk,Musk,1,1,,"${pictures}"\n`,
    );
    expect(faultLines(faults)).toEqual([
      `row 2, tags has an entry of more than 60 characters, '${list.slice(0, 59)}…': write | between entries`,
      `row 3, pictures names '${pictures}' as one picture: write | between pictures`,
    ]);
  });
});

describe('a file without ids', () => {
  const names = async () => (await shop.rows()).map(({ name }) => name).toSorted();

  test.each([
    ['عود', 'مسك'],
    ['Уд', 'Муск'],
    ['Oud & Rose', 'Oud + Rose'],
    ['Oud ❤', 'Oud 🌹'],
    [`${'a'.repeat(198)}b`, `${'a'.repeat(198)}c`],
  ])('adds %s and %s as two products, which export and import know again', async (one, other) => {
    const brand = 'Kano'.padEnd(98, 'o');
    const line = (name: string, price: number) => `name,brand,price\n${name},${brand},${price}\n`;
    expect(await shop.importText(line(one, 1000))).toMatchObject({ added: 1, written: true });
    expect(await shop.importText(line(other, 2000))).toMatchObject({ added: 1, changed: 0 });
    expect(await shop.importText(line(other, 3000))).toMatchObject({ added: 0, changed: 1 });
    expect(await names()).toEqual([one, other].toSorted());
    for (const { id } of await shop.rows()) {
      expect((await shop.get(`/api/product/${id}`)).status).toBe(200);
    }
    expect(await shop.importText(await shop.exportText())).toMatchObject({
      unchanged: 2,
      faults: { count: 0 },
    });
  });

  test('never changes a product of another name, and names both', async () => {
    await shop.importText('name,brand,price\nOud & Rose,Kano,1000\n');
    const before = await shop.traces();
    for (const [row, words] of [
      ['Oud - Rose,Kano,2', "'Oud - Rose' of Kano makes the id 'kano-oud-rose'"],
      ['& Rose,Kano Oud,2', "'& Rose' of Kano Oud makes the id 'kano-oud-rose'"],
    ] as const) {
      const report = await shop.importText(`name,brand,price\n${row}\n`);
      expect(faultLines(report.faults)).toEqual([
        `row 2, name ${words}, which is that of the product 'Oud & Rose' of Kano: give it another name, or an id of its own`,
      ]);
    }
    expect(await shop.traces()).toEqual(before);
    const same = await shop.importText('name,brand,price\noud  &  rose,KANO,2000\n');
    expect(same).toMatchObject({ added: 0, changed: 1 });
  });

  test('refuses two rows whose names make one id, and names both', async () => {
    const two = 'id,name,price\n,Oud & Rose,1\n,Oud - Rose,2\n';
    expect(faultLines((await shop.importText(two)).faults)).toEqual([
      "row 2, name 'Oud & Rose' makes the id 'oud-rose', which is that of row 3, 'Oud - Rose': give it another name, or an id of its own",
      "row 3, name 'Oud - Rose' makes the id 'oud-rose', which is that of row 2, 'Oud & Rose': give it another name, or an id of its own",
    ]);
    const typed = 'id,name,price\n,Oud & Rose,1\noud-rose,Musk,2\n';
    expect(faultLines((await shop.importText(typed)).faults)).toEqual([
      "row 2, name 'Oud & Rose' makes the id 'oud-rose', which is that of row 3, 'Musk': give it another name, or an id of its own",
      "row 3, name 'Oud & Rose' makes the id 'oud-rose', which is that of this row, 'Musk': give it another name, or an id of its own",
    ]);
  });

  test('recognises a product by the id that its name once made', async () => {
    await shop.importText('id,name,brand,price\nkano,عود,Kano,1000\n');
    const text = 'name,brand,price\nعود,Kano,2000\n';
    expect(await shop.importText(text)).toMatchObject({ added: 0, changed: 1 });
    const both = 'id,name,brand,price\n,عود,Kano,3000\nkano,مسك,Kano,1\n';
    expect(faultLines((await shop.importText(both)).faults)).toEqual([
      expect.stringMatching(
        /^row 2, name 'عود' of Kano makes the id 'kano', which is that of row 3/,
      ),
      'row 3, id is also that of row 2: give one of them its own',
    ]);
    expect(await shop.importText('name,brand,price\nمسك,Kano,2000\n')).toMatchObject({ added: 1 });
  });

  test('needs a name, since a brand alone does not name a product', async () => {
    await shop.importText('id,name,price\nkano,Kano,1000\n');
    const { faults } = await shop.importText('brand,price\nKano,2000\n');
    expect(faultLines(faults)).toEqual([expect.stringMatching(/^row 2, id is missing/)]);
  });
});
