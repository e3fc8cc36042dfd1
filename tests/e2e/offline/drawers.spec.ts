import type { Page } from '@playwright/test';
import { ASSETS } from '#site/offline/kept.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';
import { type Front, openFront } from './front.ts';
import { caught, cut, NO_LINE, untilKept, visitTwoPages } from './kept.ts';

test.use({ allowConsole: [NO_LINE], serviceWorkers: 'allow' });

let front: Front;
test.beforeEach(async ({ baseURL }) => {
  front = await openFront(`${baseURL}`);
});
test.afterEach(() => front.close());

const assets = async (page: Page) => (await caught(page))[ASSETS] ?? [];
const islands = async (page: Page) =>
  (await assets(page)).filter((path) => /Drawer|mount|islands/.test(path));

/** Returns scripts and sheets that the page has loaded and that are not kept yet. */
async function unkept(page: Page): Promise<string[]> {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const kept = await assets(page);
  return loaded.filter((path) => /^\/_assets\/.*\.(js|css)$/.test(path) && !kept.includes(path));
}

/** Puts the page's product into cart and wishlist. */
async function collect(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Add .*to cart/i })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Shopping cart, 1 item/ })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Wishlist, 1 item/ })).toBeVisible();
}

const open = async (page: Page, name: string) => {
  await page.getByRole('button', { name: new RegExp(`${name}, 1 item`, 'i') }).click();
  return page.locator('dialog[open]');
};

test('a drawer that was opened before opens without a connection, on every stored page', async ({
  page,
}) => {
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  await collect(page);
  for (const name of ['Shopping cart', 'Wishlist']) {
    await expect(await open(page, name)).toContainText(OUD_WOOD.name);
    await page.keyboard.press('Escape');
  }
  await expect.poll(async () => (await islands(page)).join()).toMatch(/CartDrawer.*WishlistDrawer/);
  // Code that both drawers share is in other files.
  await expect.poll(() => unkept(page)).toEqual([]);
  // Keeping a later page sweeps what no page needs.
  await page.evaluate(() => location.assign('/about'));
  await page.waitForURL('**/about');
  await untilKept(page, '/about');
  cut(front, true);
  for (const path of ['/brands', '/about', OUD_WOOD.path]) {
    await page.goto(front.origin + path);
    await expect(page.locator('.offline-note')).toBeVisible();
    for (const name of ['Shopping cart', 'Wishlist']) {
      await expect(
        (await open(page, name)).getByRole('link', { name: OUD_WOOD.name }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
    }
  }
});

test('a drawer that was never opened preloads nothing, and explains itself without a connection', async ({
  page,
}) => {
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  // Written as the buttons do: a pointer that passes the header's buttons would fetch the drawers.
  await page.evaluate((item) => {
    localStorage.setItem('turare:wishlist', JSON.stringify([item]));
    localStorage.setItem(
      'turare:cart',
      JSON.stringify({ id: 'cart-1', items: [{ ...item, quantity: 1 }] }),
    );
  }, ITEM);
  expect(await islands(page)).toEqual([]);
  cut(front, true);
  await page.goto(front.origin + OUD_WOOD.path);
  const drawer = await open(page, 'Shopping cart');
  await expect(drawer).toContainText('Without a connection this opens only where it was opened');
  await drawer.getByRole('link', { name: 'Cart and wishlist as text' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText(`1 × ${OUD_WOOD.name}`);
  await expect(
    main.getByRole('region', { name: 'In your wishlist' }).getByRole('link'),
  ).toHaveAttribute('href', OUD_WOOD.path);
});

const ITEM = {
  id: OUD_WOOD.id,
  name: OUD_WOOD.name,
  price: 100_000,
  image: '',
  qtyAvailable: 5,
};
