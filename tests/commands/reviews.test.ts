import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await shop.importText(TWO);
});
afterAll(() => shop.close());

// Each run of the command takes seconds on a busy machine.
test('npm run catalogue -- reviews: looks, adds, names what is left out, and adds nothing twice', {
  timeout: 180_000,
}, async () => {
  const file = join(shop.folder, 'loox.csv');
  await writeFile(
    file,
    `product_handle,rating,author,email,body,created_at,photo_url
oud,5,Amina Okafor,amina@example.com,<b>Warm</b>,2025-03-04,
oud,,Chidi,chidi@example.com,Faint,2025-03-05,
lost,4,Bisi,bisi@example.com,Sweet,2025-03-06,
`,
  );
  const wanted = [
    'Read as reviews of Loox: 3 rows.',
    'Left out:',
    '  row 3 has no rating',
    "  row 4 is of 'lost', which the shop does not have",
    '',
  ].join('\n');
  expect(await run('reviews', file, '--dry-run')).toEqual({
    code: 0,
    stdout: `${wanted}1 new review, 0 there already, 2 left out. Nothing was written.\n`,
    stderr: '',
  });
  expect((await shop.get('/api/review/oud')).body).toEqual([]);
  expect(await run('reviews', file)).toMatchObject({
    code: 0,
    stdout: `${wanted}1 new review, 0 there already, 2 left out.\n`,
  });
  expect((await shop.get('/api/review/oud')).body).toMatchObject([
    { userName: 'Amina O.', comment: 'Warm', previousShop: true },
  ]);
  expect((await run('reviews', file)).stdout).toContain('0 new reviews, 1 there already');
  expect(await run('reviews', join(shop.folder, 'none.csv'))).toMatchObject({ code: 1 });
  await shop.expectSound();
});
