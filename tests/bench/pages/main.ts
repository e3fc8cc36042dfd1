import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { runCommand } from '#process/console.ts';
import { root } from '#process/root.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { CHROMIUM_ARGS, ensureChromium, findChromium } from '#scripts/test/chromium.ts';
import { type JourneyStep, printJourney, walkJourney } from './journey.ts';
import { openLimitServer } from './limit-server.ts';
import { measurePages, type Row } from './measure.ts';
import { PAGES } from './measured-pages.ts';
import { measureNextPage, measureWaste, printNextPage } from './next-page.ts';
import { plotsHtml } from './plots.ts';
import { fillStorage, openApi, openShop, settlePictures } from './shop.ts';
import { printTables } from './table.ts';

const USAGE =
  'npm run bench:pages -- [--pages landing,list] [--rounds 5] [--no-lighthouse] [--no-journey] [--no-next-page] [--shop http://127.0.0.1:4321] [--out folder]';
/**
 * Measures what a first visit costs a phone: bytes, requests, the main thread, and Lighthouse, for each page beside its
 * limit, the same page as one file of HTML and CSS (limit-page.ts), in turns on one machine. Then measures a guest's
 * journey from a link to the payment page, and the way from a list to a product. Prints tables, and writes a page with
 * plots. `--pages ''` measures only the journey and the next page. `--shop` measures a demo shop that already runs
 * (`npm start`).
 */
async function bench(): Promise<number> {
  const { values } = readCommandLine(
    {
      allowNegative: true,
      options: {
        pages: { type: 'string', default: Object.keys(PAGES).join() },
        rounds: { type: 'string', default: '5' },
        lighthouse: { type: 'boolean', default: true },
        journey: { type: 'boolean', default: true },
        'next-page': { type: 'boolean', default: true },
        shop: { type: 'string' },
        out: { type: 'string', default: join(root, '.data/bench/pages') },
      },
    },
    USAGE,
  );
  const names = values.pages.split(',').filter(Boolean);
  for (const name of names) {
    if (PAGES[name]) continue;
    throw new Error(`There is no page '${name}': ${Object.keys(PAGES).join(', ')}. ${USAGE}`);
  }
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) {
    throw new Error(`--rounds must be a whole number from 1, not '${values.rounds}'. ${USAGE}`);
  }

  ensureChromium();
  await using stack = new AsyncDisposableStack();
  const shop = values.shop ? { url: new URL(values.shop).origin } : await openOwn(stack);
  const api = await openApi(shop.url);
  stack.defer(() => api.dispose());
  const browser = await chromium.launch({
    executablePath: findChromium({ whole: true }),
    args: CHROMIUM_ARGS,
  });
  stack.defer(() => browser.close());
  const limits = await openLimitServer(shop.url);
  stack.defer(() => limits.close());

  const machine = `${cpus().length} cores, Node ${process.version}, Chromium ${browser.version()}`;
  await settlePictures(browser, shop.url, Object.values(PAGES));
  console.log(`${machine}, medians of ${rounds}, load average at the start ${load()}`);
  let rows: Row[] = [];
  if (names.length > 0) {
    const kept = await fillStorage(api);
    const { lighthouse } = values;
    rows = await measurePages(browser, shop.url, limits, kept, names, { rounds, lighthouse });
    printTables(rows);
  }
  let steps: JourneyStep[] = [];
  if (values.journey) {
    steps = await walkJourney(browser, shop.url);
    printJourney(steps);
  }
  if (values['next-page'])
    printNextPage(await measureNextPage(shop.url, rounds), await measureWaste(shop.url));
  const ended = `load average at the end ${load()}`;
  const file = join(resolve(values.out), 'index.html');
  await mkdir(resolve(values.out), { recursive: true });
  await writeFile(
    file,
    plotsHtml({ rows, steps, about: `${machine}, medians of ${rounds}, ${ended}` }),
  );
  console.log(`${ended}\nThe page with plots: ${file}`);
  return 0;
}

async function openOwn(stack: AsyncDisposableStack) {
  const own = await openShop();
  stack.defer(() => own.close());
  return own;
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

await runCommand(bench);
