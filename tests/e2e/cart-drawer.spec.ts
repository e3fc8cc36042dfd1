import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { formatNaira } from '../../src/domain/money.ts';
import { expect, test } from './fixtures.ts';
import { cartLine, seedStorage, storedCart } from './seed.ts';

const OUD = 'tom-ford-oud-wood';
const KHAMRAH = 'lattafa-khamrah';

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /cart/i });
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Shopping Cart/ });

test('add to cart: toast, badge, drawer; React only when the drawer is reached for', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`/products/${KHAMRAH}`);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' });
  await expect(toast).toContainText('Added to Cart');
  await expect(toast).toContainText('Khamrah');
  await expect(cartButton(page)).toContainText('1');
  const before = scripts.length;

  await cartButton(page).click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (1)' })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
});

test('a cart never holds more than there is, and says so', async ({ page, request }) => {
  const line = await cartLine(request, OUD);
  await seedStorage(page, storedCart([{ ...line, quantity: line.qtyAvailable }]));
  await page.goto(`/products/${OUD}`);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `already holds all ${line.qtyAvailable}`,
  );
  await cartButton(page).click();
  await expect(page.getByRole('heading', { name: `(${line.qtyAvailable})` })).toBeVisible();
  await expect(page.getByRole('button', { name: `One ${line.name} more` })).toBeDisabled();
});

test('plus, minus, remove: quantity, total, toast and the place of the focus', async ({
  page,
  request,
}) => {
  const oud = await cartLine(request, OUD);
  const khamrah = await cartLine(request, KHAMRAH);
  await seedStorage(page, storedCart([oud, khamrah]));
  await page.goto('/brands');
  await cartButton(page).click();
  const panel = drawer(page);
  await expect(panel.getByText(formatNaira(oud.price + khamrah.price))).toBeVisible();

  await panel.getByRole('button', { name: `One ${oud.name} more` }).click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (3)' })).toBeVisible();
  await expect(panel.getByText(formatNaira(oud.price * 2 + khamrah.price))).toBeVisible();
  await panel.getByRole('button', { name: `One ${oud.name} less` }).click();
  await panel.getByRole('button', { name: `Take ${oud.name} out of the cart` }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Item has been removed from your cart.',
  );
  await expect(
    panel.getByRole('button', { name: `Take ${khamrah.name} out of the cart` }),
  ).toBeFocused();

  await panel.getByRole('button', { name: `Remove ${khamrah.name}` }).click();
  await expect(panel.getByText('Your cart is empty')).toBeVisible();
  await expect(panel.getByText('Add some products to get started')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (0)' })).toBeFocused();
});

test('Clear Cart empties it; Escape and the backdrop close it and give the focus back', async ({
  page,
  request,
}) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD, 2)]));
  await page.goto('/brands');
  await cartButton(page).focus();
  await page.keyboard.press('Enter');
  await drawer(page).getByRole('button', { name: 'Clear Cart' }).click();
  await expect(drawer(page).getByText('Your cart is empty')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(cartButton(page)).toBeFocused();

  await cartButton(page).click();
  await expect(drawer(page)).toBeVisible();
  await page.mouse.click(20, 300);
  await expect(drawer(page)).toBeHidden();
});

test('Proceed to Checkout goes there', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD)]));
  await page.goto('/brands');
  await cartButton(page).click();
  await drawer(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(drawer(page)).toBeHidden();
});

for (const broken of ['{', 'null', '[]', '{"id":"x","items":[{"id":7}]}', '{"items":{}}']) {
  test(`a stored cart that cannot be read (${broken}) is an empty one`, async ({ page }) => {
    await seedStorage(page, { 'turare:cart': broken, 'turare:payments': broken });
    await page.goto('/brands');
    await cartButton(page).click();
    await expect(page.getByRole('heading', { name: 'Shopping Cart (0)' })).toBeVisible();
  });
}

test('two tabs stay in step', async ({ page, context, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD)]));
  await page.goto('/brands');
  const other = await context.newPage();
  await other.goto(`/products/${KHAMRAH}`);
  await other.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(cartButton(page)).toContainText('2');
});

test('the drawer, filled and empty, has no axe violation', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD, 2)]));
  await page.goto('/brands');
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: `Remove` }).waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await drawer(page).getByRole('button', { name: 'Clear Cart' }).click();
  await expect(drawer(page).getByText('Your cart is empty')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
