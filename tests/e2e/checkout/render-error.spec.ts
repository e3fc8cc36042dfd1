import type { Locator, Page } from '@playwright/test';
import { shop } from '#config/shop.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { cartLine, seedStorage, storedCart, storedDraft } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';

/** Half a surrogate pair is a text, but no part of a URL: a link to such a product throws. */
const NO_URL = '\ud800';

// The error that the test provokes.
test.use({ allowConsole: [/URIError/] });

async function saysSo(place: Locator): Promise<Locator> {
  const message = place.getByRole('alert').filter({ hasText: 'could not be shown' });
  await expect(message).toContainText('This part of the page could not be shown.');
  await expect(message.getByRole('link', { name: shop.phone.label })).toHaveAttribute(
    'href',
    shop.phone.href,
  );
  return message.getByRole('button', { name: 'Try again' });
}

/** A cart that the guards take and no island can draw. */
async function seedBrokenCart(page: Page): Promise<void> {
  const line = await cartLine(page.request, KHAMRAH.id);
  await seedStorage(page, {
    ...storedCart([{ ...line, id: NO_URL }]),
    ...storedDraft('ngozi@example.com', ''),
  });
}

test('a checkout that cannot be drawn says so, keeps the draft, and is drawn once it can be', async ({
  page,
}) => {
  await seedBrokenCart(page);
  await page.goto('/checkout');
  const retry = await saysSo(page.getByRole('main'));
  await noViolation(page);
  await retry.click();
  await saysSo(page.getByRole('main'));
  await page.evaluate((id) => {
    const key = 'turare:cart';
    const newValue = localStorage.getItem(key)?.replace('\\ud800', id) ?? null;
    localStorage.setItem(key, newValue ?? '');
    // As if another tab had changed the cart.
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }, KHAMRAH.id);
  await retry.click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ngozi Okonkwo');
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
});

test('a cart drawer that cannot be drawn says so', async ({ page }) => {
  await seedBrokenCart(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await saysSo(page.getByRole('dialog'));
});

test('an order that cannot be drawn says so, and Try again asks anew', async ({ page }) => {
  await logInMadeUp(page, madeUpSession('Amina'));
  const order = anOrder('order-00001');
  const broken = { ...order, items: order.items.map((item) => ({ ...item, productId: NO_URL })) };
  await page.route('**/api/order/order-00001', (route) => route.fulfill({ json: order }));
  await page.route('**/api/order/order-00001', (route) => route.fulfill({ json: broken }), {
    times: 1,
  });
  await page.goto('/orders/order-00001');
  await (await saysSo(page.getByRole('main'))).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Order #00001' })).toBeVisible();
});
