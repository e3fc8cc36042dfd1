import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackages } from './apt.ts';

/** Chromium without a window: the same engine, and the tests take less than half the time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const KNOWN = [
  HEADLESS,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** How it is started: also as root, and without calling home, which a machine without Internet would wait for. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The browser for the tests: CHROME_PATH, the machine's own, or Playwright's; undefined without any. `whole`: not the
 * headless shell, which has no back/forward cache.
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
 * Sees to it that there is a browser: Debian's package where apt may be used, else the machine's own, else Playwright's
 * download.
 * @throws Error with a sentence to show, when none can be had.
 */
export function ensureChromium(root: string): void {
  if (process.env.CHROME_PATH || (existsSync(HEADLESS) && findChromium({ whole: true }))) return;
  console.log('Installing Chromium for the tests (once) …');
  if (installPackages('chromium-headless-shell', 'chromium')) return;
  if (findChromium({ whole: true })) return;
  const playwright = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];
  spawnSync(process.execPath, playwright, { stdio: 'inherit', cwd: root });
  if (!findChromium({ whole: true })) {
    throw new Error(
      'No Chromium for the tests. Install it, or name yours: CHROME_PATH=/path/to/chrome npm test',
    );
  }
}
