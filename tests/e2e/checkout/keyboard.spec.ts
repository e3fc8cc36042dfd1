import { expect, test } from '../support/fixtures.ts';
import { chooseByKeys, pressAt, typeInto } from '../support/keyboard.ts';
import { shippingPlace } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { SPOKEN } from '../support/spoken.ts';
import { typeAddress } from './checkout-form.ts';

test('the whole purchase by keyboard alone, and what a screen reader finds on its way', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const { place } = await shippingPlace(request);
  await page.goto('/');
  await pressAt(page, page.getByRole('link', { name: 'Skip to content' }), 'Enter');
  await pressAt(
    page,
    page.getByRole('main').getByRole('link', { name: 'All Fragrances' }),
    'Enter',
  );
  await expect(page).toHaveURL('/products');

  const search = page.getByRole('combobox', { name: 'Search fragrances' });
  await typeInto(page, search, 'khamra');
  await expect(page.getByRole('option', { name: /Lattafa Khamrah/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(KHAMRAH.path);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(SPOKEN.product);
  await pressAt(page, page.getByRole('button', { name: 'ADD TO CART' }), 'Enter');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added to Cart');

  await pressAt(
    page,
    page.getByRole('banner').getByRole('button', { name: /shopping cart/i }),
    'Enter',
  );
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart (1)' });
  await expect(drawer).toMatchAriaSnapshot(SPOKEN.drawer);
  await pressAt(page, drawer.getByRole('link', { name: 'Proceed to Checkout' }), 'Enter');
  await expect(page).toHaveURL('/checkout');

  await typeAddress(page);
  await chooseByKeys(page, page.getByLabel('Shipping Location'), place);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(SPOKEN.checkout);
  await pressAt(page, page.getByRole('button', { name: 'Proceed to Payment' }), 'Enter');

  const payNow = page.getByRole('button', { name: 'Pay now' });
  await expect(payNow).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(SPOKEN.sandbox);
  await pressAt(page, payNow, 'Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(SPOKEN.result);
});
