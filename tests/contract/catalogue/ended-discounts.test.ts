import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** A discount is sent while it counts by the shop's clock: a slow or fast device would show it at another time. */
const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR);
const discount = { discountType: 'percentage', discountAmount: 20 } as const;
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({
    products: [
      product({ id: 'ended', ...discount, discountExpiresAt: at(-1) }),
      product({ id: 'coming', ...discount, discountStartsAt: at(1) }),
      product({ id: 'running', ...discount, discountExpiresAt: at(1) }),
    ],
  });
});
afterAll(() => shop.close());

type Sent = { id: string; discount?: unknown };
const sale = (sent: readonly Sent[]) =>
  Object.fromEntries(sent.map(({ id, discount: has }) => [id, Boolean(has)]));
const RIGHT = { ended: false, coming: false, running: true };

test('no call sends a discount that has ended, or one that has not begun', async () => {
  const get = async (path: string) => (await shop.get(path)).body;
  const ids = Object.keys(RIGHT);
  expect(sale((await get(`/api/live?ids=${ids}`)).products)).toEqual(RIGHT);
  expect(sale((await get(`/api/live/own?ids=${ids}`)).products)).toEqual(RIGHT);
  expect(sale((await get(`/api/lookup?ids=${ids}`)).products)).toEqual(RIGHT);
  expect(sale((await get('/api/product')).products)).toEqual(RIGHT);
  const { product: one, relatedProducts } = await get('/api/product/ended');
  expect(sale([one, ...relatedProducts])).toEqual(RIGHT);
  const lines = String(await get('/api/catalogue/snapshot'))
    .trim()
    .split('\n')
    .slice(1);
  const read = lines.map((line) => JSON.parse(line)).filter(({ id }: Sent) => id in RIGHT);
  expect(sale(read)).toEqual(RIGHT);
});
