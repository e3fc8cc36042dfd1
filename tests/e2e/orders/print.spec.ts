import type { Page } from '@playwright/test';
import { shop } from '#config/shop.ts';
import type { Order } from '#contract/order.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { OUD_WOOD } from '../support/shop.ts';

const LONG_NAME = 'Maison Francis Kurkdjian Baccarat Rouge 540 Extrait de Parfum, 70 ml';
/** The width of an A4 sheet between the margins, in px. */
const SHEET = { width: 673, height: 1017 };

function longOrder(lines: number): Order {
  const order = anOrder('order-20261120-k3v9w2bx4k7pq', {}, lines);
  const items = order.items.map((item) => ({ ...item, name: LONG_NAME, price: 1_284_500 }));
  return { ...order, items, totalAmount: 98_765_400, shippingFee: 3_000 };
}

async function openOrder(page: Page, order: Order): Promise<void> {
  await page.route(`**/api/order/${order._id}`, (route) => route.fulfill({ json: order }));
  await logInMadeUp(page, madeUpSession('Ngozi'));
  await page.goto(`/orders/${order._id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Order #4K7PQ' })).toBeVisible();
}

async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
}

test.describe('a dark screen', () => {
  test.use({ colorScheme: 'dark' });

  test('an order prints as a receipt: seller, goods and buyer, black on white, nothing else', async ({
    page,
  }) => {
    const order = longOrder(2);
    await openOrder(page, order);
    await expect(page.getByText(shop.phone.label).first()).toBeHidden();
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

    // biome-ignore lint/performance/useDomNodeTextContent: only what is painted is printed
    const lines = (await page.locator('body').innerText()).split(/\n+/);
    expect(lines.filter((line) => line.trim())).toEqual([
      shop.name,
      shop.address.join(', '),
      `${shop.phone.label} · ${shop.email}`,
      'Order #4K7PQ',
      'November 20, 2026',
      'Paid',
      'Order Items',
      LONG_NAME,
      'Quantity: 1',
      '₦1,284,500',
      '₦1,284,500',
      LONG_NAME,
      'Quantity: 2',
      '₦1,284,500 each',
      '₦2,569,000',
      'Shipping',
      '₦3,000',
      'Total Amount',
      '₦98,765,400',
      'Payment Information',
      'Payment Reference',
      'turare-made-up-1',
      'Payment Status',
      'Paid',
      'Paid At',
      'November 20, 2026 at 11:41\u00a0PM',
      'Shipping Information',
      'Full Name',
      'Ngozi Okonkwo',
      'Email',
      'ngozi@example.com',
      'Phone',
      '0803 123 4567',
      'Address',
      '12 Awolowo Road',
      'City and State',
      'Eti-Osa, Lagos',
      'Country',
      'Nigeria',
    ]);
    const sheet = page.locator('html');
    await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(sheet).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.getByRole('main').getByText('Paid', { exact: true }).first()).toHaveCSS(
      'color',
      'rgb(0, 0, 0)',
    );
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(SHEET.width);
  });
});

test('a receipt names the size and the means of payment @own', async ({ page }) => {
  const order = longOrder(1);
  const facts = 'Extrait de Parfum · 70 ml';
  const items = order.items.map((item) => ({ ...item, facts }));
  await openOrder(page, { ...order, items, channel: 'bank_transfer' });
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText(facts)).toBeVisible();
  await expect(main.getByText('Payment Method')).toBeVisible();
  await expect(main.getByText('Bank Transfer')).toBeVisible();
});

test('twelve lines with long names fit on one page; more continue on the next, and no row is cut', async ({
  page,
}) => {
  await openOrder(page, longOrder(12));
  expect(await printedPages(page)).toBe(1);

  await openOrder(page, longOrder(30));
  expect(await printedPages(page)).toBe(2);
  await page.emulateMedia({ media: 'print' });
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: LONG_NAME });
  await expect(rows).toHaveCount(30);
  for (const row of [rows.first(), rows.last()]) {
    await expect(row).toHaveCSS('break-inside', 'avoid');
  }
});

test('an unpaid order says so on paper, without the link to continue', async ({ page }) => {
  await openOrder(page, { ...longOrder(1), status: 'pending', paidAt: null });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Paystack has not confirmed your payment yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask again' })).toBeHidden();
});

test('other pages print their content, without the frame and its buttons', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/', OUD_WOOD.path, '/checkout']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
  }
});
