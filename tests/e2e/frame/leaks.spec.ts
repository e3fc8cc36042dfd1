import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

/* A phone that stays in the shop for an hour must not leak memory. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const PAGES = 30;
const OPENINGS = 50;
/** Openings after which everything that is created once exists. */
const FIRST = 5;
/** Nodes that come and go by themselves, such as a toast. One leaked node per opening would be twice as many. */
const PLAY = OPENINGS / 2;

/** Returns what is alive after garbage collection: nodes in or out of documents, listeners, documents. */
async function alive(client: CDPSession) {
  // The first collection releases references to more.
  for (let round = 0; round < 3; round++) await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), documents: of('Documents') };
}

async function watch(page: Page): Promise<CDPSession> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  return client;
}

/** Opens a panel by its button and closes it again. */
async function openAndClose(page: Page, id: string): Promise<void> {
  await page.locator(`[data-open="${id}"]:visible`).first().click();
  const dialog = page.locator(`dialog#${id}`);
  await expect(dialog).toBeVisible();
  await dialog.locator('[data-close]').first().click();
  await expect(dialog).toBeHidden();
}

const PANELS = [
  { id: 'cart-panel', path: OUD_WOOD.path },
  { id: 'wishlist-panel', path: OUD_WOOD.path },
  { id: 'reviews-panel', path: OUD_WOOD.path },
  { id: 'quick-view', path: '/products' },
  { id: 'filters', path: '/products' },
];

for (const { id, path } of PANELS) {
  test(`${OPENINGS} openings of ${id} leave nothing behind`, async ({ page }) => {
    test.setTimeout(180_000);
    const client = await watch(page);
    await page.goto(path);
    for (let opening = 0; opening < FIRST; opening++) await openAndClose(page, id);
    const before = await alive(client);
    for (let opening = 0; opening < OPENINGS; opening++) await openAndClose(page, id);
    const after = await alive(client);
    expect(after.nodes - before.nodes, 'nodes').toBeLessThan(PLAY);
    expect(after.listeners - before.listeners, 'listeners').toBeLessThan(PLAY);
    expect(after.documents - before.documents, 'documents').toBeLessThanOrEqual(0);
  });
}

test(`${PAGES} pages leave nothing behind`, async ({ page }) => {
  test.setTimeout(180_000);
  const client = await watch(page);
  const walk = async (pages: number) => {
    for (let at = 0; at < pages; at += 2) {
      await page.goto('/products');
      await page.locator('main .card-title a').nth(at).click();
      await expect(page.locator('article.product')).toBeVisible();
    }
    await page.goto('/brands');
  };
  await walk(FIRST);
  const before = await alive(client);
  await walk(PAGES);
  const after = await alive(client);
  expect(after.nodes - before.nodes, 'nodes').toBeLessThan(PLAY);
  expect(after.listeners - before.listeners, 'listeners').toBeLessThan(PLAY);
  expect(after.documents - before.documents, 'documents').toBeLessThanOrEqual(0);
});
