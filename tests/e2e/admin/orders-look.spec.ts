import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { looksRight, opensLight } from '../support/office-looks.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { addPaidOrders } from '../support/paid-orders.ts';

test.use({ baseURL: OFFICE });

/** Every page of the orders and Today: accessible, in both schemes, on the smallest phone. */
const MANY = '/admin/orders/';
const pages = (ids: readonly string[]): Record<string, string> => {
  const several = `?${ids.map((id) => `id=${id}`).join('&')}`;
  return {
    today: '/admin',
    orders: '/admin/orders',
    'orders-ticked': '/admin/orders?tick=all&show=unpacked',
    'orders-none': '/admin/orders?find=zzzzz',
    order: `${MANY}${ids[0]}`,
    packing: `${MANY}pack${several}`,
    shipping: `${MANY}ship${several}`,
    delivering: `${MANY}deliver${several}`,
    slips: `${MANY}slips${several}&paper=80mm`,
    'courier-sheet': `${MANY}courier-sheet${several}`,
  };
};

test('the pages of orders are light, for everybody and of any width @own', async ({ page }) => {
  let ids: string[] = [];
  await inOwnShop(async (db) => {
    ids = await addPaidOrders(db, 3);
  });
  await signedIn(page, 'owner');
  for (const [name, path] of Object.entries(pages(ids))) {
    await test.step(name, async () => {
      await opensLight(page, path, name);
      // All at once: opening one may change the others.
      await page.locator('main details').evaluateAll((all) => {
        for (const details of all) (details as HTMLDetailsElement).open = true;
      });
      await looksRight(page, `${name}-open`);
    });
  }
});

test('a slip and a sheet print without the frame, on their paper @own', async ({ page }) => {
  let ids: string[] = [];
  await inOwnShop(async (db) => {
    ids = await addPaidOrders(db, 2);
  });
  await signedIn(page, 'packer');
  await page.goto(`${pages(ids).slips}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Paper' })).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(2);
  // On landscape paper, the frame leaves no empty column either.
  await page.setViewportSize({ width: 1100, height: 700 });
  const slip = await page.getByRole('article').first().boundingBox();
  // 74 mm, the width of the roll without its edges.
  expect(slip).toMatchObject({ x: 0, width: expect.closeTo(279.7, 0) });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  // 80 mm are 226.8 points. A page for each order.
  expect(boxes.map(([, width]) => Math.round(Number(width)))).toEqual([227, 227]);
});
