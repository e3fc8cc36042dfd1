import { untilPrepared } from '../offline/kept.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

/** As on a device that saves data. */
test.beforeEach(async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
});

test('with data saving, the landing page has one banner and still requests prices', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('.carousel-track > :visible')).toHaveCount(1);
  await expect(page.locator('.carousel-controls')).toBeHidden();
  const live = page.waitForResponse(/\/api\/(live|product)/);
  await page.goto(OUD_WOOD.path);
  expect((await live).ok()).toBe(true);
});

test.describe('on a dense screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });

  test('with data saving, pictures further down have the resolution of a standard screen', {
    tag: '@own',
  }, async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => location.assign('/products'));
    await page.waitForURL('**/products');
    await untilPrepared(page);
    const last = page.locator('.card img').last();
    await last.scrollIntoViewIfNeeded();
    await expect
      .poll(() => last.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/\/320\.avif$/);
  });
});
