import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

const FULL = 'This browser cannot keep it';

test('with full storage, Add to Cart works for the page, and says once that it is not saved', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto(OUD_WOOD.path);
  await page.evaluate(() => {
    for (let size = 2 ** 22, n = 0; size >= 1; n++) {
      try {
        localStorage.setItem(`full-${n}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText('Added to Cart');
  await expect(toasts).toContainText(FULL);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(toasts.getByText(FULL)).toHaveCount(1);
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (2)' })).toBeVisible();
});

test('denied storage behaves the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.goto(OUD_WOOD.path);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText('Added to Cart');
  await expect(toasts).toContainText(FULL);
});
