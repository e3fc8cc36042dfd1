import type { Page, Response } from '@playwright/test';
import { noViolation } from './axe.ts';
import { expect, test } from './fixtures.ts';

/** The most bytes of a back office page with its style sheets, before any compression, without pictures and fonts. */
const LIMIT = 40_000;
const WIDTHS = [360, 1440];
/** Milliseconds that one look adds to the time of its test: axe reads the page twice. */
const LOOK = 20_000;

/** Checks each page and state of the back office: accessible, light and dark, and narrow enough for its screen. */
export async function looksRight(page: Page, name: string): Promise<void> {
  test.setTimeout(test.info().timeout + LOOK);
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await noViolation(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
      // Saves pictures if OFFICE_SHOTS=folder.
      const folder = process.env.OFFICE_SHOTS;
      const path = `${folder}/${name}-${width}-${colorScheme}.png`;
      if (folder) await page.screenshot({ path, fullPage: true });
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Opens a page, which must be light, and checks it. */
export async function opensLight(page: Page, path: string, name: string): Promise<void> {
  const reading: Promise<number>[] = [];
  const count = (response: Response) => {
    if (/\.woff2$|\.(webp|jpg|avif)$/.test(response.url())) return;
    reading.push(response.body().then((body) => body.byteLength));
  };
  page.on('response', count);
  await page.goto(path, { waitUntil: 'load' });
  page.off('response', count);
  const bytes = (await Promise.all(reading)).reduce((sum, size) => sum + size, 0);
  if (process.env.OFFICE_SHOTS) console.log(`${name}: ${bytes} B`);
  expect(bytes, `bytes of ${path}`).toBeLessThanOrEqual(LIMIT);
  await looksRight(page, name);
}
