import type { Route } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';
import { answerFor, cardName, PLAIN } from './listing-answer.ts';
import { cards, count, field, LISTS, main, tag, WIDE } from './listing-page.ts';

test.use({ viewport: WIDE });

test('15 skeletons until the list comes; nothing moves', async ({ page }) => {
  const held = Promise.withResolvers<Route>();
  await page.route(LISTS, (route) => held.resolve(route));
  await watchShifts(page);
  await page.goto('/products?search=vanilla&category=women&tag=Gourmand&sortBy=price-desc');
  const route = await held.promise;
  await expect(page.locator('.listing-skeletons > li')).toHaveCount(15);
  await expect(page.locator('.listing-skeletons')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await expect(
    page.getByRole('heading', { name: '“vanilla” in women tagged “Gourmand”' }),
  ).toBeVisible();
  await expect(page).toHaveTitle('“vanilla” in women tagged “Gourmand” · Turare');
  await expect(count(page)).toBeHidden();
  await route.continue();
  await expect(count(page)).toHaveText(/^\d+ fragrances?$/);
  await expect(page.locator('.listing-skeletons')).toBeHidden();
  await expect(field(page, 'Category')).toHaveValue('Women');
  await expect(field(page, 'Sort by')).toHaveValue('price-desc');
  await expect(field(page, 'Search')).toHaveValue('vanilla');
  await expect(tag(page, 'gourmand')).toHaveAttribute('aria-pressed', 'true');
  const strip = page.getByRole('navigation', { name: 'Categories' });
  await expect(strip.getByRole('link', { name: 'Women', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // A late font may move a word by a hair. A moving row shifts more.
  expect(await shifted(page)).toBeLessThan(0.001);
});

test('a search typed before the script has loaded runs afterwards', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/_assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/products?sortBy=name', { waitUntil: 'commit' });
  await field(page, 'Search').fill('vanilla');
  held.resolve();
  await expect(page).toHaveURL('/products?search=vanilla&sortBy=name');
  await expect(field(page, 'Search')).toHaveValue('vanilla');
});

test('filters chosen before the script has loaded are applied afterwards', {
  tag: '@core',
}, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/_assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/products', { waitUntil: 'commit' });
  await field(page, 'Sort by').selectOption('name');
  await field(page, 'Category').selectOption('Women');
  held.resolve();
  await expect(page).toHaveURL('/products?category=Women&sortBy=name');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Women');
});

test('of several tags pressed while the script loads, the last is applied', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/_assets\/filters[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/products');
  const tags = main(page).getByRole('group', { name: 'Tags' }).getByRole('button');
  for (const index of [0, 1, 2, 3, 4]) await tags.nth(index).click();
  held.resolve();
  const last = (await tags.nth(4).textContent()) ?? '';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tagged “${last}”`);
});

test('a late answer never replaces a newer one', async ({ page, request }) => {
  const late = Promise.withResolvers<Route>();
  await page.route(
    (url) => url.searchParams.get('tag') === 'oud',
    (route) => late.resolve(route),
  );
  await page.goto('/products');
  await tag(page, 'oud').click();
  await late.promise;
  // The page aborts the older call, so its answer can no longer arrive.
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('oud'));
  await tag(page, 'aquatic').click();
  await givenUp;
  const { products } = await answerFor(request, { ...PLAIN, tag: 'aquatic' });
  await expect(cards(page)).toHaveText(products.map(cardName));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tagged “aquatic”');
});
