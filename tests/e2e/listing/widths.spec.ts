import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards, field, filtersButton, PHONE, tag, WIDE } from './listing-page.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

test.use({ viewport: WIDE });

for (const [width, columns] of [
  [390, 2],
  [1024, 3],
  [1280, 5],
] as const) {
  test(`${columns} columns at ${width}px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const tracks = (selector: string) =>
      page
        .locator(selector)
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    await page.goto('/products');
    expect(await tracks('.listing-default .cards')).toBe(columns);
    await page.goto('/products?sortBy=name');
    await expect(cards(page)).toHaveCount(50);
    expect(await tracks('.listing-results')).toBe(columns);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('the panel by keyboard: opens, filters, announces the number, returns the focus', async ({
    page,
  }) => {
    let tagCalls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/app-data/tags')) tagCalls++;
    });
    await page.goto('/products');
    await expect(page.getByLabel('Sort by')).toBeHidden();
    expect(tagCalls).toBe(0);
    await filtersButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Close filters' })).toBeFocused();
    await expect(tag(page, 'oud')).toBeVisible();

    await page.keyboard.press('Tab');
    await expect(field(page, 'Search')).toBeFocused();
    await page.keyboard.type('lattafa');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/products?search=lattafa');
    await expect(panel(page).getByRole('status').last()).toHaveText(/^\d+ fragrances?$/);
    await expect(field(page, 'Search')).toBeFocused();
    await tag(page, 'oud').focus();
    await page.keyboard.press('Space');
    await expect(page).toHaveURL('/products?search=lattafa&tag=oud');
    await expect(tag(page, 'oud')).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(filtersButton(page)).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('“lattafa” tagged “oud”');
  });

  test('Show and the backdrop close the panel; Clear Filters keeps it open', async ({ page }) => {
    await page.goto('/products?tag=oud');
    await filtersButton(page).click();
    await panel(page).getByRole('link', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL('/products');
    await expect(panel(page)).toBeVisible();
    await expect(tag(page, 'oud')).toHaveAttribute('aria-pressed', 'false');
    await panel(page).getByRole('button', { name: 'Show' }).click();
    await expect(panel(page)).toBeHidden();
    await expect(filtersButton(page)).toBeFocused();
  });

  test('on a wide screen the filters move beside the grid and keep their values', async ({
    page,
  }) => {
    await page.goto('/products?sortBy=name');
    await filtersButton(page).click();
    await field(page, 'Sort by').focus();
    await page.setViewportSize(WIDE);
    await expect(panel(page)).toBeHidden();
    await expect(field(page, 'Sort by')).toBeVisible();
    await expect(field(page, 'Sort by')).toBeFocused();
    await expect(field(page, 'Sort by')).toHaveValue('name');
    await page.setViewportSize(PHONE);
    await expect(field(page, 'Sort by')).toBeHidden();
  });
});
