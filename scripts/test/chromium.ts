import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const KNOWN = [
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
 * Sees to it that there is a browser: Debian's package where apt is, else Playwright's download.
 * @throws Error with a sentence to show, when neither can be had.
 */
export function ensureChromium(root: string): void {
  if (findChromium()) return;
  console.log('Installing Chromium for the tests (once) …');
  const run = (program: string, args: string[]) =>
    spawnSync(program, args, {
      stdio: 'inherit',
      cwd: root,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const admin = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [program = 'apt-get', ...rest] = [...admin, 'apt-get', ...args];
    return run(program, rest);
  };
  const installed =
    (existsSync('/usr/bin/apt-get') &&
      apt('update', '-qq') &&
      apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')) ||
    run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (!installed || !findChromium()) {
    throw new Error(
      'No Chromium for the tests. Install it, or name yours: CHROME_PATH=/path/to/chrome npm test',
    );
  }
}
