import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../e2e/support/shop.ts';

const PRODUCT = OUD_WOOD.path;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Records what has moved since the page was opened, even for one frame. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const look = () => {
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().duration === 0) continue;
        const { target } = animation.effect as KeyframeEffect;
        moved.push(`${target?.tagName}.${target?.getAttribute('class')}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
const still = async (page: Page, act: string) =>
  expect
    .soft(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), act)
    .toEqual([]);

test.beforeEach(({ page }) => watch(page));

test('nothing moves: pictures, drawers, menus, toasts, banners', async ({ page }) => {
  await seedStorage(page, storedCart([await cartLine(page.request, KHAMRAH.id)]));
  await page.goto(PRODUCT);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(page.getByRole('button', { name: 'Show picture 2' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await still(page, 'the gallery');
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(page.getByText('Added to Cart')).toBeVisible();
  await still(page, 'a toast');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (2)' })).toBeVisible();
  await still(page, 'the drawer opens');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await still(page, 'the drawer closes');
  await page.getByRole('button', { name: 'Reviews & Ratings' }).click();
  await expect(page.getByRole('dialog', { name: /Reviews/ })).toBeVisible();
  await still(page, 'the reviews');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: /^2 of 5/ }).click();
  await expect(page.getByRole('button', { name: /^2 of 5/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await still(page, 'the banners');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await still(page, 'the menu');

  await page.goto('/products');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  await still(page, 'the filters');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Quick view of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
  await still(page, 'the quick view');
});
