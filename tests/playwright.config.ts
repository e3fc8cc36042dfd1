import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts';
// Chooses the seed of the run before the workers start and inherit it.
import './seed.ts';

const port = Number(process.env.E2E_PORT ?? 4390);
process.env.E2E_PORT = String(port);
/** Each run has one shop with its own data. The workers inherit the folder. scripts/test/runners.ts chooses both. */
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'turare-e2e-'));

const BFCACHE = 'e2e/bfcache/*.spec.ts';
/** Chromium's own autofill, which the headless shell has not got either. */
const AUTOFILL = 'e2e/checkout/autofill.spec.ts';
const CHANGING = 'e2e/changing/*.spec.ts';
/** They start other browsers, which only the part `browsers` of `npm run test:full` installs. */
const OTHER_BROWSERS = 'e2e/browsers/*.spec.ts';
/** A screen reader and a window, which only the part `heard` of `npm run test:full` starts. */
const HEARD = 'a11y/heard/*.spec.ts';
const launchOptions = { executablePath: findChromium(), args: CHROMIUM_ARGS };

/** Whether the shop shows the pictures of `npm start`. Flat ones take no time. */
const ARTWORK = process.env.E2E_PICTURES === 'artwork';

/**
 * Whether the site runs on the second backend, which knows only spec §7. Tests with the tag @own are left out: they are
 * about our extensions or about what only our backend does (tests/second-backend/README.md).
 */
const SECOND = process.env.E2E_BACKEND === 'second';
const OWN = /@own\b/;

/** The names of the report and of the folder with traces. */
const part = process.env.E2E_PART ?? 'e2e';
/**
 * The tag of the tests that `npm test` runs: those whose failure costs a shopper or the merchant money or trust.
 * `npm run test:full` runs the others. The command line cannot choose, because its `--grep` does not reach projects
 * that others depend on.
 */
const CORE = /@core\b/;
/** The tag of those that `npm test` also runs on the second backend. */
const FOREIGN = /@foreign\b/;
const chosen = {
  core: { grep: CORE, grepInvert: SECOND ? [OWN] : [] },
  others: { grepInvert: SECOND ? [CORE, OWN] : [CORE] },
  foreign: { grep: FOREIGN },
  all: { grepInvert: SECOND ? [OWN] : [] },
};

const program = (file: string) => `"${process.execPath}" tests/${file}`;
const OUR_SHOP = ARTWORK ? 'node scripts/bootstrap.mjs start' : program('e2e/support/flat-shop.ts');
const COMMAND = SECOND ? program('second-backend/site.ts') : OUR_SHOP;

export default defineConfig({
  ...chosen[(process.env.E2E_TESTS ?? 'all') as keyof typeof chosen],
  testDir: '.',
  testMatch: SECOND
    ? ['e2e/**/*.spec.ts', 'second-backend/**/*.spec.ts']
    : ['e2e/**/*.spec.ts', 'a11y/**/*.spec.ts', 'budgets/**/*.spec.ts'],
  outputDir: `../test-results/${part}`,

  // Tests that change the shop's catalogue run last, because the others compare pages with the API.
  projects: [
    { name: 'shop', testIgnore: [BFCACHE, AUTOFILL, CHANGING, OTHER_BROWSERS, HEARD] },
    {
      name: 'bfcache',
      testMatch: [BFCACHE, AUTOFILL],
      // Playwright switches the back/forward cache off by default, and the headless shell has none.
      use: {
        launchOptions: {
          ...launchOptions,
          executablePath: findChromium({ whole: true }),
          ignoreDefaultArgs: ['--disable-back-forward-cache'],
        },
      },
    },
    ...(part === 'browsers' ? [{ name: 'browsers', testMatch: OTHER_BROWSERS }] : []),
    ...(part === 'heard' ? [{ name: 'heard', testMatch: HEARD }] : []),
    { name: 'changing', testMatch: CHANGING, dependencies: ['shop', 'bfcache'] },
  ],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // A test that needs more says so.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    [process.env.CI ? 'dot' : 'list'],
    ['json', { outputFile: `../test-results/${part}.json` }],
  ],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions,
    // Requests that a service worker sees bypass routes. Its own tests, and the purchase, allow it.
    serviceWorkers: 'block',
    // Chromium asks before a page calls another port of this machine, if a test answered for the page.
    ...(SECOND && { permissions: ['local-network-access'] }),
  },
  webServer: {
    command: COMMAND,
    cwd: '..',
    url: `http://127.0.0.1:${port}/products`,
    // The build of 10,000 products takes two minutes beside other work.
    timeout: 240_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      RESERVATION_MINUTES: '5',
      // The API gives up on a hanging provider before a test gives up.
      PAYSTACK_TIMEOUT_MS: '3000',
      // Pages that stay as built show what the live check changes.
      FOLLOW_CHANGES: 'off',
    },
  },
});
