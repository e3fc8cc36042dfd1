import type { Page } from '@playwright/test';
import { shop } from '#config/shop.ts';
import { formatNaira } from '#domain/money/money.ts';
import { subtotal } from '#domain/orders/cart-lines.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

const LIST = `/cart?items=${OUD_WOOD.id}:2,${KHAMRAH.id}:1`;
const kept = (page: Page) => page.evaluate(() => (window as unknown as { kept: unknown }).kept);
/** Replaces the device's means of sharing. */
const withDevice = (page: Page, share: boolean, clipboard: boolean) =>
  page.addInitScript(
    ([hasShare, takes]) => {
      const keep = async (what: unknown) => void Object.assign(window, { kept: what });
      Reflect.deleteProperty(Navigator.prototype, 'share');
      if (hasShare) Object.assign(navigator, { share: keep });
      const writeText = takes
        ? keep
        : () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
    },
    [share, clipboard] as const,
  );

test.beforeEach(async ({ page, request }) => {
  const lines = [await cartLine(request, OUD_WOOD.id, 2), await cartLine(request, KHAMRAH.id)];
  await seedStorage(page, storedCart(lines));
});
const openCart = async (page: Page) => {
  await page.goto('/brands');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
};
const press = (page: Page) => page.getByRole('button', { name: 'Share this cart' }).click();

test('Share this cart copies its link, and a toast says so', async ({ page, baseURL }) => {
  await withDevice(page, false, true);
  await openCart(page);
  await press(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Link Copied!');
  expect(await kept(page)).toBe(baseURL + LIST);
});

test('the device’s own share dialog gets text and link', async ({ page, baseURL, request }) => {
  const lines = [await cartLine(request, OUD_WOOD.id, 2), await cartLine(request, KHAMRAH.id)];
  await withDevice(page, true, true);
  await openCart(page);
  await press(page);
  const text = `My cart at ${shop.name}: 3 items, ${formatNaira(subtotal(lines))}`;
  await expect.poll(() => kept(page)).toEqual({ title: text, text, url: baseURL + LIST });
});

test('a refused clipboard offers the link for copying by hand', async ({ page, baseURL }) => {
  await withDevice(page, false, false);
  await openCart(page);
  await press(page);
  await expect(page.getByRole('textbox', { name: /Copy the link/ })).toHaveValue(baseURL + LIST);
  await noViolation(page);
});

test('Order on WhatsApp: items, total and link, to the shop’s number', async ({
  page,
  baseURL,
  request,
}) => {
  const [oud, khamrah] = [
    await cartLine(request, OUD_WOOD.id, 2),
    await cartLine(request, KHAMRAH.id),
  ];
  await openCart(page);
  const order = page.getByRole('link', { name: 'Order on WhatsApp' });
  await expect(order).toHaveAttribute('rel', 'noopener');
  const address = new URL((await order.getAttribute('href')) ?? '');
  expect(address.origin + address.pathname).toBe(shop.chat.href);
  expect(address.searchParams.get('text')?.split('\n')).toEqual([
    `Hello ${shop.name}, I would like to order:`,
    `2 × ${oud.name}: ${formatNaira(oud.price * 2)}`,
    `1 × ${khamrah.name}: ${formatNaira(khamrah.price)}`,
    `Total: 3 items, ${formatNaira(subtotal([oud, khamrah]))}, without delivery`,
    baseURL + LIST,
  ]);
});
