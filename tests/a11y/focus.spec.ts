import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/support/fixtures.ts';
import { logInMadeUp, madeUpSession } from '../e2e/support/order.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { OUD_WOOD } from '../e2e/support/shop.ts';

const PRODUCT = OUD_WOOD.path;
const withCart = async (page: Page) =>
  seedStorage(page, storedCart([await cartLine(page.request, OUD_WOOD.id)]));

/** The panels that open over a page: the page, the button, and the name of the dialog. */
const PANELS = [
  { path: '/brands', button: /^Shopping cart/, panel: /^Shopping Cart/, tag: '@core' },
  { path: '/brands', button: /^Wishlist, /, panel: /^Wishlist/ },
  { path: '/products', button: 'Filters', panel: 'Filters' },
  { path: '/products', button: /^Quick view of/, panel: /./ },
  { path: PRODUCT, button: 'Reviews & Ratings', panel: /^Reviews & Ratings/ },
  {
    path: '/checkout',
    before: withCart,
    unfold: /^Order Summary/,
    button: 'About shipping and delivery',
    panel: 'Shipping & Delivery',
    tag: '@core',
  },
  {
    path: '/account',
    before: (page: Page) => logInMadeUp(page, madeUpSession('Ngozi')),
    button: /^Delete my account/,
    panel: /./,
  },
];

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const { path, before, unfold, button, panel, tag = [] } of PANELS) {
    test(`${button} opens by keyboard, keeps the focus and returns it`, { tag }, async ({
      page,
    }) => {
      await before?.(page);
      await page.goto(path);
      if (unfold) await page.getByRole('button', { name: unfold }).click();
      const opener = page.getByRole('button', { name: button }).first();
      // A disabled button takes no focus: an island enables it once it knows the customer.
      await expect(opener).toBeEnabled();
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: panel });
      await expect(dialog).toBeVisible();
      // The focus goes round and never reaches the page behind.
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press('Tab');
        const place = await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement?.closest('dialog') || activeElement === document.body
            ? 'inside'
            : activeElement?.outerHTML.slice(0, 80);
        });
        expect(place).toBe('inside');
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });
  }

  test('the menu returns the focus', async ({ page }) => {
    await page.goto('/brands');
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });
});

test('the skip link is the first stop and skips header and categories', async ({ page }) => {
  await page.goto(PRODUCT);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('main');
});

test('Tab follows the reading order', async ({ page }) => {
  await page.goto(PRODUCT);
  const stops: string[] = [];
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  for (let step = 0; step < 32; step++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
      }),
    );
  }
  const order = [
    'Turare',
    'Search fragrances',
    'All Fragrances',
    'Shopping cart, 0 items',
    'Arabian',
    'Women',
    'Back',
    'Share',
    'Reviews & Ratings',
    'ADD TO CART',
    'BUY NOW',
    'Add Tom Ford Oud Wood to wishlist',
    'oud',
    'Previous picture',
    'Next picture',
  ];
  expect(stops.filter((stop) => order.includes(stop))).toEqual(order);
});

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('focus, the current choice and the current picture stay visible', async ({ page }) => {
    await page.goto('/products?category=Arabian&tag=oud');
    const search = page.getByRole('combobox', { name: 'Search fragrances' });
    await search.focus();
    await expect(search).toHaveCSS('outline-style', 'solid');
    const pressed = page.getByRole('button', { name: 'oud', pressed: true });
    await expect(pressed).toHaveCSS('outline-style', 'solid');
    const category = page.getByRole('navigation', { name: 'Categories' });
    await expect(category.getByRole('link', { name: 'Arabian' })).toHaveCSS(
      'outline-style',
      'solid',
    );
    await expect(category.getByRole('link', { name: 'Men', exact: true })).toHaveCSS(
      'outline-style',
      'none',
    );

    await page.goto(PRODUCT);
    const dot = (index: number) =>
      page
        .locator(`.gallery-dots [data-show="${index}"]`)
        .evaluate((dot) => getComputedStyle(dot, '::before').borderTopWidth);
    expect(await dot(0)).toBe('4px');
    expect(await dot(1)).toBe('1px');
  });
});
