import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SEED } from '../../seed.ts';
import { expect, test } from '../support/fixtures.ts';
import { EROS, KHAMRAH, OUD_WOOD } from '../support/shop.ts';
import { NO_LINE, untilKept } from './kept.ts';
import { type Line, markOf, openSwapping, priceOf, SECRET, type Swapping } from './releases.ts';

/** The number of releases. Two hundred (RELEASES=200) take eight minutes on a busy machine. */
const RELEASES = Number(process.env.RELEASES ?? 40);
const PAGES = [OUD_WOOD.path, EROS.path, KHAMRAH.path];

test.use({ allowConsole: [NO_LINE], serviceWorkers: 'allow' });

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const inCart = (page: Page) =>
  page.evaluate(() => {
    const { items = [] } = JSON.parse(localStorage.getItem('turare:cart') ?? '{}');
    return items.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
  });

/** Returns what the page shows: the release of each of its files, its price, and the time that it names. */
const shown = (page: Page) =>
  page.evaluate(() => ({
    offline: Boolean(document.querySelector('#offline')),
    files: performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .concat(
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
          ({ href }) => new URL(href).pathname,
        ),
      )
      .filter((path) => /^\/_assets\/.*\.(js|css)$/.test(path)),
    price: Number(
      document.querySelector('.product .price-now')?.textContent?.replaceAll(/\D/g, ''),
    ),
    time: document.querySelector<HTMLTimeElement>('.offline-note time')?.dateTime,
  }));

/** Checks that a page is of one release, and that an old price names the time at which that release was live. */
async function check(page: Page, shop: Swapping, line: Line): Promise<void> {
  const { offline, files, price, time } = await shown(page);
  const releases = new Set(files.map((path) => /\.r\d+\./.exec(path)?.[0]));
  expect([...releases], `files of ${page.url()}`).toHaveLength(1);
  if (offline) {
    expect(line).not.toBe('up');
    return;
  }
  if (time === undefined) {
    expect(line).toBe('up');
    expect([...releases]).toEqual([markOf(shop.release)]);
    expect(price).toBe(priceOf(shop.release));
    return;
  }
  const release = Number(/\d+/.exec(`${[...releases][0]}`)?.[0]);
  // A call for prices may succeed where the page's request did not: then the price is today's.
  expect([priceOf(release), priceOf(shop.release)]).toContain(price);
  // The time of an answer has whole seconds.
  const at = Date.parse(time);
  expect(shop.times[release] ?? Infinity).toBeLessThan(at + 1000);
  expect(shop.times[release + 1] ?? Infinity).toBeGreaterThanOrEqual(at);
}

test('releases change on an unstable connection: no page is mixed, no old price looks new, no cart is lost', {
  tag: '@own',
}, async ({ page }) => {
  test.setTimeout(900_000);
  const folder = await mkdtemp(join(tmpdir(), 'turare-releases-'));
  const built = await realpath(join(`${process.env.E2E_DATA_DIR}`, 'site/live'));
  const shop = await openSwapping(built, folder, PAGES);
  try {
    await page.goto(shop.origin + OUD_WOOD.path);
    await page.evaluate(() => {
      const user = { id: 'amina', name: 'Amina', email: 'amina@example.test' };
      localStorage.setItem('turare:session', JSON.stringify({ token: 'a'.repeat(32), user }));
    });
    await page.evaluate((to) => location.assign(to), EROS.path);
    await page.waitForURL(`**${EROS.path}`);
    await untilKept(page, EROS.path);
    await page.evaluate((to) => location.assign(to), KHAMRAH.path);
    for (const path of [...PAGES, '/offline']) await untilKept(page, path);
    const random = numbers(SEED);
    const seen = { up: 0, down: 0, silent: 0, kept: 0, missing: 0 };
    let units = 0;
    while (shop.release < RELEASES) {
      await shop.swap();
      const chance = random();
      const line: Line = chance < 0.6 ? 'up' : chance < 0.97 ? 'down' : 'silent';
      shop.line = line;
      const path = `${PAGES[Math.floor(random() * PAGES.length)]}`;
      // On a silent line pictures never finish loading.
      await page.goto(shop.origin + path, { waitUntil: 'domcontentloaded' });
      await check(page, shop, line);
      seen[line]++;
      if (await page.locator('#offline').count()) seen.missing++;
      else if (line !== 'up') seen.kept++;
      const button = page.getByRole('button', { name: /^Add .*to cart/i });
      if (random() < 0.3 && units < 40 && (await button.count())) {
        await button.first().click();
        units++;
      }
      await expect.poll(() => inCart(page)).toBe(units);
      if (line !== 'up') continue;
      // Moving on the page makes the worker keep it. Now and then the next swap comes in between.
      await page.mouse.move(100 + random() * 100, 300);
      await page.mouse.move(220, 320);
      if (random() < 0.7) await untilKept(page, path);
      if (random() < 0.05) await page.goto(`${shop.origin}/orders/some-order`);
    }
    console.log(`seed ${SEED}: ${JSON.stringify(seen)}, ${units} in the cart`);
    expect(seen.kept).toBeGreaterThan(RELEASES / 10);
    const secrets = await page.evaluate(async (secret) => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const text = await (await cache.match(request))?.text();
          if (
            /^\/(api|orders|account)/.test(new URL(request.url).pathname) ||
            text?.includes(secret)
          )
            found.push(request.url);
        }
      }
      return found;
    }, SECRET);
    expect(secrets).toEqual([]);
  } finally {
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  }
});
