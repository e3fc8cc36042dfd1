import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

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

/** The browser for the tests: CHROME_PATH, the machine's own, or Playwright's; undefined without any. */
export function findChromium(): string | undefined {
  const own = chromium.executablePath();
  return (
    [process.env.CHROME_PATH, ...KNOWN, own].find((path) => path && existsSync(path)) || undefined
  );
}

/**
 * Sees to it that there is a browser: Debian's package where apt may be used, else the machine's own, else Playwright's
 * download.
 * @throws Error with a sentence to show, when none can be had.
 */
export function ensureChromium(root: string): void {
  if (process.env.CHROME_PATH || existsSync(HEADLESS)) return;
  const run = (program: string, args: string[]) =>
    spawnSync(program, args, {
      stdio: 'inherit',
      cwd: root,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const admin = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [program = 'apt-get', ...rest] = [...admin, 'apt-get', ...APT, ...args];
    return run(program, rest);
  };
  const mayUseApt =
    existsSync('/usr/bin/apt-get') &&
    (admin.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0);
  if (mayUseApt) {
    console.log('Installing headless Chromium for the tests (once) …');
    if (
      apt('update') &&
      apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
    ) {
      return;
    }
  }
  if (findChromium()) return;
  console.log('Installing Chromium for the tests (once) …');
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (!findChromium()) {
    throw new Error(
      'No Chromium for the tests. Install it, or name yours: CHROME_PATH=/path/to/chrome npm test',
    );
  }
}

/** Quiet, and soon done where there is no network. */
const APT = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'];
