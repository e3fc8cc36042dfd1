import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogueShop, openCatalogueShop } from '../contract/catalogue/catalogue.harness.ts';
import { runOn } from './command.harness.ts';

let shop: CatalogueShop;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openCatalogueShop();
  run = runOn(shop, 'catalogue');
});
afterAll(() => shop.close());

const HEAD =
  'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Status\n';
const SHOPIFY = `${HEAD}oud,Oud,Kano,Oils,Size,30 ml,100,3,active
oud,,,,Size,100 ml,300,3,
musk,Musk,Kano,Oils,Title,Default Title,100,3,active
عود,Attar,Kano,Oils,Title,Default Title,100,3,active
`;
const redirects = async (from?: string) =>
  (await shop.get(`/api/catalogue/redirects${from ? `?from=${encodeURIComponent(from)}` : ''}`))
    .body.redirects as { from: string; to: string }[];
const version = async () => (await shop.get('/api/catalogue/version')).body.version as string;

// Each run of the command takes seconds on a busy machine.
describe('npm run catalogue -- import, of an export with addresses', { timeout: 180_000 }, () => {
  test('lists where old addresses lead, and writes them together with the products', async () => {
    const file = join(shop.folder, 'shopify.csv');
    await writeFile(file, SHOPIFY);
    const looked = await run('import', file, '--dry-run');
    for (const line of [
      '4 old addresses lead to new ones:',
      '  /products/oud → /products/oud-30-ml',
      '  /collections/oils → /categories/oils',
      '  /collections/kano → /brands/kano',
    ]) {
      expect(looked.stdout).toContain(`${line}\n`);
    }
    expect(await redirects()).toEqual([]);

    expect(await run('import', file, '--yes', '--currency', 'NGN')).toMatchObject({ code: 0 });
    const attar = (await shop.rows()).find(({ name }) => name === 'Attar')?.id ?? '';
    const wanted = [
      { from: '/collections/kano', to: '/brands/kano' },
      { from: '/collections/oils', to: '/categories/oils' },
      { from: '/products/%D8%B9%D9%88%D8%AF', to: `/products/${attar}` },
      { from: '/products/oud', to: '/products/oud-30-ml' },
    ];
    expect(await redirects()).toEqual(wanted);
    expect((await shop.get(`/api/product/${encodeURIComponent('عود')}`)).body.product.id).toBe(
      attar,
    );
    const before = await version();
    expect((await run('import', file, '--yes', '--currency', 'NGN')).stdout).toContain(
      '4 unchanged',
    );
    expect(await redirects()).toEqual(wanted);
    expect(await version()).toBe(before);
    await shop.expectSound();
  });

  test('the call answers one path, with and without a trailing slash', async () => {
    const kano = [{ from: '/collections/kano', to: '/brands/kano' }];
    expect(await redirects('/collections/kano')).toEqual(kano);
    expect(await redirects('/collections/kano/')).toEqual(kano);
    expect(await redirects('/collections')).toEqual([]);
    expect(await redirects('/')).toEqual([]);
  });

  test('names addresses that need another page, and follows a product that moves again', async () => {
    const file = join(shop.folder, 'woo.csv');
    await writeFile(
      file,
      `ID,Type,Name,Visibility in catalog,In stock?,Regular price,Stock,Permalink
7,simple,Amber,visible,1,100,2,
8,simple,Amber,visible,1,100,2,https://old.example/product/amber/
9,simple,Rose,visible,1,100,2,https://old.example/products/musk/
10,simple,Civet,visible,1,100,2,https://old.example/cart/
11,simple,Neroli,visible,1,100,2,
`.replace('\n8,simple,Amber,', '\n8,simple,Amber Two,'),
    );
    const done = await run('import', file, '--yes', '--currency', 'NGN');
    for (const line of [
      '1 old address leads to a new one:',
      '  /product/neroli/ → /products/neroli',
      '  row 2: The address /product/amber/ would lead from rows 2, 3 to different pages.',
      '  row 4: The address /products/musk/ is that of another product here.',
      '  row 5: The address /cart/ is one that this shop needs itself.',
    ]) {
      expect(done.stdout).toContain(line);
    }
    expect(await run('rename', 'id', 'neroli', 'neroli-new', '--by', 'Bola')).toMatchObject({
      code: 0,
    });
    expect(await redirects('/product/neroli')).toEqual([
      { from: '/product/neroli/', to: '/products/neroli-new' },
    ]);
    await shop.expectSound();
  });
});
