import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CatalogueShop, openCatalogueShop } from '../contract/catalogue/catalogue.harness.ts';
import { runOn } from './command.harness.ts';

let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

const file = (count: number) =>
  `id,name,price,stock\n${Array.from({ length: count }, (_, n) => `p${n},P ${n},10000,9\n`).join('')}`;
const ids = async () => (await shop.rows()).map(({ id }) => id);

test('an import without a terminal that removes many names --yes, and writes nothing', {
  timeout: 60_000,
}, async () => {
  await shop.importText(file(20));
  const run = runOn(shop, 'catalogue');
  const path = `${shop.folder}/few.csv`;
  await writeFile(path, file(2));
  expect(await run('import', path, '--delete-missing')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(
      'The file does not have 18 of 20 products: they and their reviews would be removed. If that is meant, add --yes. Nothing was changed.\n',
    ),
  });
  expect(await ids()).toHaveLength(20);
  expect(await run('import', path, '--delete-missing', '--yes')).toMatchObject({ code: 0 });
  expect(await ids()).toEqual(['p0', 'p1']);
});

test('check, import and set warn of free products, and continue', {
  timeout: 60_000,
}, async () => {
  const run = runOn(shop, 'catalogue');
  const path = `${shop.folder}/free.csv`;
  await writeFile(path, 'sep=;\nid;name;price;stock\nfree;Free;0;1\n');
  const warned = 'warning: row 2, price is 0: the product goes along with any order for nothing\n';
  expect(await run('check', path)).toMatchObject({ code: 0, stderr: warned });
  expect(await run('import', path)).toMatchObject({ code: 0, stderr: warned });
  expect(await run('set', 'free', 'price=5', 'discount=5')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warning: discount takes off the whole price/),
  });
});
