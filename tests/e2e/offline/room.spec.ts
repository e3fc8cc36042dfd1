import type { Page } from '@playwright/test';
import { PAGES, SEARCH } from '#site/offline/kept.ts';
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

/** Types into the search field and expects the product among the suggestions. */
async function find(page: Page): Promise<void> {
  await page.getByRole('combobox').fill('oud wood');
  await expect(page.getByRole('option', { name: new RegExp(OUD_WOOD.name) }).first()).toBeVisible();
}

test('search suggests without a connection once it has used its index', {
  tag: '@own',
}, async ({ page }) => {
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  // The index answers when the API does not.
  front.own = (path, response) => {
    const isCall = path.startsWith('/api/');
    if (isCall) response.destroy();
    return isCall;
  };
  await find(page);
  // The entry file is written last.
  await expect
    .poll(async () =>
      Object.entries(await caught(page))
        .filter(([name]) => name.startsWith(SEARCH))
        .flatMap(([, paths]) => paths),
    )
    .toContain('/pagefind/pagefind-entry.json');
  await expect.poll(async () => Object.values(await caught(page)).join()).toMatch(/SearchDropdown/);
  cut(front, true);
  await page.goto(`${front.origin}/brands`);
  await expect(page.locator('.offline-note')).toBeVisible();
  await find(page);
});

test('when the device has no room, older pages go, none is half stored, and later ones are stored again', async ({
  page,
}) => {
  await visitTwoPages(page, OUD_WOOD.path, front.origin);
  const client = await page.context().newCDPSession(page);
  const limit = (quotaSize?: number) =>
    client.send('Storage.overrideQuotaForOrigin', {
      origin: front.origin,
      ...(quotaSize && { quotaSize }),
    });
  await limit(await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 1));
  await page.evaluate(() => location.assign('/about'));
  await page.waitForURL('**/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const pages = async () => (await caught(page))[PAGES] ?? [];
  await expect.poll(pages).not.toContain('/brands');
  cut(front, true);
  for (const path of ['/brands', '/about', OUD_WOOD.path]) {
    await page.goto(front.origin + path);
    // Either the whole page with its note, or the words about what is missing.
    await expect(
      page.locator('.offline-note, #offline').or(page.getByText('No connection')).first(),
    ).toBeVisible();
  }
  cut(front, false);
  await limit();
  await page.goto(`${front.origin}/about`);
  await page.evaluate(() => location.assign('/brands'));
  await page.waitForURL('**/brands');
  await untilKept(page, '/brands');
});
