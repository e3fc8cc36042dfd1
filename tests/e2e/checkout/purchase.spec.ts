import { expect, test } from '../support/fixtures.ts';
import { KHAMRAH } from '../support/shop.ts';

// The service worker sees all of its pages.
test.use({ serviceWorkers: 'allow' });

/** Returns a new shopper's address: the cap on unpaid stock is per email address. */
const shopper = () =>
  `buyer-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}@example.com`;

test('from the landing page to a paid order', { tag: ['@core', '@foreign'] }, async ({ page }) => {
  const email = shopper();

  await page.goto('/');
  await page.getByRole('link', { name: 'SHOP OUR COLLECTION' }).click();
  await expect(page).toHaveURL('/products');

  await page.getByRole('main').getByRole('link', { name: 'Lattafa Khamrah' }).first().click();
  await expect(page).toHaveURL(KHAMRAH.path);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(page.getByText('Added to Cart')).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart (1)' });
  await expect(drawer.getByRole('link', { name: 'Lattafa Khamrah' }).last()).toBeVisible();
  await drawer.getByRole('link', { name: 'Proceed to Checkout' }).click();

  await expect(page).toHaveURL('/checkout');
  await page.getByLabel('Full Name').fill('Amina Bello');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('0803 123 4567');
  await page.getByLabel('Address', { exact: true }).fill('5 Zoo Road');
  await page.getByLabel('State').selectOption('Kano');
  await page.getByLabel('City').selectOption('Nasarawa');
  const places = page.getByLabel('Shipping Location');
  const kano = places.getByRole('option', { name: /Kano/ }).first();
  await places.selectOption((await kano.getAttribute('value')) ?? '');
  await expect(page.getByText('Shipping to: 5 Zoo Road, Nasarawa, Kano, Nigeria')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();

  await page.getByRole('button', { name: 'Pay now' }).click();

  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(
    page.getByText('Thank you for your purchase. Your order has been confirmed.'),
  ).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /cart/i })).not.toContainText(
    '1',
  );

  // The cart stays cleared after a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('dialog').getByText('Your cart is empty')).toBeVisible();
});
