import type { Page } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /cart/i });
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Shopping Cart/ });

test('add to cart: toast, badge, drawer; React loads only as the drawer is approached', {
  tag: '@core',
}, async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`/products/${KHAMRAH.id}`);
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

test('a cart never holds more than the stock, and says so', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const line = await cartLine(request, OUD_WOOD.id);
  await seedStorage(page, storedCart([{ ...line, quantity: line.qtyAvailable }]));
  await page.goto(`/products/${OUD_WOOD.id}`);
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
  const oud = await cartLine(request, OUD_WOOD.id);
  const khamrah = await cartLine(request, KHAMRAH.id);
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
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id, 2)]));
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

test('Clear Cart and Remove can be undone; the lines return to their places', {
  tag: '@core',
}, async ({ page, request }) => {
  const oud = await cartLine(request, OUD_WOOD.id, 2);
  const khamrah = await cartLine(request, KHAMRAH.id);
  await seedStorage(page, storedCart([oud, khamrah]));
  await page.goto('/brands');
  await cartButton(page).click();
  const panel = drawer(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await panel.getByRole('button', { name: `Remove ${oud.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (1)' })).toBeVisible();
  await undo.click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (3)' })).toBeVisible();
  await expect(panel.getByRole('listitem').getByRole('link')).toHaveText([oud.name, khamrah.name]);

  await panel.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(panel.getByText('Your cart is empty')).toBeVisible();
  await undo.click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (3)' })).toBeVisible();
  await expect(undo).toBeHidden();
});

test('Clear Cart can be undone on the next page, but not after a while', async ({
  page,
  request,
}) => {
  await page.clock.install();
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id, 2)]));
  await page.goto('/brands');
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Clear Cart' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await page.clock.runFor(5000);
  await drawer(page).getByRole('link', { name: 'See all fragrances' }).click();
  await expect(page).toHaveURL('/products');
  await expect(undo).toBeVisible();

  // Under the pointer it waits.
  await undo.hover();
  await page.clock.runFor(60_000);
  await expect(undo).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(5000);
  await expect(undo).toBeVisible();
  await page.clock.runFor(4000);
  await expect(undo).toBeHidden();
});

test('BUY NOW replaces the cart and goes to the checkout, where it can be undone', {
  tag: '@core',
}, async ({ page, request }) => {
  const khamrah = await cartLine(request, KHAMRAH.id, 2);
  await seedStorage(page, storedCart([khamrah]));
  await page.goto(`/products/${OUD_WOOD.id}`);
  await page.getByRole('button', { name: 'BUY NOW' }).click();
  await expect(page).toHaveURL('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByRole('listitem')).toHaveCount(1);
  await expect(summary).toContainText('Oud Wood');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(summary.getByRole('listitem')).toHaveCount(2);
  await expect(cartButton(page)).toHaveAccessibleName('Shopping cart, 3 items');
});

test('BUY NOW with an empty cart has nothing to undo', async ({ page }) => {
  await page.goto(`/products/${OUD_WOOD.id}`);
  await page.getByRole('button', { name: 'BUY NOW' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(cartButton(page)).toHaveAccessibleName('Shopping cart, 1 item');
  await expect(page.getByRole('region', { name: 'Notifications' })).not.toContainText('Undo');
});

test('five products in a row show one toast at a time', async ({ page }) => {
  await page.goto('/brands/tom-ford');
  const add = page.getByRole('button', { name: /^Add .* to cart$/ });
  for (const index of [0, 1, 2]) await add.nth(index).click();
  await expect(cartButton(page)).toContainText('3');
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(toasts).toHaveCount(1);
});

test('Proceed to Checkout goes there', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
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

test('two tabs stay in step', { tag: '@core' }, async ({ page, context, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/brands');
  const other = await context.newPage();
  await other.goto(`/products/${KHAMRAH.id}`);
  await other.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(cartButton(page)).toContainText('2');
});

test('the drawer, filled and empty, has no axe violation', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id, 2)]));
  await page.goto('/brands');
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: `Remove` }).waitFor();
  await noViolation(page);
  await drawer(page).getByRole('button', { name: 'Clear Cart' }).click();
  await expect(drawer(page).getByText('Your cart is empty')).toBeVisible();
  await noViolation(page);
});
