import type { Browser, CDPSession, Page } from '@playwright/test';
import { shifted, watchShifts } from '../../e2e/support/layout-shift.ts';
import { type Kept, keep, type MeasuredPage, PHONE } from './measured-pages.ts';
import { type MainThread, readTrace, TRACE_CATEGORIES } from './trace.ts';

/** The factor by which the phone is slower than this machine. */
export const SLOWER = 4;
/** Milliseconds for which a page is watched after its load event, or after it is ready. */
const WATCHED_MS = 1500;

/** A line: bytes per second, and milliseconds of delay. */
export interface Line {
  bytes: number;
  latency: number;
}

/** 1.6 Mbit/s and 150 ms, as Lighthouse uses for phones. */
export const SLOW_4G: Line = { bytes: 200_000, latency: 150 };

/** A file that a page loaded. Times in seconds since the first request. */
export interface Loaded {
  url: string;
  kind: string;
  /** Bytes of the body as sent. */
  bytes: number;
  asked: number;
  done: number;
}

const KIND: Record<string, string> = {
  Document: 'HTML',
  Stylesheet: 'CSS',
  Script: 'script',
  Font: 'fonts',
  Image: 'pictures',
};

/** Records everything that a page loads, on a line of this speed. */
export async function recordLoads(client: CDPSession, line?: Line): Promise<Loaded[]> {
  const loads: Loaded[] = [];
  const open = new Map<string, Loaded & { headers: number }>();
  let first: number | undefined;
  client.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!request.url.startsWith('http')) return;
    first ??= timestamp;
    const asked = timestamp - first;
    const kind = KIND[type ?? ''] ?? 'other';
    open.set(requestId, { url: request.url, kind, bytes: 0, headers: 0, asked, done: asked });
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const load = open.get(requestId);
    if (load) load.headers = response.encodedDataLength;
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const load = open.get(requestId);
    open.delete(requestId);
    if (!load) return;
    const { headers, ...loaded } = load;
    const bytes = Math.max(0, encodedDataLength - headers);
    loads.push({ ...loaded, bytes, done: timestamp - (first ?? 0) });
  });
  await client.send('Network.enable');
  if (line) {
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: line.bytes,
      uploadThroughput: line.bytes / 2,
    });
  }
  return loads;
}

async function settle(page: Page, ready: string | undefined): Promise<void> {
  if (ready) await page.waitForSelector(ready, { state: 'attached' });
  await page.waitForTimeout(WATCHED_MS);
}

interface Visit {
  /** The origin and path. */
  url: string;
  page: MeasuredPage;
  kept: Kept;
  line?: Line | undefined;
}

/** Opens a page in a new context, on a slower processor, and hands it to `look` once it has settled. */
async function visit<T>(
  browser: Browser,
  { url, page: measured, kept, line }: Visit,
  before: (page: Page) => Promise<unknown>,
  look: (page: Page, loads: Loaded[]) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...PHONE, reducedMotion: 'reduce' });
  try {
    await keep(context, measured, kept);
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    const loads = await recordLoads(client, line);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await before(page);
    await page.goto(url, { waitUntil: 'load' });
    await settle(page, measured.ready);
    return await look(page, loads);
  } finally {
    await context.close();
  }
}

/** Returns the milliseconds of the main thread, on a fast line. */
export const timeVisit = (browser: Browser, given: Visit): Promise<MainThread> =>
  visit(
    browser,
    given,
    (page) => browser.startTracing(page, { categories: TRACE_CATEGORIES }),
    async (page) => readTrace(await browser.stopTracing(), page.url()),
  );

/** The loads and paints of a visit on a slow line. Milliseconds. */
export interface Weighed {
  loads: Loaded[];
  firstPaint: number;
  largestPaint: number;
  shift: number;
  nodes: number;
}

/** Returns bytes, requests and paints on a slow line. */
export const weighVisit = (browser: Browser, given: Visit): Promise<Weighed> =>
  visit(browser, { line: SLOW_4G, ...given }, watchShifts, async (page, loads) => ({
    loads,
    shift: await shifted(page),
    ...(await page.evaluate(
      () =>
        new Promise<Pick<Weighed, 'firstPaint' | 'largestPaint' | 'nodes'>>((done) => {
          const [paint] = performance.getEntriesByName('first-contentful-paint');
          new PerformanceObserver((list) =>
            done({
              firstPaint: paint?.startTime ?? 0,
              largestPaint: list.getEntries().at(-1)?.startTime ?? 0,
              nodes: document.querySelectorAll('*').length,
            }),
          ).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    )),
  }));

/** Returns the milliseconds until a page is usable on a slow line: until `ready` is there and its islands respond. */
export const awaitUse = (browser: Browser, given: Visit): Promise<number> =>
  visit(
    browser,
    { line: SLOW_4G, ...given },
    (page) =>
      page.addInitScript((ready = 'html') => {
        const look = () =>
          document.querySelector(ready) && !document.querySelector('main astro-island[ssr]')
            ? performance.mark('usable')
            : requestAnimationFrame(look);
        look();
      }, given.page.ready),
    async (page) => {
      const found = await page.waitForFunction(
        () => performance.getEntriesByName('usable')[0]?.startTime,
      );
      return (await found.jsonValue()) ?? Number.NaN;
    },
  );
