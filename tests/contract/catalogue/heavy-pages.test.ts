import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LIGHT_PAGE, pageBytes } from '#domain/products/page-weight.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue.harness.ts';

let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

const HEAD = 'id,name,price,stock,description,tags,status\n';
const TAGS = Array.from({ length: 40 }, (_, index) => `tag ${index}`).join('|');
const messages = async (text: string) => {
  const { written, warnings } = await shop.importText(text);
  expect(written).toBe(true);
  return warnings.shown.map(({ row, column, message }) => [row, column, message]);
};

test('an import accepts 5,000 letters and 40 tags, and names heavy pages once', async () => {
  const long = 'a'.repeat(5000);
  const file = `${HEAD}rose,Rose,100,1,Short,oud,\nlong,Long,100,1,${long},${TAGS},\nhidden,Hidden,100,1,${long},,hidden\n`;
  const bytes = pageBytes({ text: 5000, tags: 40, pictures: 0 });
  expect(bytes).toBeGreaterThan(LIGHT_PAGE);
  expect(await messages(file)).toEqual([
    [
      3,
      null,
      expect.stringContaining(
        `/products/long becomes heavy: about ${(bytes / 1000).toFixed(1)} kB of HTML with styles, 14.3 kB are light.`,
      ),
    ],
  ]);
  // A price list that changes none of it, or a file without changes, gives no warning that the merchant already knows.
  expect(await messages(file)).toEqual([]);
  expect(await messages('id,description\nlong,Short\n')).toEqual([]);
  // One tag more than a file may have is refused as before.
  const many = `${HEAD}more,More,100,1,Short,${Array.from({ length: 51 }, (_, index) => `t${index}`).join('|')},\n`;
  expect((await shop.importText(many)).faults.count).toBe(1);
});
