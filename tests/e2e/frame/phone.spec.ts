/** A phone's first screen: a low header, the whole bottle, and viewed products where there is nothing else. */
import { expect, test } from '../support/fixtures.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';
import { BOX, KHAMRAH, OUD_WOOD } from '../support/shop.ts';

test.use({ allowConsole: [/404 .*nothing/] });

for (const width of [320, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, isMobile: true, hasTouch: true });

    test('the head takes at most 104 px, and the search field its whole row while in use', async ({
      page,
    }) => {
      await watchShifts(page);
      await page.goto('/brands');
      const main = await page.getByRole('main').boundingBox();
      expect(main?.y).toBeLessThanOrEqual(104);
      const field = page.getByRole('combobox', { name: 'Search fragrances' });
      const before = await field.boundingBox();
      // The whole placeholder is readable.
      expect(before?.width).toBeGreaterThanOrEqual(56);
      for (const name of [/^Wishlist/, /^Shopping cart/])
        await expect(page.getByRole('banner').getByRole('button', { name })).toBeInViewport({
          ratio: 1,
        });
      await expect(page.getByText('NG', { exact: true })).toBeInViewport({ ratio: 1 });
      await field.tap();
      await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(width / 2);
      await field.fill('oud');
      await page.getByRole('button', { name: 'Search', exact: true }).tap();
      await expect(page).toHaveURL(/search=oud/);
      expect(await shifted(page)).toBe(0);
    });

    test('nothing covers the picture of a product', async ({ page }) => {
      await page.goto(OUD_WOOD.path);
      const picture = await page.locator('#picture').boundingBox();
      const foot = (picture?.y ?? 0) + (picture?.height ?? 0);
      for (const control of await page.locator('[data-step], .gallery-dots, .gallery-thumbs').all())
        expect((await control.boundingBox())?.y).toBeGreaterThanOrEqual(foot - 0.5);
    });
  });
}

test('404 and offline show the last three bottles, without a call @own', async ({ page }) => {
  for (const path of [OUD_WOOD.path, KHAMRAH.path, BOX.path]) {
    await page.goto(path);
    await expect
      .poll(() => page.evaluate(() => localStorage['turare:viewed']))
      .toContain(path.split('/').pop() ?? '');
  }
  const calls: string[] = [];
  // A missing path may have moved, so the page asks.
  const isCall = (url: string) => url.includes('/api/') && !url.includes('/redirects');
  const paths = ['/offline', '/about/nothing'];
  page.on('request', (sent) => {
    // The previous page may still send a request.
    if (isCall(sent.url()) && paths.includes(new URL(page.url()).pathname)) calls.push(sent.url());
  });
  for (const path of paths) {
    await page.goto(path);
    const last = page.getByRole('region', { name: 'Recently viewed' });
    await expect(last.getByRole('link')).toHaveCount(3);
    await expect(last.getByRole('link').first()).toHaveAttribute('href', BOX.path);
  }
  expect(calls).toEqual([]);
});

test('an empty result suggests words, and each of them finds something @own', async ({ page }) => {
  await page.goto('/products?search=zzzzqq');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  for (const word of ['oud', 'rain']) {
    await page.goto('/products?search=zzzzqq');
    await page.getByRole('main').getByRole('link', { name: word, exact: true }).click();
    await expect(page).toHaveURL(`/products?search=${word}`);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  }
});
