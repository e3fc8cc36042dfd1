import type { Browser } from '@playwright/test';
import { median } from '../publish/median.ts';
import { type Scores, scorePage } from './lighthouse.ts';
import { limitHtml } from './limit-page.ts';
import type { openLimitServer } from './limit-server.ts';
import { type Kept, keep, type MeasuredPage, PAGES, PHONE } from './measured-pages.ts';
import type { MainThread } from './trace.ts';
import { awaitUse, timeVisit, type Weighed, weighVisit } from './visit.ts';

/** One page in one version: ours, or its limit. */
export interface Measured {
  weighed: Weighed;
  /** Medians of the rounds. */
  time: MainThread;
  /** Medians of the rounds; undefined without Lighthouse. */
  scores: Scores | undefined;
}

export interface Row {
  name: string;
  ours: Measured;
  limit: Measured;
  /** Milliseconds until our page is usable, on a slow line; undefined for a page that is complete as HTML. */
  usable: number | undefined;
}

interface Options {
  rounds: number;
  lighthouse: boolean;
}

interface Subject {
  url: string;
  page: MeasuredPage;
  kept: Kept;
  /** Whether it is the limit of a page. */
  limit: boolean;
}

/** Makes the limit of a page from the page as the shop serves it. */
async function makeLimit(browser: Browser, url: string, page: MeasuredPage, kept: Kept) {
  const context = await browser.newContext({ ...PHONE, reducedMotion: 'reduce' });
  try {
    await keep(context, page, kept);
    const tab = await context.newPage();
    await tab.goto(url, { waitUntil: 'networkidle' });
    if (page.ready) await tab.waitForSelector(page.ready, { state: 'attached' });
    return await tab.evaluate(limitHtml);
  } finally {
    await context.close();
  }
}

/** Returns the median of all runs for each figure. */
function medians<T extends object>(runs: readonly T[]): T {
  const [first] = runs;
  if (!first) throw new Error('Nothing was measured');
  const entries = Object.entries(first).map(([key, value]) => {
    const all = runs.map((run) => (run as Record<string, unknown>)[key]);
    if (typeof value === 'number') return [key, median(all as number[])];
    if (Array.isArray(value)) return [key, [...new Set((all as unknown[][]).flat())]];
    return [key, byName(all as Record<string, number>[])];
  });
  return Object.fromEntries(entries) as T;
}

/** Returns the medians of figures that not every run has. */
function byName(runs: readonly Record<string, number>[]): Record<string, number> {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name] ?? 0))]));
}

/**
 * Measures pages beside their limits, in turns, so that both share the machine's load.
 * @param shop - the shop's origin.
 */
export async function measurePages(
  browser: Browser,
  shop: string,
  limits: Awaited<ReturnType<typeof openLimitServer>>,
  kept: Kept,
  names: readonly string[],
  { rounds, lighthouse }: Options,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of names) {
    const page = PAGES[name] as MeasuredPage;
    limits.add(`/limit-${name}`, await makeLimit(browser, shop + page.path, page, kept));
    const ours: Subject = { url: shop + page.path, page, kept, limit: false };
    const bare = { path: `/limit-${name}` };
    const limit: Subject = { url: limits.url + bare.path, page: bare, kept, limit: true };
    const both = [ours, limit] as const;
    // The first visit fills the memory of both servers.
    for (const subject of both) await timeVisit(browser, subject);
    const weighed: Weighed[] = [];
    for (const subject of both) weighed.push(await weighVisit(browser, subject));
    const times: MainThread[][] = [[], []];
    const scores: Scores[][] = [[], []];
    const usable: number[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [index, subject] of both.entries()) {
        times[index]?.push(await timeVisit(browser, subject));
        if (!lighthouse) continue;
        const { url, page, kept, limit: alone } = subject;
        scores[index]?.push(await scorePage(url, page, kept, { alone }));
      }
      if (page.ready) usable.push(await awaitUse(browser, ours));
      process.stdout.write(`  ${name}: round ${round + 1} of ${rounds}\n`);
    }
    const of = (index: 0 | 1): Measured => ({
      weighed: weighed[index] as Weighed,
      time: medians(times[index] ?? []),
      scores: lighthouse ? medians(scores[index] ?? []) : undefined,
    });
    rows.push({
      name,
      ours: of(0),
      limit: of(1),
      usable: page.ready ? median(usable) : undefined,
    });
  }
  return rows;
}
