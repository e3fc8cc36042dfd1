import type { Page, Route } from '@playwright/test';
import { fewCards, noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards, filtersButton, LISTS, PHONE, TAGS, tag, WIDE } from './listing-page.ts';

/** Checks a part of a list. tests/visual checks all of it. */
const noViolationInList = (page: Page) => noViolation(page, fewCards);

test.use({ viewport: WIDE });

test.describe('axe', () => {
  test.slow();
  test.use({ allowConsole: [/status of 503/] });

  test('beside the grid: the list, nothing found', async ({ page }) => {
    await page.goto('/products?tag=aquatic&sortBy=price');
    await expect(cards(page).first()).toBeVisible();
    await expect(tag(page, 'oud')).toBeVisible();
    await noViolationInList(page);
    await page.goto('/products?search=qqqqxxxx');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await noViolationInList(page);
  });

  test('beside the grid: while loading, and when nothing can be loaded', async ({ page }) => {
    const held = Promise.withResolvers<Route>();
    await page.route(TAGS, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.route(LISTS, (route) => held.resolve(route));
    await page.goto('/products?tag=aquatic');
    const route = await held.promise;
    await expect(page.getByText('Failed to load tags')).toBeVisible();
    await noViolationInList(page);
    await route.fulfill({ status: 503, body: '{}' });
    await expect(page.getByText('Failed to load products')).toBeVisible();
    await noViolationInList(page);
  });

  test('the panel on a phone, closed and open', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/products?tag=aquatic');
    await expect(cards(page).first()).toBeVisible();
    await noViolationInList(page);
    await filtersButton(page).click();
    await expect(tag(page, 'aquatic')).toHaveAttribute('aria-pressed', 'true');
    await noViolationInList(page);
  });
});
