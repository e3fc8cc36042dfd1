import type { APIRequestContext, Page } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { totalQuantity } from '#domain/orders/cart.ts';
import { subtotal } from '#domain/orders/cart-lines.ts';
import { noViolation } from '../support/axe.ts';
import { allProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { EROS, KHAMRAH, OUD_WOOD, testShop } from '../support/shop.ts';

const main = (page: Page) => page.getByRole('main');
const headline = (page: Page) => main(page).getByRole('heading', { level: 2 });
const lineOf = (page: Page, name: string) =>
  main(page).getByRole('listitem').filter({ hasText: name });
const cartOf = (page: Page): Promise<CartItem[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('turare:cart') ?? '{"items":[]}').items);
const units = (items: readonly CartItem[]) => items.map(({ id, quantity }) => [id, quantity]);

/** Ten lines of products in stock, two units of the first. */
async function tenLines(request: APIRequestContext): Promise<CartItem[]> {
  const products = (await allProducts(request)).filter(({ qtyAvailable }) => qtyAvailable > 1);
  const lines = products.slice(0, 10).map(({ id }, at) => cartLine(request, id, at === 0 ? 2 : 1));
  return Promise.all(lines);
}

test('a cart of ten, sent to another device, has the prices and the stock of today', {
  tag: ['@core', '@foreign'],
}, async ({ page, browser, request, baseURL }) => {
  const lines = await tenLines(request);
  const [cheaper, dearer, gone, ...others] = lines as [CartItem, CartItem, CartItem, ...CartItem[]];
  const sender = await browser.newPage({ baseURL: `${baseURL}` });
  await seedStorage(sender, storedCart(lines));
  await sender.goto('/brands');
  await sender.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const order = sender.getByRole('link', { name: 'Order on WhatsApp' });
  const message = new URL((await order.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  await sender.close();
  const link = message.split('\n').at(-1) ?? '';
  expect(link.startsWith(`${baseURL}/cart?items=`)).toBe(true);
  for (const { name } of lines) expect(link).not.toContain(encodeURIComponent(name));

  await testShop.changeFigures(page, {
    [cheaper.id]: { price: 20_000, discount: null },
    [dearer.id]: { price: 900_000, discount: null },
    [gone.id]: { qtyAvailable: 0 },
  });
  await page.goto(link);
  const now = [{ ...cheaper, price: 20_000 }, { ...dearer, price: 900_000 }, ...others];
  await expect(headline(page)).toHaveText('It is in your cart');
  await expect(lineOf(page, cheaper.name)).toContainText('2 × ₦20,000');
  await expect(lineOf(page, dearer.name)).toContainText('₦900,000');
  await expect(lineOf(page, gone.name)).toContainText('It is sold out, so it is left out.');
  await expect(main(page)).toContainText(
    `${totalQuantity(now)} items, ${formatNaira(subtotal(now))}.`,
  );
  const kept = await cartOf(page);
  expect(units(kept)).toEqual(units(now));
  expect(subtotal(kept)).toBe(subtotal(now));

  await main(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
});

test.describe('next to an existing cart', () => {
  const LINK = `/cart?items=${KHAMRAH.id}:2,${EROS.id}:1`;
  const ids = (items: CartItem[]) => Object.fromEntries(units(items));

  test.beforeEach(async ({ page, request }) => {
    const mine = [await cartLine(request, OUD_WOOD.id), await cartLine(request, KHAMRAH.id)];
    await seedStorage(page, storedCart(mine));
    await page.goto(LINK);
    await expect(headline(page)).toHaveText('You have a cart already');
    // Nothing is replaced silently.
    expect(ids(await cartOf(page))).toEqual({ [OUD_WOOD.id]: 1, [KHAMRAH.id]: 1 });
  });

  test('Add: the units of both, and the focus on the result', async ({ page }) => {
    await noViolation(page);
    await main(page).getByRole('button', { name: 'Add to my cart' }).click();
    await expect(headline(page)).toHaveText('Added to your cart');
    await expect(headline(page)).toBeFocused();
    expect(ids(await cartOf(page))).toEqual({
      [OUD_WOOD.id]: 1,
      [KHAMRAH.id]: 3,
      [EROS.id]: 1,
    });
    await main(page).getByRole('button', { name: 'Open my cart' }).click();
    await expect(page.getByRole('heading', { name: 'Shopping Cart (5)' })).toBeVisible();
  });

  test('Replace: only the link’s products, and Undo restores the others', async ({ page }) => {
    await main(page).getByRole('button', { name: 'Replace my cart' }).click();
    await expect(headline(page)).toHaveText('Your cart is replaced');
    expect(ids(await cartOf(page))).toEqual({ [KHAMRAH.id]: 2, [EROS.id]: 1 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(headline(page)).toHaveText('Your cart has changed');
    expect(ids(await cartOf(page))).toEqual({ [OUD_WOOD.id]: 1, [KHAMRAH.id]: 1 });
  });

  test('Keep: the cart stays unchanged', async ({ page }) => {
    await main(page).getByRole('button', { name: 'Keep my cart as it is' }).click();
    await expect(headline(page)).toHaveText('Your cart is as it was');
    expect(ids(await cartOf(page))).toEqual({ [OUD_WOOD.id]: 1, [KHAMRAH.id]: 1 });
  });

  test('emptied in the drawer: a press fills it, not the page itself', async ({ page }) => {
    await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
    await page.getByRole('button', { name: 'Clear Cart' }).click();
    await page.keyboard.press('Escape');
    await expect(headline(page)).toHaveText('Your cart is empty');
    expect(await cartOf(page)).toEqual([]);
    await main(page).getByRole('button', { name: 'Add to my cart' }).click();
    expect(ids(await cartOf(page))).toEqual({ [KHAMRAH.id]: 2, [EROS.id]: 1 });
  });
});

test('the same link a second time changes nothing', async ({ page }) => {
  await page.goto(`/cart?items=${KHAMRAH.id}:2`);
  await expect(headline(page)).toHaveText('It is in your cart');
  await page.reload();
  await expect(headline(page)).toHaveText('Your cart holds this already');
  expect(units(await cartOf(page))).toEqual([[KHAMRAH.id, 2]]);
});

test('the page does not shift while it is filled', async ({ page, request }) => {
  const list = (await tenLines(request)).map(({ id }) => `${id}:1`).join(',');
  await watchShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/cart?items=${list}`);
  await expect(headline(page)).toHaveText('It is in your cart');
  await noViolation(page);
  expect(await shifted(page)).toBe(0);
});

test('an unreachable shop: the page says so, and tries again at a press', async ({ page }) => {
  const calls = /\/api\/(lookup|product\/)/;
  const headers = { 'access-control-allow-origin': '*' };
  await page.route(calls, (route) => route.fulfill({ headers, json: { odd: true } }));
  await page.goto(`/cart?items=${KHAMRAH.id}:2`);
  await expect(headline(page)).toHaveText('We could not look this cart up');
  await expect(main(page)).toContainText('Your own cart is as it was.');
  expect(await cartOf(page)).toEqual([]);
  await page.unroute(calls);
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(headline(page)).toHaveText('It is in your cart');
});

test.describe('when only the call for all its products fails', () => {
  test.use({ allowConsole: [/api\/lookup/] });

  test('each product is requested, and the cart is filled', { tag: '@own' }, async ({ page }) => {
    await page.route('**/api/lookup?**', (route) => route.fulfill({ status: 500 }));
    await page.goto(`/cart?items=${KHAMRAH.id}:2,${EROS.id}:1`);
    await expect(headline(page)).toHaveText('It is in your cart');
    expect(units(await cartOf(page))).toEqual([
      [KHAMRAH.id, 2],
      [EROS.id, 1],
    ]);
  });
});

test('former products, and unknown ones', {
  tag: '@own',
}, async ({ page }) => {
  await page.route('**/api/lookup?**', async (route) => {
    const answer = await route.fetch();
    const { products } = await answer.json();
    const [first, ...rest] = products;
    await route.fulfill({
      json: { products: [{ ...first, retired: true, qtyAvailable: 0 }, ...rest] },
    });
  });
  await page.goto(`/cart?items=${OUD_WOOD.id}:1,no-such-thing:2,nor-this:1,${KHAMRAH.id}:1,a::b:1`);
  await expect(headline(page)).toHaveText('It is in your cart');
  await expect(lineOf(page, OUD_WOOD.name)).toContainText('We no longer sell it. It is left out.');
  await expect(main(page)).toContainText('2 fragrances of the link are not sold here');
  await expect(main(page)).toContainText('One entry of the link cannot be read');
  expect(units(await cartOf(page))).toEqual([[KHAMRAH.id, 1]]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what to do', async ({ page }) => {
    await page.goto(`/cart?items=${KHAMRAH.id}:2`);
    await expect(main(page)).toContainText('To read this link the page needs JavaScript.');
    await expect(main(page).getByRole('link')).toHaveAttribute('href', /^tel:/);
    await expect(main(page).getByRole('heading')).toHaveCount(1);
  });
});

test('the page is private: not for search engines, and not in the sitemap', async ({ request }) => {
  const html = await (await request.get('/cart')).text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/cart<');
});
