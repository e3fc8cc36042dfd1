import { expect, type Page } from '@playwright/test';

/** How long (ms) the shop is left alone between two questions. It makes what is kept when no request comes. */
const QUIET_MS = 3000;

/** Waits until the pictures that a page shows at first are no drafts any more. */
export async function settlePictures(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path, { waitUntil: 'load' });
  const urls = await page.evaluate(() =>
    [...document.images].filter((image) => image.complete).map(({ currentSrc }) => currentSrc),
  );
  await page.goto('about:blank');
  const drafts = new Set(urls.filter((url) => url.includes('/media/')));
  await expect
    .poll(
      async () => {
        for (const url of drafts) {
          const answer = await page.request.head(url);
          if (answer.headers()['cache-control']?.includes('immutable')) drafts.delete(url);
        }
        return drafts.size;
      },
      { timeout: 120_000, intervals: [QUIET_MS] },
    )
    .toBe(0);
}
