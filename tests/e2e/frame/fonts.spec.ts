import { expect, test } from '../support/fixtures.ts';
import { watchShifts, whatShifted } from '../support/layout-shift.ts';
import { OUD_WOOD } from '../support/shop.ts';

for (const width of [390, 1440]) {
  test(`fonts that come after the first paint move nothing, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await watchShifts(page);
    let fontsMayCome = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fontsMayCome.promise;
      await route.continue();
    });
    for (const path of ['/', '/brands', '/products', OUD_WOOD.path, '/login']) {
      fontsMayCome = Promise.withResolvers();
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
      fontsMayCome.resolve();
      await page.waitForFunction(() =>
        [...document.fonts].some(({ status }) => status === 'loaded'),
      );
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect.soft([path, await whatShifted(page)]).toEqual([path, []]);
    }
  });
}
