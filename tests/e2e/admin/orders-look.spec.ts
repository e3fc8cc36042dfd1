import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { addPaidOrders } from '../support/paid-orders.ts';

/** Every page of the orders and Today: for everybody, in both schemes, on the smallest phone. */
const MANY = '/admin/orders/';
const pages = (ids: readonly string[]): Record<string, string> => {
  const several = `?${ids.map((id) => `id=${id}`).join('&')}`;
  return {
    Today: '/admin',
    'the list': '/admin/orders',
    'the list, all ticked': '/admin/orders?tick=all&show=unpacked',
    'an empty list': '/admin/orders?find=zzzzz',
    'an order': `${MANY}${ids[0]}`,
    packing: `${MANY}pack${several}`,
    shipping: `${MANY}ship${several}`,
    delivering: `${MANY}deliver${several}`,
    slips: `${MANY}slips${several}&paper=80mm`,
    'the sheet of the courier': `${MANY}courier-sheet${several}`,
  };
};

test('axe finds nothing in any page, light and dark, and none is wider than the phone @own', async ({
  page,
}) => {
  test.slow();
  let ids: string[] = [];
  await inOwnShop(async (db) => {
    ids = await addPaidOrders(db, 3);
  });
  await signedIn(page, 'owner');
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [name, path] of Object.entries(pages(ids))) {
    await test.step(name, async () => {
      await page.goto(OFFICE + path);
      for (const details of await page.locator('main details:not([open]) > summary').all())
        await details.click();
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(over).toBeLessThanOrEqual(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await noViolation(page);
      }
    });
  }
});

test('a slip and a sheet print without the frame, on their paper @own', async ({ page }) => {
  let ids: string[] = [];
  await inOwnShop(async (db) => {
    ids = await addPaidOrders(db, 2);
  });
  await signedIn(page, 'packer');
  await page.goto(`${OFFICE}${pages(ids).slips}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Paper' })).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(2);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  // 80 mm are 226.8 points. A page for each order.
  expect(boxes.map(([, width]) => Math.round(Number(width)))).toEqual([227, 227]);
});
