import { type Browser, expect } from '@playwright/test';

/** Milliseconds between two checks. The shop makes stored renditions when no request comes. */
const QUIET_MS = 3000;

/**
 * Waits until the pictures on a phone's first screen are no longer drafts. The visit has a separate context, so the
 * next one has an empty cache.
 * @param url - the page's full URL.
 */
export async function settlePictures(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  const shown = await page.evaluate(() =>
    [...document.images].filter((image) => image.complete).map(({ currentSrc }) => currentSrc),
  );
  await page.goto('about:blank');
  const drafts = new Set(shown.filter((picture) => picture.includes('/media/')));
  await expect
    .poll(
      async () => {
        for (const picture of drafts) {
          const answer = await page.request.head(picture);
          if (answer.headers()['cache-control']?.includes('immutable')) drafts.delete(picture);
        }
        return drafts.size;
      },
      { timeout: 120_000, intervals: [QUIET_MS] },
    )
    .toBe(0);
  await context.close();
}
