import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultLines } from '#scripts/csv/fault-lines.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue.harness.ts';

/** The provable facts of a product, and the sizes of one fragrance: in files, over the API, and in a build. */
let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());

const HEAD = 'id,name,price,importer,batch,nafdac_number,seal,bought_from';
const provenance = async (id: string) =>
  (await shop.get(`/api/product/${id}`)).body.product.provenance;
const version = async () => (await shop.get('/api/catalogue/version')).body.version;
const line = async (id: string) => {
  const lines = String((await shop.get('/api/catalogue/snapshot')).body)
    .trim()
    .split('\n');
  return lines.map((each) => JSON.parse(each)).find((each) => each.id === id);
};

test('is as in the file, for shoppers and for builds, and is removed by an empty cell', async () => {
  await shop.importText(
    `${HEAD}\noud,Oud,1000,"Bola ""B"" Imports",A4K71,02-5678L,<b>Sealed</b>,Harrods\nrose,Rose,1000,,,,,\n`,
  );
  const wanted = {
    importer: 'Bola "B" Imports',
    batch: 'A4K71',
    nafdacNumber: '02-5678L',
    seal: '<b>Sealed</b>',
    boughtFrom: 'Harrods',
  };
  expect(await provenance('oud')).toEqual(wanted);
  expect((await line('oud')).provenance).toEqual(wanted);
  expect(await provenance('rose')).toBeUndefined();
  expect(await line('rose')).not.toHaveProperty('provenance');

  const before = await version();
  await shop.importText('id,batch\noud,B1\n');
  expect(await version()).not.toBe(before);
  expect((await provenance('oud')).batch).toBe('B1');
  await shop.importText(`${HEAD}\noud,Oud,1000,,,,,\n`);
  expect(await provenance('oud')).toBeUndefined();
  const after = await version();
  await shop.importText(`${HEAD}\noud,Oud,1000,,,,,\n`);
  expect(await version()).toBe(after);
});

test('sizes of one fragrance have the group of the file, for shoppers and for builds', async () => {
  await shop.importText('id,name,price,size_ml,group\ns30,S,1000,30,S\ns50,S,1500,50,S\n');
  expect((await shop.get('/api/product/s30')).body.product.group).toBe('S');
  expect((await line('s50')).group).toBe('S');
  const before = await version();
  await shop.importText('id,group\ns50,\n');
  expect(await version()).not.toBe(before);
  expect((await shop.get('/api/product/s50')).body.product).not.toHaveProperty('group');
  expect(await line('s50')).not.toHaveProperty('group');
});

test('a fact that is longer than a line is refused by column', async () => {
  const report = await shop.importText(`${HEAD}\noud,Oud,1000,${'x'.repeat(121)},,,,\n`);
  expect(report).toMatchObject({ written: false });
  expect(faultLines(report.faults)).toEqual([expect.stringMatching(/importer/)]);
});
