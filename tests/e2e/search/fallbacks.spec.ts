import type { Route } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { KHAMRAH } from '../support/shop.ts';
import { API, field, options, REACT, says } from './search-box.ts';

test.describe('when the API', () => {
  test.use({ allowConsole: [/Failed to load resource|Pagefind/] });

  const unpriced = /products? found\. Prices are shown on the product page\.$/;

  for (const [how, fail] of [
    ['cannot be reached', (route: Route) => route.abort()],
    ['fails', (route: Route) => route.fulfill({ status: 503, body: 'Bad gateway' })],
    ['sends nonsense', (route: Route) => route.fulfill({ body: '{"products":7}' })],
    // No answer: the page stops waiting by itself.
    ['is slow', () => {}],
  ] as const) {
    test(`${how}, the site's own index suggests products without prices`, async ({ page }) => {
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
      await expect(page).toHaveURL(KHAMRAH.path);
    });
  }

  test('and the index cannot be reached offline, the dropdown says so and the text stays', async ({
    page,
    context,
  }) => {
    await page.goto('/brands');
    await field(page).fill('oud');
    await expect(options(page)).toHaveCount(5);
    await context.setOffline(true);
    await field(page).fill('rose');
    await expect(says(page)).toHaveText(/^You are offline/);
    await expect(field(page)).toHaveValue('rose');
    await noViolation(page);
    // Once online, the same text is searched again.
    await context.setOffline(false);
    await field(page).press('Escape');
    await field(page).press('ArrowDown');
    await expect(options(page)).toHaveCount(5);
  });

  test('is offline, a loaded index finds every word of the catalogue', { tag: '@own' }, async ({
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
    // The rest of a small index loads by itself, 20 records per file.
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

  test('and the index fail, a sentence says so and the form still searches', async ({ page }) => {
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

test.describe('without React', () => {
  test.use({ allowConsole: [/Failed to load resource/] });

  test('the form still searches', async ({ page }) => {
    await page.route(REACT, (route) => route.abort());
    await page.goto('/brands');
    await field(page).fill('oud');
    await field(page).press('Enter');
    await expect(page).toHaveURL('/products?search=oud');
  });

  test('the next touch tries again', async ({ page }) => {
    let attempts = 0;
    await page.route(REACT, (route) => (++attempts < 3 ? route.abort() : route.continue()));
    await page.goto('/brands');
    await field(page).fill('oud');
    await expect(async () => {
      await field(page).dispatchEvent('pointerenter');
      await expect(options(page)).toHaveCount(5, { timeout: 1000 });
    }).toPass();
    expect(attempts).toBe(3);
  });
});

test('without JavaScript the search field is hidden', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('search')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Brands' }).first()).toBeVisible();
  await context.close();
});
