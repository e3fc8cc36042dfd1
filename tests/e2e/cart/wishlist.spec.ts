import type { Page } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD, testShop } from '../support/shop.ts';

const SOLD_OUT = testShop.productId('Creed Green Irish Tweed');

const heart = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Wishlist/ });
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Wishlist/ });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Returns a product as the wishlist stores it. */
async function kept(request: Parameters<typeof cartLine>[0], id: string) {
  const { quantity: _, ...item } = await cartLine(request, id);
  return item;
}

test('a card’s heart adds and removes: toast with the name, badge, label, another page', async ({
  page,
  request,
}) => {
  const { name } = await kept(request, OUD_WOOD.id);
  await page.goto('/brands/tom-ford');
  const add = page.getByRole('button', { name: `Add ${name} to wishlist` });
  await expect(add).toHaveAttribute('aria-pressed', 'false');
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toContainText('Added to Wishlist');
  await expect(toasts(page)).toContainText(name);
  await expect(heart(page)).toHaveAccessibleName('Wishlist, 1 item');
  const remove = page.getByRole('button', { name: `Remove ${name} from wishlist` });
  await expect(remove).toHaveAttribute('aria-pressed', 'true');
  await expect(remove).toBeFocused();
  await noViolation(page);

  await page.goto('/products');
  await expect(heart(page)).toContainText('1');
  await page.goBack();
  await remove.click();
  await expect(toasts(page)).toContainText('Removed from Wishlist');
  await expect(toasts(page)).toContainText(name);
  await expect(add).toHaveAttribute('aria-pressed', 'false');
  await expect(heart(page)).toHaveAccessibleName('Wishlist, 0 items');
});

test('cards that the list adds have these buttons, too', async ({ page, request }) => {
  await seedStorage(page, { 'turare:wishlist': [await kept(request, OUD_WOOD.id)] });
  await page.goto('/products?search=oud wood');
  await expect(
    page.getByRole('button', { name: /^Remove .*Oud Wood from wishlist$/ }).first(),
  ).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: /^Quick view of .*Oud Wood$/ })).not.toHaveCount(0);
});

test('the drawer: to the cart, sold out, removed one by one with the focus kept', async ({
  page,
  request,
}) => {
  const [oud, gone, khamrah] = await Promise.all(
    [OUD_WOOD.id, SOLD_OUT, KHAMRAH.id].map((id) => kept(request, id)),
  );
  if (!oud || !gone || !khamrah) throw new Error('three products');
  expect(gone.qtyAvailable).toBe(0);
  await seedStorage(page, { 'turare:wishlist': [oud, gone, khamrah] });
  await page.goto('/brands');
  await heart(page).click();
  const panel = drawer(page);
  await expect(panel.getByRole('heading', { name: 'Wishlist (3)' })).toBeVisible();
  await expect(panel.getByText(formatNaira(oud.price))).toBeVisible();
  await expect(panel.getByRole('link', { name: oud.name })).toHaveAttribute(
    'href',
    `/products/${OUD_WOOD.id}`,
  );
  const none = panel.getByRole('button', { name: 'Out of Stock' });
  await expect(none).toHaveText('Out of Stock');
  await expect(none).toBeDisabled();
  await noViolation(page);

  await panel.getByRole('button', { name: `Add to Cart: ${oud.name}` }).click();
  await expect(toasts(page)).toContainText('Added to Cart');
  await expect(
    page.getByRole('button', { name: 'Shopping cart, 1 item', includeHidden: true }),
  ).toHaveCount(1);

  await panel.getByRole('button', { name: `Remove ${gone.name}` }).click();
  await expect(toasts(page)).toContainText('Removed from Wishlist');
  await expect(panel.getByRole('button', { name: `Remove ${khamrah.name}` })).toBeFocused();
  await panel.getByRole('button', { name: `Remove ${khamrah.name}` }).click();
  await panel.getByRole('button', { name: `Remove ${oud.name}` }).click();
  await expect(panel.getByText('Your wishlist is empty')).toBeVisible();
  await expect(panel.getByText('Add products you love to save them for later')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Wishlist (0)' })).toBeFocused();
  await noViolation(page);
});

test('Clear Wishlist can be undone, by keyboard, and the focus is not lost', async ({
  page,
  request,
}) => {
  await seedStorage(page, {
    'turare:wishlist': [await kept(request, OUD_WOOD.id), await kept(request, KHAMRAH.id)],
  });
  await page.goto('/brands');
  await heart(page).click();
  await drawer(page).getByRole('button', { name: 'Clear Wishlist' }).click();
  await expect(drawer(page).getByText('Your wishlist is empty')).toBeVisible();
  const undo = toasts(page).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await noViolation(page);
  // The link of the empty list, then the toast.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { name: 'Wishlist (2)' });
  await expect(title).toBeFocused();

  await drawer(page).getByRole('button', { name: 'Clear Wishlist' }).click();
  await expect(undo).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(title).toBeVisible();
  await expect(undo).toBeHidden();
});

test('two tabs stay in step', async ({ page, context, request }) => {
  const { name } = await kept(request, OUD_WOOD.id);
  await page.goto('/brands/tom-ford');
  const other = await context.newPage();
  await other.goto('/brands/tom-ford');
  await other.getByRole('button', { name: `Add ${name} to wishlist` }).click();
  await expect(heart(page)).toHaveAccessibleName('Wishlist, 1 item');
  await expect(page.getByRole('button', { name: `Remove ${name} from wishlist` })).toBeVisible();
});

for (const broken of ['{', 'null', '{}', '[{"id":7}]', '"x"']) {
  test(`a stored wishlist that cannot be read (${broken}) is an empty one`, async ({ page }) => {
    await seedStorage(page, { 'turare:wishlist': broken });
    await page.goto('/brands');
    await heart(page).click();
    await expect(page.getByRole('heading', { name: 'Wishlist (0)' })).toBeVisible();
  });
}
