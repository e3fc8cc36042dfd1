/** The shop's clock counts, not the device's. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { OUD_WOOD, testShop } from '../support/shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Starts a sale of 20 % that ends in so many hours, by the shop's clock. */
const sale = (page: Page, hours: number) =>
  testShop.changeFigures(page, {
    [OUD_WOOD.id]: {
      price: 465_000,
      discount: {
        type: 'percentage',
        amount: 20,
        expiresAt: new Date(Date.now() + hours * HOUR).toISOString(),
      },
    },
  });

for (const { clock, off, ends, price } of [
  { clock: 'slow', off: -DAY, ends: -1, price: '₦465,000' },
  { clock: 'fast', off: DAY, ends: 1, price: '₦372,000' },
]) {
  test(`a clock that is 24 h ${clock} changes no price, on the page and in the cart, twice`, {
    tag: '@core',
  }, async ({ page, request }) => {
    const line = await cartLine(request, OUD_WOOD.id);
    await seedStorage(page, storedCart([{ ...line, price: 1 }]));
    await page.clock.install({ time: Date.now() + off });
    await sale(page, ends);
    for (const _ of ['first', 'again']) {
      await page.goto(OUD_WOOD.path);
      await page.clock.runFor(2000);
      const shown = page.getByRole('article').locator('.price-now');
      await expect(shown).toHaveText(price);
      await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
      const drawer = page.getByRole('dialog', { name: /^Shopping Cart/ });
      await expect(drawer.getByText(price).first()).toBeVisible();
    }
  });
}
