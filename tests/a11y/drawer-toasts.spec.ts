/** A toast in a drawer is between the lines and the total, and covers nothing that she needs. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { KHAMRAH, OUD_WOOD, testShop } from '../e2e/support/shop.ts';

const IDS = [KHAMRAH.id, OUD_WOOD.id, testShop.productId('Creed Aventus')];
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Returns the visible parts of a drawer that the toasts cover: headings, sums, buttons and links. */
const covered = (drawer: Locator) =>
  drawer.evaluate((dialog) => {
    const region = dialog.querySelector('.toasts');
    const over = [...(region?.querySelectorAll('li') ?? [])].map((item) =>
      item.getBoundingClientRect(),
    );
    const needed = [...dialog.querySelectorAll('h2, h3, button, a, .price, li')].filter(
      (element) => !region?.contains(element),
    );
    const names = needed.flatMap((element) => {
      const box = element.getBoundingClientRect();
      const list = element.closest('ul')?.getBoundingClientRect();
      const [top, bottom] = [
        Math.max(box.top, list?.top ?? 0),
        Math.min(box.bottom, list?.bottom ?? innerHeight),
      ];
      const meets = over.some(
        (toast) =>
          top < bottom - 1 &&
          toast.top < bottom - 1 &&
          toast.bottom > top + 1 &&
          toast.left < box.right &&
          toast.right > box.left,
      );
      return meets ? [element.textContent || element.getAttribute('aria-label')] : [];
    });
    return { toasts: over.length, covered: names };
  });

for (const width of [320, 390, 1440]) {
  test(`the cart at ${width} px: it opens under a toast of the page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(OUD_WOOD.path);
    await page.getByRole('article').getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(toasts(page)).toContainText('Added to Cart');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Shopping cart/ })
      .click();
    const drawer = page.getByRole('dialog', { name: /Shopping Cart/ });
    await expect(drawer.getByText('Total', { exact: true })).toBeVisible();
    expect(await covered(drawer)).toEqual({ toasts: 1, covered: [] });
  });

  test(`the cart at ${width} px: a line is removed, all is cleared`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 });
    const lines = await Promise.all(IDS.map((id) => cartLine(request, id)));
    await seedStorage(page, storedCart(lines));
    await page.goto('/brands');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Shopping cart/ })
      .click();
    const drawer = page.getByRole('dialog', { name: /Shopping Cart/ });
    await drawer
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect(toasts(page)).toContainText('Item Removed');
    expect(await covered(drawer)).toEqual({ toasts: 1, covered: [] });
    const total = await drawer.getByText('Total', { exact: true }).boundingBox();
    const toast = await toasts(page).boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(total?.y ?? 0);
    // A tap on the cross closes the drawer, and not the toast.
    await drawer.getByRole('button', { name: 'Clear Cart' }).click();
    await expect(toasts(page)).toContainText('Cart Cleared');
    expect((await covered(drawer)).covered).toEqual([]);
    await drawer.getByRole('button', { name: 'Close shopping cart' }).click();
    await expect(drawer).toBeHidden();
    await expect(toasts(page)).toContainText('Cart Cleared');
  });

  test(`the wishlist at ${width} px: to the cart, then removed`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 844 });
    const lines = await Promise.all(IDS.map((id) => cartLine(request, id)));
    const kept = lines.map(({ quantity: _, ...item }) => item);
    await seedStorage(page, { 'turare:wishlist': kept });
    await page.goto('/brands');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Wishlist/ })
      .click();
    const drawer = page.getByRole('dialog', { name: /^Wishlist/ });
    await drawer
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await expect(toasts(page)).toContainText('Added to Cart');
    expect(await covered(drawer)).toEqual({ toasts: 1, covered: [] });
    await drawer
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect(toasts(page)).toContainText('Removed from Wishlist');
    expect(await covered(drawer)).toEqual({ toasts: 1, covered: [] });
  });
}
