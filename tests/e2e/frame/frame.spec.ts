import type { Page } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

const strip = (page: Page) => page.getByRole('navigation', { name: 'Categories' });

test('the top bar: logo, search, All Fragrances, NG, wishlist and cart', async ({ page }) => {
  await page.goto('/brands');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Turare' })).toHaveAttribute('href', '/');
  await expect(bar.getByPlaceholder('Search..')).toBeVisible();
  await expect(bar.getByRole('link', { name: 'All Fragrances' })).toHaveAttribute(
    'href',
    '/products',
  );
  await expect(bar.getByText('NG', { exact: true })).toBeVisible();
  await expect(bar.getByRole('img', { name: 'Nigeria' })).toBeVisible();
  await bar.getByRole('button', { name: 'Wishlist, 0 items' }).click();
  await expect(page.getByRole('dialog', { name: 'Wishlist (0)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Shopping cart, 0 items' }).click();
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (0)' })).toBeVisible();
});

test('the category strip: the API’s names in alphabetical order, in capitals', async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/app-data/categories');
  const names = ((await answer.json()) as string[]).toSorted((a, b) => a.localeCompare(b, 'en'));
  await page.goto('/brands');
  await expect(strip(page).getByRole('link')).toHaveText(names);
  const first = strip(page).getByRole('link').first();
  await expect(first).toHaveCSS('text-transform', 'uppercase');
  await first.click();
  await expect(page).toHaveURL(`/products?category=${encodeURIComponent(names[0] ?? '')}`);
});

test.describe('a release that was built without categories', () => {
  test.use({ allowConsole: [/app-data\/categories/] });

  /** Returns the same page, built without any category. */
  const withoutCategories = (page: Page) =>
    page.route('/brands', async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const body = html.replace(/(<nav class="strip[^>]*>\s*<ul>).*?(<\/ul>)/s, '$1$2');
      expect(body).not.toBe(html);
      await route.fulfill({ response: answer, body });
    });

  test('fetches them', async ({ page, request }) => {
    const names = (await (await request.get('/api/app-data/categories')).json()) as string[];
    await withoutCategories(page);
    await page.goto('/brands');
    await expect(strip(page).getByRole('link')).toHaveCount(names.length);
    await expect(strip(page).getByRole('link', { name: 'Men', exact: true })).toHaveAttribute(
      'href',
      '/products?category=Men',
    );
  });

  test('says so if they cannot be fetched', async ({ page }) => {
    await withoutCategories(page);
    await page.route('**/api/app-data/categories', (route) => route.fulfill({ status: 500 }));
    await page.goto('/brands');
    await expect(strip(page).getByText('Failed to load categories')).toBeVisible();
    await noViolation(page);
  });
});

test('the footer: store links, useful links, our stores; its Wishlist opens the panel', async ({
  page,
}) => {
  await page.goto('/brands');
  const footer = page.getByRole('contentinfo');
  const links = footer.getByRole('navigation', { name: 'Store links' });
  await expect(links.getByText('Store Links')).toBeVisible();
  await expect(links.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expect(links.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/products');
  await expect(footer.getByText('Useful Links')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'About Us' })).toHaveAttribute('href', '/about');
  await expect(footer.getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(footer.getByText('Our Stores')).toBeVisible();
  await links.getByRole('button', { name: 'Wishlist' }).click();
  await expect(page.getByRole('heading', { name: 'Wishlist (0)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(links.getByRole('button', { name: 'Wishlist' })).toBeFocused();
});

test('the footer is hidden on exactly /products', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.goto(OUD_WOOD.path);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu: Home, Products, Wishlist; closing the panel returns the focus to its button', async ({
    page,
  }) => {
    await page.goto('/brands');
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    await button.click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    await expect(menu.getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/products');
    await noViolation(page);
    await menu.getByRole('button', { name: 'Wishlist' }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Wishlist (0)' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  test('at 320 px nothing overflows', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/products');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(320);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing in the frame is without effect', async ({ page }) => {
    await page.goto('/brands');
    await expect(page.getByRole('button', { name: /wishlist|cart/i })).toHaveCount(0);
    await expect(strip(page)).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Brands' })).toBeVisible();
  });
});
