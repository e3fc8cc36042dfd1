import type { Locator, Page } from '@playwright/test';
import { shop } from '#config/shop.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { cartLine, seedStorage, storedCart, storedDraft } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';

// The error that the test provokes.
test.use({ allowConsole: [/made by the test/] });

/**
 * Makes each link to a product throw while it is rendered, until `repair`. The guards let no data through that an island
 * cannot render, so the test breaks the renderer.
 */
async function breakProductLinks(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    const encode = encodeURIComponent;
    const whole = { encodeURIComponent: encode };
    const broken = {
      encodeURIComponent(text: string) {
        if (text === id) throw Error('made by the test');
        return encode(text);
      },
    };
    Object.assign(window, broken, { repair: () => Object.assign(window, whole) });
  }, KHAMRAH.id);
}
const repair = (page: Page) =>
  page.evaluate(() => (window as unknown as { repair(): void }).repair());

async function saysSo(place: Locator): Promise<Locator> {
  const message = place.getByRole('alert').filter({ hasText: 'could not be shown' });
  await expect(message).toContainText('This part of the page could not be shown.');
  await expect(message.getByRole('link', { name: shop.phone.label })).toHaveAttribute(
    'href',
    shop.phone.href,
  );
  return message.getByRole('button', { name: 'Try again' });
}

async function seedCart(page: Page): Promise<void> {
  await seedStorage(page, {
    ...storedCart([await cartLine(page.request, KHAMRAH.id)]),
    ...storedDraft('ngozi@example.com', ''),
  });
}

test.beforeEach(({ page }) => breakProductLinks(page));

test('a checkout that cannot be drawn says so, keeps the draft, and is drawn once it can be', async ({
  page,
}) => {
  await seedCart(page);
  await page.goto('/checkout');
  const retry = await saysSo(page.getByRole('main'));
  await noViolation(page);
  await retry.click();
  await saysSo(page.getByRole('main'));
  await repair(page);
  await retry.click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Ngozi Okonkwo');
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
});

test('a cart drawer that cannot be drawn says so', async ({ page }) => {
  await seedCart(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await saysSo(page.getByRole('dialog'));
});

test('an order that cannot be drawn says so, and is drawn once it can be', async ({ page }) => {
  await logInMadeUp(page, madeUpSession('Amina'));
  const order = anOrder('order-00001');
  const items = order.items.map((item) => ({ ...item, productId: KHAMRAH.id }));
  await page.route('**/api/order/order-00001', (route) =>
    route.fulfill({ json: { ...order, items } }),
  );
  await page.goto('/orders/order-00001');
  const retry = await saysSo(page.getByRole('main'));
  await repair(page);
  await retry.click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Order #00001' })).toBeVisible();
});
