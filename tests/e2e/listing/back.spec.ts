import { LIST, main, rows } from '../orders/orders-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { cards } from './listing-page.ts';

// These browsers have no back/forward cache: every page is loaded again.
test.use({ viewport: { width: 390, height: 800 } });

test('Back from a product leads to the same place of a sorted list', async ({ page }) => {
  await page.goto('/products?sortBy=price&page=2');
  const card = cards(page).nth(30);
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await expect(page).toHaveURL(/\/products\/./);
  await page.goBack({ waitUntil: 'commit' });
  await expect(card).toBeInViewport();
});

test('a new visit to a list begins at its top', async ({ page }) => {
  await page.goto('/products?sortBy=price&page=2');
  await cards(page).nth(30).scrollIntoViewIfNeeded();
  await page.goto('/brands');
  await page.goto('/products?sortBy=price&page=2');
  await expect(cards(page).nth(30)).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('Back from an order leads to the same place of the list of orders', async ({ page }) => {
  await logInMadeUp(page, madeUpSession('Amina'));
  const orders = Array.from({ length: 40 }, (_, index) => anOrder(`order-000${10 + index}`));
  await page.route(LIST, (route) => route.fulfill({ json: orders }));
  await page.route('**/api/order/order-*', (route) => route.fulfill({ json: orders[35] }));
  await page.goto('/orders');
  const link = main(page).getByRole('link', { name: 'View order #00045' });
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await expect(page.getByRole('heading', { name: 'Order #00045' })).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(rows(page)).toHaveCount(40);
  await expect(link).toBeInViewport();
});
