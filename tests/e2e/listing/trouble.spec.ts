import type { Route } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards, field, LISTS, main, TAGS, tag, WIDE } from './listing-page.ts';

test.use({ viewport: WIDE });

test.describe('with the API in trouble', () => {
  test.use({ allowConsole: [/status of 503|ERR_FAILED/] });

  test('Failed to load products; Try Again reloads', async ({ page }) => {
    await page.route(LISTS, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto('/products?tag=oud');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load products' });
    await expect(alert).toBeVisible();
    await page.unroute(LISTS);
    const reloaded = page.waitForEvent('load');
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await reloaded;
    await expect(cards(page).first()).toBeVisible();
    await expect(alert).toBeHidden();
  });

  test('an answer that is not a list, and a lost connection, are failures as well', async ({
    page,
  }) => {
    await page.route(LISTS, (route) => route.fulfill({ body: '<html>' }));
    await page.goto('/products?tag=oud');
    await expect(page.getByText('Failed to load products')).toBeVisible();
    await expect(main(page).getByText('That is a fault of the shop.')).toBeVisible();
    await expect(main(page).getByText('check your connection')).toBeHidden();
    await page.unroute(LISTS);
    await page.route(LISTS, (route) => route.abort());
    await field(page, 'Sort by').selectOption('price');
    await expect(page.getByText('Failed to load products')).toBeVisible();
    await expect(main(page).getByText('check your connection')).toBeVisible();
    // The default view needs no answer.
    await main(page).getByRole('link', { name: 'Clear Filters' }).click();
    await expect(cards(page)).toHaveCount(50);
  });

  test('Loading tags..., Failed to load tags, and another try', async ({ page }) => {
    const held = Promise.withResolvers<Route>();
    await page.route(TAGS, (route) => held.resolve(route), { times: 1 });
    await page.goto('/products');
    const route = await held.promise;
    await expect(page.getByText('Loading tags...')).toBeVisible();
    await route.fulfill({ status: 503, body: '{}' });
    await expect(page.getByText('Failed to load tags')).toBeVisible();
    await expect(page.getByText('Loading tags...')).toBeHidden();
    await main(page).getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(main(page).getByRole('group', { name: 'Tags' })).toBeFocused();
    await expect(tag(page, 'oud')).toBeVisible();
    await expect(page.getByText('Failed to load tags')).toBeHidden();
  });
});
