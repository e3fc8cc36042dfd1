import { cards, field, LISTS, listCalls, WIDE } from '../listing/listing-page.ts';
import { LIST, main, rows } from '../orders/orders-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { goBack, watchReturns } from './restored.ts';

test.use({ viewport: WIDE });
test.beforeEach(({ page }) => watchReturns(page));

test('listing: back from a product, the list is still there and the next filter asks once', async ({
  page,
}) => {
  await page.goto('/products');
  const sorted = page.waitForResponse(LISTS);
  await field(page, 'Sort by').selectOption('price');
  await sorted;
  await expect(page).toHaveURL(/sortBy=price/);
  const first = (await cards(page).first().textContent()) ?? '';
  await cards(page).first().click();
  await expect(page).toHaveURL(/\/products\/./);
  await goBack(page);
  await expect(cards(page).first()).toHaveText(first);

  const calls = listCalls(page);
  await field(page, 'Sort by').selectOption('price-desc');
  await expect(cards(page).first()).not.toHaveText(first);
  expect(calls.map(({ searchParams }) => searchParams.get('sortOrder'))).toEqual(['desc']);
  await page.goBack({ waitUntil: 'commit' });
  await expect(cards(page).first()).toHaveText(first);
});

test('orders: back from an order, the list is visible, reloaded once, and opens another', async ({
  page,
}) => {
  await logInMadeUp(page, madeUpSession('Amina'));
  const orders = ['order-00001', 'order-00002'].map((id) => anOrder(id));
  let asked = 0;
  await page.route(LIST, (route) => {
    asked++;
    return route.fulfill({ json: orders.slice(0, asked) });
  });
  await page.route('**/api/order/order-*', (route) =>
    route.fulfill({ json: orders.find(({ _id }) => route.request().url().endsWith(_id)) }),
  );
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(1);
  await main(page).getByRole('link', { name: 'View order #00001' }).click();
  await expect(page.getByRole('heading', { name: 'Order #00001' })).toBeVisible();
  await goBack(page);
  await expect(rows(page)).toHaveCount(2);
  expect(asked).toBe(2);
  await main(page).getByRole('link', { name: 'View order #00002' }).click();
  await expect(page.getByRole('heading', { name: 'Order #00002' })).toBeVisible();
});

test('orders: after a logout, back shows no order', async ({ page }) => {
  await logInMadeUp(page, madeUpSession('Amina'));
  await page.route(LIST, (route) => route.fulfill({ json: [anOrder('order-00001')] }));
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');
  await page.evaluate(() => localStorage.removeItem('turare:session'));
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/login/);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('listing: the worker that comes with the second page leaves the first one in the cache', async ({
    page,
  }) => {
    await page.goto('/products?sortBy=price');
    await cards(page).first().click();
    await expect(page).toHaveURL(/\/products\/./);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await goBack(page);
    await expect(cards(page).first()).toBeVisible();
  });
});
