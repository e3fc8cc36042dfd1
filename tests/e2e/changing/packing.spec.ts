import type { Browser, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { orderNumber } from '#domain/orders/order.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { addPaidOrders } from '../support/paid-orders.ts';

/** Fifty paid orders leave the shop, from a small phone. Prints the effort. */
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: OFFICE });

const ORDERS = 50;
const PHONE = { width: 360, height: 640 };

/** Opens a signed-in phone that counts its taps. */
async function phone(browser: Browser, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, javaScriptEnabled });
  const page = await context.newPage();
  await signedIn(page, 'packer');
  let taps = 0;
  const began = performance.now();
  const tap = async (
    name: string | RegExp,
    role: 'button' | 'link' | 'textbox' | 'combobox' = 'button',
  ) => {
    taps++;
    await page.getByRole(role, { name }).first().tap();
  };
  const told = (what: string, orders: number) => {
    const seconds = (performance.now() - began) / 1000;
    console.log(
      `${what}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}: ${orders} orders, ${(taps / orders).toFixed(2)} taps an order, ${seconds.toFixed(1)} s`,
    );
    return taps / orders;
  };
  return { page, tap, told, close: () => context.close() };
}

/** Makes exactly this many orders wait for packing; those of earlier tests are gone. */
const onlyThese = (count: number) =>
  inOwnShop(async (db) => {
    await db.execute(
      sql`update orders set gone_at = now() where status = 'paid' and gone_at is null`,
    );
    await addPaidOrders(db, count);
  });

const shown = (page: Page) => page.getByRole('status');

for (const javaScript of [true, false]) {
  const how = javaScript ? 'with JavaScript' : 'without JavaScript';

  test(`fifty orders are packed and shipped at once, ${how} @own`, async ({ browser }) => {
    await onlyThese(ORDERS);
    const { page, tap, told, close } = await phone(browser, javaScript);
    await page.goto(`${OFFICE}/admin/orders?show=unpacked`);
    await tap('Tick all', 'link');
    await tap('Pack');
    await tap(`Mark all ${ORDERS} as packed`);
    await expect(shown(page)).toHaveText(`${ORDERS} orders are packed.`);
    await tap('Tick all', 'link');
    await tap('Ship');
    await tap('Courier of all of them', 'combobox');
    await page.getByLabel('Courier of all of them').fill('GIG');
    await tap(`Mark all ${ORDERS} as shipped`);
    await expect(shown(page)).toHaveText(`${ORDERS} orders are shipped.`);
    await expect(page.getByText('Nothing to ship.')).toBeVisible();
    expect(told('At once', ORDERS)).toBeLessThan(3);
    await close();
  });

  test(`orders are shipped one by one with a tracking number each, ${how} @own`, async ({
    browser,
  }) => {
    const count = 10;
    await onlyThese(count);
    const { page, tap, told, close } = await phone(browser, javaScript);
    await page.goto(`${OFFICE}/admin/orders?show=unpacked`);
    await tap(/^#/, 'link');
    for (let place = 0; place < count; place++) {
      const heading = page.getByRole('heading', { level: 1 });
      const number = (await heading.textContent())?.replace('Order #', '') ?? '';
      await tap(/^Tracking number/, 'textbox');
      await page.getByLabel(/^Tracking number/).fill(`GIG-${number}`);
      await tap('Mark as shipped');
      await expect(shown(page)).toContainText(`is shipped (by GIG, GIG-${number})`);
      if (place < count - 1) await tap(/^Next to go out/, 'link');
    }
    expect(told('One by one', count)).toBeLessThanOrEqual(3);
    await close();
  });
}

test('a packer finds an order by the end of its phone number and packs it @own', async ({
  page,
}) => {
  let id = '';
  await inOwnShop(async (db) => {
    [id = ''] = await addPaidOrders(db, 1, { phone: '0809 998 8776', phoneE164: '+2348099988776' });
  });
  await signedIn(page, 'packer');
  await page.setViewportSize(PHONE);
  await page.goto(`${OFFICE}/admin/orders`);
  await page.getByRole('searchbox', { name: 'Find orders' }).fill('998 8776');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `#${orderNumber(id)}` }).click();
  await page.getByRole('button', { name: 'Mark as packed' }).click();
  await expect(shown(page)).toHaveText(`Order #${orderNumber(id)} is packed.`);
});
