import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { EROS, KHAMRAH, OUD_WOOD } from '../support/shop.ts';
import { NO_LINE, untilKept } from './kept.ts';
import { openSwapping } from './releases.ts';

test.use({ allowConsole: [NO_LINE], serviceWorkers: 'allow' });

/** Returns the page's sheets, the number of applied ones, and the layout of its first part. */
const look = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    const applies = ({ sheet }: HTMLLinkElement) => {
      try {
        return Boolean(sheet?.cssRules.length);
      } catch {
        // The rules of a missing sheet cannot be read.
        return false;
      }
    };
    const part = document.querySelector('#offline, .product') as Element;
    return {
      part: part.id || part.className,
      bare: links.filter((link) => !applies(link)).map(({ href }) => href),
      display: getComputedStyle(part).display,
    };
  });

for (const sheet of ['offline', 'product', 'Base']) {
  test(`without a connection pages keep their look after a release that changed one sheet: ${sheet}`, {
    tag: '@own',
  }, async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'turare-sheet-'));
    const built = await realpath(join(`${process.env.E2E_DATA_DIR}`, 'site/live'));
    const pages = [OUD_WOOD.path, EROS.path, KHAMRAH.path];
    const shop = await openSwapping(built, folder, pages, new RegExp(`^${sheet}\\..*css$`));
    const open = (path: string) => page.goto(shop.origin + path, { waitUntil: 'domcontentloaded' });
    const lookOf = async (path: string) => {
      await open(path);
      return look(page);
    };
    const kept = { part: 'product', bare: [], display: 'grid' };
    const missing = { part: 'offline', bare: [], display: 'grid' };
    try {
      await open(OUD_WOOD.path);
      await page.evaluate((to) => location.assign(to), EROS.path);
      await page.waitForURL(`**${EROS.path}`);
      for (const path of [OUD_WOOD.path, EROS.path, '/offline']) await untilKept(page, path);

      await shop.swap();
      shop.line = 'down';
      expect(await lookOf(OUD_WOOD.path)).toEqual(kept);
      expect(await lookOf('/products')).toEqual(missing);

      // Once more with the new release in the browser.
      shop.line = 'up';
      await open(KHAMRAH.path);
      await page.mouse.move(200, 300);
      await page.mouse.move(220, 320);
      await untilKept(page, KHAMRAH.path);
      shop.line = 'down';
      for (const { path } of [OUD_WOOD, EROS, KHAMRAH]) expect(await lookOf(path)).toEqual(kept);
      expect(await lookOf('/products')).toEqual(missing);
    } finally {
      await shop.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
