import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportShop, openImportShop } from '../imports/imports.harness.ts';

let shop: ImportShop;
beforeAll(async () => {
  shop = await openImportShop();
});
afterAll(() => shop.close());

test('the back office accepts 250,000 rows, and names the command for more', async () => {
  const id = await shop.upload(`id,price\n${'a,1\n'.repeat(250_001)}`);
  const { import: row } = await shop.see(id);
  expect(row.state).toBe('asking');
  expect(row.trouble).toMatch(
    /^The file has more than 250,000 rows\. Split it, or .*: npm run catalogue -- import FILE$/,
  );
});
