import type { Page } from '@playwright/test';
import { PAGES } from '#site/offline/kept.ts';
import { expect } from '../support/fixtures.ts';
import type { Front } from './front.ts';

/** The browser's errors when the line is cut. */
export const NO_LINE =
  /ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|FAILED|CONNECTION|NETWORK|ABORTED|SOCKET)|Failed to load resource/;

/** Cuts or restores the line between a browser and the shop. */
export function cut(front: Front, isCut: boolean): void {
  front.own = (_, response) => {
    if (isCut) response.destroy();
    return isCut;
  };
}

/** Returns the number of service workers that the site has registered. */
export const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

type Caught = Record<string, string[]>;

/** Returns the paths of everything in Cache Storage, by cache. */
export const caught = (page: Page) =>
  page.evaluate(async () => {
    const all: Caught = {};
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      all[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return all;
  });

/** Waits until the worker has kept the page of a path. */
export const untilKept = (page: Page, path: string) =>
  // A page that is being left answers nothing.
  expect
    .poll(async () => (await caught(page).catch(() => ({}) as Caught))[PAGES] ?? [])
    .toContain(path);

/** Waits until the script that prepares the next page has run. */
export async function untilPrepared(page: Page): Promise<void> {
  const script = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => /next-page/.test(name))?.name,
  );
  // A second import resolves once the first one has run.
  await page.evaluate((url) => import(`${url}`), await script.jsonValue());
}

/** Opens two pages, from a list to a product, and waits until both are kept. */
export async function visitTwoPages(page: Page, path: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/brands`);
  expect(await workers(page)).toBe(0);
  await page.evaluate((to) => location.assign(to), path);
  await page.waitForURL(`**${path}`);
  await untilKept(page, path);
  await untilKept(page, '/offline');
}
