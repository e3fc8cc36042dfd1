import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD as SHOWN } from '../support/shop.ts';

const OUD_WOOD = SHOWN.path;

/** Pages as deltas of a dictionary, in a browser that takes them (RFC 9842). */

/** How each page and dictionary came: its encoding, and its bytes on the wire without headers. */
async function watch(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const headers = new Map<string, { path: string; encoding: string | undefined; bytes: number }>();
  const came: { path: string; encoding: string | undefined; bytes: number }[] = [];
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const path = new URL(response.url).pathname;
    const encoding = response.headers['content-encoding'];
    headers.set(requestId, { path, encoding, bytes: response.encodedDataLength });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = headers.get(requestId);
    if (head) came.push({ ...head, bytes: encodedDataLength - head.bytes });
  });
  return (path: string | RegExp) =>
    came.filter((each) => (typeof path === 'string' ? each.path === path : path.test(each.path)));
}

test('the second page comes as a delta, and is whole', async ({ page, request }) => {
  const came = await watch(page);
  await page.goto(OUD_WOOD);
  await expect.poll(() => came(/^\/dictionaries\//).length, 'dictionaries').toBe(1);

  await page.goto('/brands/tom-ford');
  await page.locator('.card a').first().click();
  await expect(page).toHaveURL(/\/products\/[\w-]+$/);
  const path = new URL(page.url()).pathname;
  await expect(page.getByRole('button', { name: 'ADD TO CART' }).first()).toBeVisible();
  await expect.poll(() => came(path).length).toBeGreaterThan(0);
  const [first] = came(OUD_WOOD);
  const [second] = came(path);
  expect(first?.encoding).toBe('br');
  expect(second?.encoding).toBe('dcz');
  expect(second?.bytes).toBeLessThan((first?.bytes ?? 0) / 2);
  expect(came(/^\/dictionaries\//), 'fetched once').toHaveLength(1);

  // What Chromium decoded is what other clients read.
  const decoded = await page.evaluate(async (url) => (await fetch(url)).text(), path);
  expect(decoded).toBe(await (await request.get(path)).text());
  expect(await page.title()).toBe(/<title>(.*?)<\/title>/.exec(decoded)?.[1]);
});

test('who saves data is offered no dictionary', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'save-data': 'on' } });
  try {
    const page = await context.newPage();
    const came = await watch(page);
    for (const path of [OUD_WOOD, '/brands', OUD_WOOD]) {
      const answer = await page.goto(path);
      expect(answer?.headers().link).toBeUndefined();
    }
    expect(came(/^\/dictionaries\//)).toEqual([]);
    expect(came('/brands')[0]?.encoding).toBe('br');
  } finally {
    await context.close();
  }
});
