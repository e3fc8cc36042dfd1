import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AMOUNT, elementsOf, PERIOD, PUBLISHED } from '#site/feeds/published.harness.ts';
import { type CatalogueShop, openCatalogueShop } from '../contract/catalogue/catalogue.harness.ts';
import { runOn } from './command.harness.ts';

const SITE = 'https://shop.example';
let shop: CatalogueShop;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openCatalogueShop();
  run = runOn(shop, 'catalogue', { SITE_URL: SITE });
  const size = { width: 40, height: 50, channels: 3, background: '#804020' } as const;
  await writeFile(join(shop.folder, 'oud.png'), await sharp({ create: size }).png().toBuffer());
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.empty();
  const file = join(shop.folder, 'own.csv');
  await writeFile(
    file,
    [
      'id,name,brand,price,discount,discount_until,stock,description,size_ml,group,notes_top,importer,pictures,status',
      'oud-small,Oud,Lattafa,45000,10%,2126-12-24,3,Dark & warm,30,oud,Saffron,Importer Limited,oud.png,shown',
      'oud-big,Oud,Lattafa,90000,,,0,Dark & warm,100,oud,Saffron,Importer Limited,oud.png,shown',
      'plain,Plain,,9000.50,,,1,,,,,,oud.png,shown',
      'bare,Bare,Lattafa,100,,,1,,,,,,,shown',
      'gone,Gone,Lattafa,100,,,1,,,,,,oud.png,retired',
      '',
    ].join('\n'),
  );
  expect((await shop.importText(await readFile(file, 'utf8'))).faults.shown).toEqual([]);
});

// Each run of the command takes seconds on a busy machine.
describe('npm run catalogue -- export --as', { timeout: 180_000 }, () => {
  test.each([
    [
      'shopify',
      [
        'Shopify has no column for these. They are in extra columns, which an import here reads again. Shopify keeps those metafields whose definitions it has.',
        '  discount         1 product',
        '  discount_until   1 product',
        '  notes_top        2 products',
        '  group            2 products',
        '  importer         2 products',
      ],
    ],
    [
      'woocommerce',
      [
        'WooCommerce has no column for these. They are in extra columns, which an import here reads again. WooCommerce keeps them as custom fields.',
        '  discount         1 product',
        '  discount_until   1 product',
        '  group            2 products',
        '  importer         2 products',
        '  status           1 product',
      ],
    ],
  ])(
    '%s names what has no column there, and an import asks nothing and changes nothing',
    async (as, named) => {
      const file = join(shop.folder, `${as}.csv`);
      expect(await run('export', file, '--as', as)).toEqual({
        code: 0,
        stdout: `Written to ${file}.\n`,
        stderr: `${named.join('\n')}\n`,
      });
      const before = await shop.traces();
      const again = await run('import', file, '--yes');
      expect(again).toMatchObject({ code: 0, stderr: '' });
      expect(again.stdout).toContain('5 rows: 0 new, 0 changed, 5 unchanged, 0 removed.');
      expect(await shop.traces()).toEqual(before);
    },
  );

  test('google writes what Merchant Center accepts, and names what it leaves out', async () => {
    const file = join(shop.folder, 'google.xml');
    expect(await run('export', file, '--as', 'google')).toEqual({
      code: 0,
      stdout: `Written to ${file}.\n`,
      stderr: [
        'Left out, because Google refuses products without a picture or a price: 1 product.',
        'Left out, because they are hidden or retired: 1 product.',
        'The file has no place for these:',
        '  stock            3 products',
        '  notes_top        2 products',
        '  group            2 products',
        '  importer         2 products',
        '',
      ].join('\n'),
    });
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss .*<\/channel><\/rss>\n$/s,
    );
    const items = text
      .split('\n')
      .filter((line) => line.startsWith('<item>'))
      .map((line) => new Map(elementsOf(line).map(([name, value]) => [name.slice(2), value])));
    expect(items.map((item) => item.get('id'))).toEqual(['oud-big', 'oud-small', 'plain']);
    for (const item of items) {
      for (const name of PUBLISHED.google.required) expect(item.get(name)).toBeTruthy();
      expect(PUBLISHED.google.oneOf.filter((name) => item.has(name))).toHaveLength(1);
      for (const [name, values] of Object.entries(PUBLISHED.google.values)) {
        if (item.has(name)) expect(values).toContain(item.get(name));
      }
      expect(item.get('price')).toMatch(AMOUNT);
      expect(item.get('link')).toContain(`${SITE}/products/${item.get('id')}`);
      expect(item.get('image_link')).toMatch(
        /^https:\/\/shop\.example\/media\/[0-9a-f]{40}\/1200\.jpg$/,
      );
    }
    const [big, small, plain] = items;
    expect(small?.get('sale_price')).toBe('40500.00 NGN');
    expect(small?.get('sale_price_effective_date')).toMatch(PERIOD);
    expect(big?.get('availability')).toBe('out_of_stock');
    expect(plain?.get('identifier_exists')).toBe('no');
  });
});
