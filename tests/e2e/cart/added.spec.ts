import { expect, test } from '../support/fixtures.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

test('after ADD TO CART the cart is a few steps away by keyboard', async ({ page }) => {
  await page.goto(KHAMRAH.path);
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  const view = page.getByRole('main').getByRole('button', { name: 'View Cart' });
  await expect(view).toBeHidden();
  await add.press('Enter');
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Tab');
  await expect(view).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();
});

test('an error is not shown again on the next page', async ({ page, allowConsole }) => {
  allowConsole.push(/ERR_FAILED/);
  await page.goto(OUD_WOOD.path);
  // It cannot be loaded, which is an error of this page.
  await page.route(/_assets\/.*\.js$/, (route) => route.abort());
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const trouble = page.getByText('Connection problem');
  await expect(trouble).toBeVisible();
  await page.unrouteAll();
  await page.goto('/brands');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(trouble).toHaveCount(0);
});

test('a toast reads no card of the page again', async ({ page }) => {
  await page.goto('/brands/tom-ford');
  const cards = page.locator('.card .card-actions');
  await expect(cards.first()).toBeAttached();
  await page.evaluate(() => {
    const { setAttribute } = Element.prototype;
    Object.assign(window, { dressed: 0 });
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'aria-pressed') (window as unknown as { dressed: number }).dressed += 1;
      setAttribute.call(this, name, value);
    };
  });
  await page.locator('.card-add').first().click();
  await expect(page.getByText('Added to Cart')).toBeVisible();
  const dressed = await page.evaluate(() => (window as unknown as { dressed: number }).dressed);
  expect(dressed).toBe(0);
  expect(await cards.count()).toBeGreaterThan(5);
});
