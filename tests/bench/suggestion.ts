/**
 * How long a shopper waits for suggestions on a slow line (1.6 Mbit/s, 150 ms), from the last keystroke to the first
 * frame that shows them, over a running shop:
 *
 *   API_URL=http://127.0.0.1:4321 node tests/bench/suggestion.ts [rounds]
 *
 * 'First' counts everything that a first touch fetches: the field is clicked and typed into at once, on a page that is
 * otherwise at rest. 'Index' is the first answer of the site's own index, while the API refuses. Ends with 1 when a
 * promise of the search is broken.
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

/** Types a text at once and gives the ms from its last keystroke to the frame with its suggestions. */
async function wait(page: Page, text: string): Promise<number> {
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
  await field.pressSequentially(text);
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

const seen: Record<'first' | 'later' | 'index', number[]> = { first: [], later: [], index: [] };
let firstBytes = 0;
for (let round = 0; round < rounds; round++) {
  const { page, bytes, close } = await visit();
  bytes();
  seen.first.push(await wait(page, 'ou'));
  firstBytes = bytes();
  for (const text of LATER) seen.later.push(await wait(page, text));
  await close();
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
  Later: { ...row(seen.later), limit: LIMITS.later },
  'Index, first': row(seen.index),
});
const median = (values: number[]) => row(values)['ms, median'];
process.exitCode = median(seen.first) > LIMITS.first || median(seen.later) > LIMITS.later ? 1 : 0;
