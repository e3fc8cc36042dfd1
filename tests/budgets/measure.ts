import { expect, type Page } from '@playwright/test';
import { watchShifts, whatShifted } from '../e2e/support/layout-shift.ts';

/** The cost of a first visit: bytes on the wire without headers, and layout shift. */
export interface PageCost {
  html: number;
  css: number;
  javascript: number;
  fonts: number;
  pictures: number;
  /** Pictures that a phone of 390 × 844 shows before scrolling. */
  picturesInView: number;
  other: number;
  scripts: string[];
  /** The elements that the layout has moved, and by how much. */
  moved: string[];
}

const KIND: Record<string, 'html' | 'css' | 'javascript' | 'fonts' | 'pictures'> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'javascript',
  Font: 'fonts',
  Image: 'pictures',
};

/**
 * Opens a page as a first visitor on a phone and adds up what it loads until it is idle.
 * @param ready - waits for what the page starts by itself after its load, such as an island; it gets the count so far.
 */
export async function measurePage(
  page: Page,
  path: string,
  ready: (cost: PageCost) => Promise<void> = async () => {},
): Promise<PageCost> {
  const cost: PageCost = {
    html: 0,
    css: 0,
    javascript: 0,
    fonts: 0,
    pictures: 0,
    picturesInView: 0,
    other: 0,
    scripts: [],
    moved: [],
  };
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const kinds = new Map<string, string>();
  const headers = new Map<string, number>();
  const pictures = new Map<string, number>();
  const urls = new Map<string, string>();
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type);
    headers.set(requestId, response.encodedDataLength);
    urls.set(requestId, response.url);
    if (type === 'Script') cost.scripts.push(response.url);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = KIND[kinds.get(requestId) ?? ''] ?? 'other';
    const size = Math.max(0, encodedDataLength - (headers.get(requestId) ?? 0));
    cost[kind] += size;
    if (kind === 'pictures') pictures.set(urls.get(requestId) ?? '', size);
  });
  await watchShifts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path, { waitUntil: 'load' });
  await ready(cost);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // After two frames and an idle moment, everything that starts by itself has started.
  await page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestIdleCallback(() => done()))),
  );
  let seen: string[] = [];
  const awaited = async () => {
    seen = await page.evaluate(inView);
    return seen.filter((url) => !pictures.has(url));
  };
  // A lazy picture has no address before the first frame that shows it.
  await expect.poll(awaited).toEqual([]);
  for (const url of seen) cost.picturesInView += pictures.get(url) ?? 0;
  cost.moved = await whatShifted(page);
  return cost;
}

/** Returns the URLs of the visible pictures. */
const inView = () =>
  [...document.images]
    .filter((image) => {
      const { top, right, bottom, left } = image.getBoundingClientRect();
      const visible = image.checkVisibility({ visibilityProperty: true });
      return visible && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
    })
    .map(({ currentSrc }) => currentSrc);
