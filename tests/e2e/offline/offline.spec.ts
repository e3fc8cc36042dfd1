import { lagosMoment } from '#domain/lagos-date.ts';
import { expect, test } from '../support/fixtures.ts';
import { EROS, OUD_WOOD } from '../support/shop.ts';
import { type Front, openFront } from './front.ts';
import { caught, cut, NO_LINE, untilKept, untilPrepared, visitTwoPages, workers } from './kept.ts';

test.use({ allowConsole: [NO_LINE], serviceWorkers: 'allow' });

let front: Front;
test.beforeEach(async ({ baseURL }) => {
  front = await openFront(`${baseURL}`);
});
test.afterEach(() => front.close());

test('nothing is registered on the first page of a visit, even if the pointer moves', async ({
  page,
}) => {
  await page.goto(front.origin + OUD_WOOD.path);
  await page.mouse.move(100, 100);
  await page.mouse.move(120, 120);
  await untilPrepared(page);
  expect(await workers(page)).toBe(0);
  expect(await caught(page)).toEqual({});
});

test('the second page of a visit loads no React', async ({ page }) => {
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(scripts.filter((name) => /next-page/.test(name))).toHaveLength(1);
  expect(scripts.filter((name) => /react/.test(name))).toEqual([]);
});

test('without a connection a visited page shows its price with its time, and can fill the cart', {
  tag: '@core',
}, async ({ page }) => {
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  const price = await page.locator('.product .price-now').textContent();
  cut(front, true);
  await page.goto(front.origin + OUD_WOOD.path);
  await expect(page.locator('.product .price-now')).toHaveText(`${price}`);
  const note = page.locator('.offline-note');
  await expect(note).toContainText('There is no connection to our shop.');
  const time = `${await note.locator('time').getAttribute('datetime')}`;
  await expect(note.locator('time')).toHaveText(lagosMoment(time));
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(120_000);
  await page
    .getByRole('button', { name: /^Add .*to cart/i })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /Shopping cart, 1 item/ })).toBeVisible();

  await page.goto(front.origin + EROS.path);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    'You have not looked at this fragrance before',
  );
  await expect(main).toContainText(`1 × ${OUD_WOOD.name}`);
  await expect(main.getByRole('link', { name: `${OUD_WOOD.name}, ` })).toHaveAttribute(
    'href',
    OUD_WOOD.path,
  );
  await page.goto(`${front.origin}/checkout`);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    'The checkout needs a connection',
  );
  await page.goto(`${front.origin}/cart?items=${OUD_WOOD.id}:2`);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(
    'The link of a cart needs a connection',
  );
  await page.goto(`${front.origin}/products?search=oud`);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Searching and filtering/);

  cut(front, false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.listing')).toBeVisible();
  await page.goto(front.origin + OUD_WOOD.path);
  await expect(page.locator('.product .price-now')).toHaveText(`${price}`);
  await expect(note).toHaveCount(0);
});

test('nothing personal is stored: neither answers of the API nor the pages that show them', async ({
  page,
}) => {
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  for (const path of ['/checkout', '/login', '/brands']) {
    await page.evaluate((to) => location.assign(to), path);
    await page.waitForURL(`**${path}`);
    await untilPrepared(page);
  }
  await untilKept(page, '/brands');
  const paths = Object.values(await caught(page)).flat();
  expect(
    paths.filter((path) => /^\/(api|dev|checkout|login|orders|account|payment)/.test(path)),
  ).toEqual([]);
  cut(front, true);
  await page.goto(`${front.origin}/orders/some-order?key=secret`);
  await expect(page.getByRole('heading', { level: 1, name: /Your own pages/ })).toBeVisible();
});
