import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts';
import type { Kept, MeasuredPage } from './measured-pages.ts';

/** Lighthouse's result for a page on its phone. Scores out of 100, times in milliseconds. */
export interface Scores {
  performance: number;
  accessibility: number;
  practices: number;
  search: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  /** Failed audits of the last three categories. */
  failed: string[];
}

/** An empty page, in whose origin storage can be filled. */
const BARE = '/robots.txt';

/**
 * Runs Lighthouse (mobile, its own simulated line and processor) on a page, in a browser that has never seen it.
 * @param alone - only the performance, for pages that are nobody's.
 */
export async function scorePage(
  url: string,
  page: MeasuredPage,
  kept: Kept,
  { alone = false } = {},
): Promise<Scores> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium({ whole: true }),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  });
  try {
    const { needs } = page;
    if (needs) {
      const tab = await context.newPage();
      await tab.goto(new URL(BARE, url).href);
      await tab.evaluate(([key, value]) => localStorage.setItem(key, value), [
        needs,
        JSON.stringify(kept[needs]),
      ] as const);
      await tab.close();
    }
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      formFactor: 'mobile',
      disableStorageReset: needs !== undefined,
      ...(alone && { onlyCategories: ['performance'] }),
    });
    if (!result) throw new Error(`Lighthouse says nothing about ${url}`);
    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
    const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
    const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    const failed = Object.values(categories)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      practices: score('best-practices'),
      search: score('seo'),
      firstPaint: figure('first-contentful-paint'),
      largestPaint: figure('largest-contentful-paint'),
      blocked: figure('total-blocking-time'),
      shift: figure('cumulative-layout-shift'),
      failed,
    };
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}
