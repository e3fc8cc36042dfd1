import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { packageFile } from '#process/child.ts';
import { aptCommand, hasApt, installPackages } from './apt.ts';

/** Chromium without a window has the same engine and more than halves the time of the tests. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const KNOWN = [
  HEADLESS,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/** Options that allow root, and that prevent requests to Google, which delay a machine without Internet. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Finds the browser for the tests: CHROME_PATH, the machine's own, or Playwright's; undefined without any. `whole`: not
 * the headless shell, which has no back/forward cache.
 */
export function findChromium({ whole = false } = {}): string | undefined {
  const own = chromium.executablePath();
  return (
    [process.env.CHROME_PATH, ...KNOWN, own].find(
      (path) => path && existsSync(path) && !(whole && path === HEADLESS),
    ) || undefined
  );
}

/**
 * Ensures that there is a browser: Debian's package if it may be installed, else the machine's own, else Playwright's
 * download.
 * @throws Error with a sentence to show, when there is none.
 */
export function ensureChromium(): void {
  if (process.env.CHROME_PATH || (existsSync(HEADLESS) && findChromium({ whole: true }))) return;
  if (installPackages(...PACKAGES) || findChromium({ whole: true })) return;
  console.log('The tests need Chromium.');
  const playwright = [packageFile('@playwright/test/cli.js'), 'install', 'chromium'];
  spawnSync(process.execPath, playwright, { stdio: 'inherit' });
  if (!findChromium({ whole: true })) {
    const how = hasApt() ? `: ${aptCommand(...PACKAGES)} (Debian), or npx playwright install` : '';
    throw new Error(
      `There is no Chromium for the tests. Install it${how}, or set its path: CHROME_PATH=/path/to/chrome npm test`,
    );
  }
}
