/**
 * How long a shopper waits for suggestions on a slow line (1.6 Mbit/s, 150 ms), from the last keystroke to the first
 * frame that shows them, over a running shop:
 *
 *   API_URL=http://127.0.0.1:4321 node tests/bench/suggestion.ts [rounds]
 *
 * 'First' includes everything that a first touch loads, with a cold cache: the field is focused and two letters are
 * typed, the first at once and the second 150 ms later. 'At once' types both without a pause. 'Index' is the first answer
 * of the site's own index while the API refuses. Exits with 1 when a limit is exceeded.
 */
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts';

const shop = process.env.API_URL ?? 'http://127.0.0.1:4321';
const rounds = Number(process.argv[2] ?? 7);
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** Ms between two letters. */
const GAP = 150;
/** Ms at most. */
const LIMITS = { first: 600, later: 400 };
const LATER = ['oud w', 'tom fo', 'khamra', 'sauvge', 'amber'];

/** Bytes on the wire that were received since the last call. */
async function countBytes(client: CDPSession): Promise<() => number> {
  await client.send('Network.enable');
  let sum = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum += encodedDataLength;
  });
  return () => {
    const counted = sum;
    sum = 0;
    return counted;
  };
}

/** Types a text and returns the ms from its last keystroke to the frame with its suggestions. */
async function wait(page: Page, text: string, gap = 0): Promise<number> {
  const field = page.getByRole('combobox', { name: 'Search fragrances' });
  await field.selectText();
  const shown = page.evaluate(
    (typed) =>
      new Promise<number>((resolve) => {
        let last = 0;
        document.addEventListener('input', ({ timeStamp }) => {
          last = timeStamp;
        });
        const look = () => {
          const list = document.querySelector('[role="listbox"]:not([aria-busy="true"])');
          const input = document.querySelector<HTMLInputElement>('.search input');
          const ready =
            list?.querySelector('[role="option"]') && input?.value === typed && last > 0;
          // The frame after the one in which they were laid out has been painted.
          if (ready) requestAnimationFrame((time) => resolve(time - last));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    text,
  );
  await field.pressSequentially(text, { delay: gap });
  return shown;
}

const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });

/** A first visitor's page, at rest, on the slow line. */
async function visit() {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  // What a page asks for by itself, and last.
  const live = page.waitForResponse(/\/api\/live/);
  await page.goto(`${shop}/products/tom-ford-oud-wood`);
  await live;
  const client = await context.newCDPSession(page);
  const bytes = await countBytes(client);
  await client.send('Network.emulateNetworkConditions', LINE);
  return { page, bytes, close: () => context.close() };
}

const seen = {
  first: [] as number[],
  atOnce: [] as number[],
  later: [] as number[],
  index: [] as number[],
};
let firstBytes = 0;
for (let round = 0; round < rounds; round++) {
  const { page, bytes, close } = await visit();
  bytes();
  seen.first.push(await wait(page, 'ou', GAP));
  firstBytes = bytes();
  for (const text of LATER) seen.later.push(await wait(page, text));
  await close();
  const other = await visit();
  seen.atOnce.push(await wait(other.page, 'ou'));
  await other.close();
}
for (let round = 0; round < Math.min(rounds, 3); round++) {
  const { page, close } = await visit();
  await page.route('**/api/product?*', (route) => route.abort());
  seen.index.push(await wait(page, 'oud'));
  await close();
}
await browser.close();

const row = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    'ms, median': Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN),
    'ms, most': Math.round(sorted.at(-1) ?? Number.NaN),
  };
};
console.table({
  First: { ...row(seen.first), limit: LIMITS.first, bytes: firstBytes },
  'At once': row(seen.atOnce),
  Later: { ...row(seen.later), limit: LIMITS.later },
  'Index, first': row(seen.index),
});
const median = (values: number[]) => row(values)['ms, median'];
process.exitCode = median(seen.first) > LIMITS.first || median(seen.later) > LIMITS.later ? 1 : 0;
