import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { newEmail, shippingPlace } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { SPOKEN } from '../support/spoken.ts';

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 150; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${target}`);
}

/** Chooses an option of a select by typing its beginning. */
async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await tabTo(page, select);
  await page.keyboard.type(option);
  await expect(select.locator('option:checked')).toContainText(option);
}

test('the whole purchase by keyboard alone, and what a screen reader finds on its way', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const { place } = await shippingPlace(request);
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'All Fragrances' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products');

  const search = page.getByRole('combobox', { name: 'Search fragrances' });
  await tabTo(page, search);
  await page.keyboard.type('khamra');
  await expect(page.getByRole('option', { name: /Lattafa Khamrah/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(KHAMRAH.path);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(SPOKEN.product);
  await tabTo(page, page.getByRole('button', { name: 'ADD TO CART' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added to Cart');

  await tabTo(page, page.getByRole('banner').getByRole('button', { name: /shopping cart/i }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart (1)' });
  await expect(drawer).toMatchAriaSnapshot(SPOKEN.drawer);
  await tabTo(page, drawer.getByRole('link', { name: 'Proceed to Checkout' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/checkout');

  for (const [label, text] of [
    ['Full Name', 'Amina Bello'],
    ['Email', newEmail()],
    ['Phone', '0803 123 4567'],
    ['Address', '5 Zoo Road'],
  ] as const) {
    await tabTo(page, page.getByRole('textbox', { name: label }));
    await page.keyboard.type(text);
  }
  await choose(page, page.getByLabel('State'), 'Kano');
  await choose(page, page.getByLabel('City'), 'Nasarawa');
  await choose(page, page.getByLabel('Shipping Location'), place);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(SPOKEN.checkout);
  await tabTo(page, page.getByRole('button', { name: 'Proceed to Payment' }));
  await page.keyboard.press('Enter');

  const payNow = page.getByRole('button', { name: 'Pay now' });
  await expect(payNow).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(SPOKEN.sandbox);
  await tabTo(page, payNow);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(SPOKEN.result);
});
