import type { Route } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { API, field, options, says } from './search-box.ts';

test.describe('without an answer of the API', () => {
  test.use({ allowConsole: [/Failed to load resource|Pagefind/] });

  const unpriced = /products? found\. Prices are shown on the product page\.$/;

  for (const [how, fail] of [
    ['cannot be reached', (route: Route) => route.abort()],
    ['is out of order', (route: Route) => route.fulfill({ status: 503, body: 'Bad gateway' })],
    ['answers nonsense', (route: Route) => route.fulfill({ body: '{"products":7}' })],
    // Never answered: the page gives up waiting by itself.
    ['is slow', () => {}],
  ] as const) {
    test(`that ${how}, the site's own index suggests, without prices`, async ({ page }) => {
      await page.route(API, fail);
      await page.goto('/brands');
      await field(page).fill('khamrah');
      await expect(options(page).first()).toHaveText(/^Lattafa Khamrah/);
      await expect(options(page).first().locator('mark')).toHaveText('Khamrah');
      await expect(options(page).first().locator('img')).toBeVisible();
      await expect(says(page)).toHaveText(unpriced);
      await expect(options(page).filter({ hasText: '₦' })).toHaveCount(0);
      await noViolation(page);
      await options(page).first().click();
      await expect(page).toHaveURL('/products/lattafa-khamrah');
    });
  }

  test('offline: nothing was loaded, and it says so; the text stays', async ({ page, context }) => {
    await page.goto('/brands');
    await field(page).fill('oud');
    await expect(options(page)).toHaveCount(5);
    await context.setOffline(true);
    await field(page).fill('rose');
    await expect(says(page)).toHaveText(/^You are offline/);
    await expect(field(page)).toHaveValue('rose');
    await noViolation(page);
    // Back online the same text is asked for again.
    await context.setOffline(false);
    await field(page).press('Escape');
    await field(page).press('ArrowDown');
    await expect(options(page)).toHaveCount(5);
  });

  test('offline, once the index was loaded, every word of the catalogue is found', async ({
    page,
    context,
  }) => {
    await page.route(API, (route) => route.abort());
    await page.goto('/brands');
    const parts = new Set<string>();
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.pf_fragment')) parts.add(request.url());
    });
    const entry = await (await page.request.get('/pagefind/pagefind-entry.json')).json();
    await field(page).fill('khamrah');
    await expect(options(page).first()).toHaveText(/^Lattafa Khamrah/);
    // The rest of a small index comes by itself, 20 records in a file.
    await expect.poll(() => parts.size).toBe(Math.ceil(entry.languages.en.page_count / 20));
    await context.setOffline(true);
    for (const [typed, name] of [
      ['sauvage', 'Dior Sauvage'],
      ['oud wood', 'Tom Ford Oud Wood'],
      ['tuberose', ''],
    ] as const) {
      await field(page).fill(typed);
      await expect(options(page).first()).toContainText(name);
      await expect(says(page)).toHaveText(unpriced);
    }
    await field(page).fill('zzxqk');
    await expect(says(page)).toHaveText('No products found');
  });

  test('nor of the index: a plain sentence, and the form still searches', async ({ page }) => {
    await page.route('**/pagefind/**', (route) => route.abort());
    await page.route(API, (route) => route.abort());
    await page.goto('/brands');
    await field(page).fill('oud');
    await expect(says(page)).toHaveText(
      'Suggestions cannot be shown right now. Press Search to see all results.',
    );
    await expect(options(page)).toHaveCount(0);
    await noViolation(page);
    await page.unroute(API);
    await field(page).press('Enter');
    await expect(page).toHaveURL('/products?search=oud');
  });
});

test('without JavaScript there is no field that would find nothing', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('search')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Brands' }).first()).toBeVisible();
  await context.close();
});
