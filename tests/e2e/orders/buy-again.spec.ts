import type { Page } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { pressAt } from '../support/keyboard.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';
import { anOrder, hold, logInMadeUp, madeUpSession } from '../support/order.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { BOX, KHAMRAH, OUD_WOOD, testShop } from '../support/shop.ts';
import { LIST, main, title } from './orders-page.ts';

/** An order as a list to shop by, and the products' pages that remember it. */

const again = (page: Page) => main(page).getByRole('button', { name: /^(Buy again|One moment…)$/ });
const said = (page: Page) => page.getByRole('region', { name: 'Order Items' }).getByRole('status');
const cartOf = (page: Page): Promise<[string, number][]> =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('turare:cart') ?? '{"items":[]}').items as CartItem[]).map(
      ({ id, quantity }) => [id, quantity],
    ),
  );
const ordered = (id: string, name: string, quantity: number, price = 1000) => ({
  ...{ productId: id, name, price, image: '', quantity },
});
const LINES = [
  ordered(KHAMRAH.id, KHAMRAH.name, 2),
  ordered(OUD_WOOD.id, OUD_WOOD.name, 1),
  ordered(BOX.id, BOX.name, 1),
  ordered('never-sold-here', 'Gone Oud', 1),
];

/** Opens the page of a made-up order of these lines. */
async function open(page: Page, items = LINES, change = {}) {
  await logInMadeUp(page, madeUpSession('Amina'));
  await page
    .context()
    .route('**/api/order/o-12345', (route) =>
      route.fulfill({ json: anOrder('o-12345', { items, ...change }) }),
    );
  await page.goto('/orders/o-12345');
  await expect(title(page, 'Order #12345')).toBeVisible();
}

test('one press fills the cart at today’s prices and says what has changed; another tab adds nothing', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const [khamrah, oud] = [
    await cartLine(request, KHAMRAH.id),
    await cartLine(request, OUD_WOOD.id),
  ];
  await testShop.changeFigures(page, { [OUD_WOOD.id]: { qtyAvailable: 0 } });
  await open(page);
  await pressAt(page, again(page), 'Enter');
  await expect(said(page)).toContainText('In your cart at today’s prices: 1 item of this order.');
  await expect(said(page)).toContainText(
    `${khamrah.name}: It costs ${formatNaira(khamrah.price)} now. It was ₦1,000.`,
  );
  await expect(said(page)).toContainText(`${oud.name}: It is sold out, so it is left out.`);
  await expect(said(page)).toContainText(`${BOX.name}: Choose what is in it on its page.`);
  await expect(said(page)).toContainText('Gone Oud: We no longer sell it. It is left out.');
  await expect(again(page)).toBeFocused();
  expect(await cartOf(page)).toEqual([[KHAMRAH.id, 2]]);
  await noViolationInMain(page, ['dark', 'light']);

  const other = await page.context().newPage();
  await testShop.changeFigures(other, { [OUD_WOOD.id]: { qtyAvailable: 0 } });
  await other.goto('/orders/o-12345');
  await again(other).click();
  await expect(said(other)).toContainText('In your cart');
  expect(await cartOf(other)).toEqual([[KHAMRAH.id, 2]]);
  await other.close();
  await said(page).getByRole('button', { name: 'Open my cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (2)' })).toBeVisible();
});

test('the link of a guest’s order has it, too, and what is in the cart stays', {
  tag: '@own',
}, async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id, 3)]));
  await page.route('**/api/order/shared/*', (route) =>
    route.fulfill({ json: anOrder('o-12345', { items: LINES.slice(0, 2) }) }),
  );
  await page.goto('/orders/o-12345#key=made-up-secret');
  await again(page).click();
  await expect(said(page)).toContainText('2 items of this order');
  expect(await cartOf(page)).toEqual([
    [OUD_WOOD.id, 3],
    [KHAMRAH.id, 2],
  ]);
});

test('an order that waits for its payment is not bought again', { tag: '@own' }, async ({
  page,
}) => {
  await open(page, LINES, { status: 'pending', paidAt: null });
  await expect(page.getByRole('region', { name: 'Order Items' })).toBeVisible();
  await expect(again(page)).toHaveCount(0);
});

test.describe('without a line', () => {
  test.use({ allowConsole: [/Failed to load resource|net::ERR/] });

  for (const [what, path] of [
    ['the shop', /\/api\/(lookup|product)/],
    ['the script', /_assets\/buy-again/],
  ] as const)
    test(`a press says that ${what} did not arrive, changes nothing, and works later`, {
      tag: '@foreign',
    }, async ({ page }) => {
      await open(page, LINES.slice(0, 1));
      await page.route(path, (route) => route.abort('internetdisconnected'));
      await again(page).click();
      await expect(said(page)).toContainText('Please check your connection, then try again.');
      expect(await cartOf(page)).toEqual([]);
      await page.unroute(path);
      await again(page).click();
      await expect(said(page)).toContainText('In your cart');
      expect(await cartOf(page)).toEqual([[KHAMRAH.id, 2]]);
    });
});

test('a slow answer shows that it is asked, and further presses ask nothing', {
  tag: '@own',
}, async ({ page }) => {
  await open(page, LINES.slice(0, 1));
  let calls = 0;
  const lookup = await hold(page, '**/api/lookup*', (route) => {
    calls += 1;
    return route.fallback();
  });
  await again(page).click();
  await lookup.asked;
  await expect(again(page)).toHaveText('One moment…');
  await page.keyboard.press('Enter');
  lookup.release();
  await expect(said(page)).toContainText('In your cart');
  await expect(again(page)).toHaveText('Buy again');
  expect([calls, await cartOf(page)]).toEqual([1, [[KHAMRAH.id, 2]]]);
});

test.describe('the page of a product', () => {
  const bought = (page: Page) => main(page).getByRole('link', { name: /^Bought on/ });

  test('says to its customer when she bought it, moves nothing, and forgets it with her session', {
    tag: '@foreign',
  }, async ({ page }) => {
    await watchShifts(page);
    await logInMadeUp(page, madeUpSession('Amina'));
    const orders = [
      anOrder('o-3', { items: LINES, status: 'cancelled', createdAt: '2026-11-28T10:00:00.000Z' }),
      anOrder('o-2', { items: LINES }),
      anOrder('o-1', { items: LINES, createdAt: '2025-01-01T10:00:00.000Z' }),
    ];
    await page.context().route(LIST, (route) => route.fulfill({ json: orders }));
    await page.goto(KHAMRAH.path);
    await expect(bought(page)).toHaveText('Bought on November 20, 2026');
    await expect(bought(page)).toHaveAttribute('href', '/orders/o-2');
    expect(await shifted(page)).toBe(0);
    await noViolationInMain(page, ['dark', 'light']);

    const other = await page.context().newPage();
    await other.goto('/brands');
    await other.evaluate(() => localStorage.removeItem('turare:session'));
    await other.close();
    await expect(bought(page)).toHaveCount(0);
  });

  test('asks nothing for who is signed out', { tag: '@own' }, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url()));
    await page.goto(KHAMRAH.path, { waitUntil: 'load' });
    await expect(main(page).getByRole('button', { name: 'ADD TO CART' })).toBeEnabled();
    expect(asked.filter((url) => /my-orders|bought-on/.test(url))).toEqual([]);
    await expect(bought(page)).toHaveCount(0);
  });
});

test.describe('a shop that does not tell the orders', () => {
  test.use({ allowConsole: [/my-orders/] });

  test('leaves the page of a product as it is', { tag: '@own' }, async ({ page }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    const told = page.waitForResponse(LIST);
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(KHAMRAH.path);
    await told;
    await expect(main(page).getByRole('button', { name: 'ADD TO CART' })).toBeEnabled();
    await expect(main(page).getByRole('link', { name: /^Bought on/ })).toHaveCount(0);
  });
});
