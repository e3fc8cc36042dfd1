import type { Measured, Row } from './measure.ts';
import type { Loaded } from './visit.ts';

/** Returns the bytes of a kind of file. */
export const bytesOf = (loads: readonly Loaded[], kind: string): number =>
  loads.reduce((sum, load) => (load.kind === kind ? sum + load.bytes : sum), 0);

export const KINDS = ['HTML', 'CSS', 'script', 'fonts', 'other', 'pictures'] as const;

const kB = (bytes: number) => Number((bytes / 1000).toFixed(1));
const whole = (ms: number) => Math.round(ms);
const seconds = (ms: number) => Number((ms / 1000).toFixed(2));

function bytes(name: string, { weighed: { loads, nodes } }: Measured) {
  const sizes = KINDS.map((kind) => [kind, kB(bytesOf(loads, kind))] as const);
  const all = loads.reduce((sum, load) => sum + load.bytes, 0);
  const figures = Object.fromEntries(sizes);
  const without = kB(all - bytesOf(loads, 'pictures'));
  return { page: name, ...figures, without, all: kB(all), requests: loads.length, nodes };
}

function time(name: string, { time: { all, script, layout, paint, parse, longest } }: Measured) {
  const [a, s, l, p, h, t] = [all, script, layout, paint, parse, longest].map(whole);
  return { page: name, script: s, layout: l, paint: p, parse: h, all: a, longest: t };
}

function scores(name: string, { scores: found, weighed }: Measured) {
  if (!found) return { page: name, 'FCP seen': seconds(weighed.firstPaint) };
  const { performance, accessibility, practices, search } = found;
  return {
    page: name,
    scores: `${performance}/${accessibility}/${practices}/${search}`,
    FCP: seconds(found.firstPaint),
    LCP: seconds(found.largestPaint),
    TBT: whole(found.blocked),
    CLS: Number(found.shift.toFixed(3)),
    'LCP seen': seconds(weighed.largestPaint),
    failed: found.failed.join(' '),
  };
}

/** Returns both versions of every page, one row each. */
const both = <T>(rows: readonly Row[], make: (name: string, measured: Measured) => T): T[] =>
  rows.flatMap(({ name, ours, limit }) => [make(name, ours), make(`${name}, limit`, limit)]);

const ratio = (ours: number, limit: number) => Number((ours / limit).toFixed(2));

/** Prints the results. */
export function printTables(rows: readonly Row[]): void {
  console.log('\nkB on the wire (brotli), requests, and elements of a first visit on a slow line:');
  console.table(both(rows, bytes));
  console.log(
    "ms of processor time of the main thread, slowed 4 times; 'all' is all of its tasks:",
  );
  console.table(both(rows, time));
  console.log('Times our page by its limit:');
  console.table(
    rows.map(({ name, ours, limit }) => ({
      page: name,
      'main thread': ratio(ours.time.all, limit.time.all),
      bytes: ratio(sum(ours), sum(limit)),
    })),
  );
  console.log(
    'Lighthouse, mobile: performance/accessibility/best practices/SEO; FCP and LCP in s, TBT in ms;',
  );
  console.log(
    "'LCP seen' is what Chromium itself saw at 1.6 Mbit/s. A limit has only the first score:",
  );
  console.table(both(rows, scores));
  const used = rows.flatMap(({ name, usable }) =>
    usable === undefined ? [] : [{ page: name, usable: seconds(usable) }],
  );
  if (used.length === 0) return;
  console.log('s until the page does what it is for, at 1.6 Mbit/s, processor slowed 4 times:');
  console.table(used);
}

const sum = ({ weighed }: Measured) => weighed.loads.reduce((all, { bytes }) => all + bytes, 0);
