import { existsSync } from 'node:fs';
import { aptCommand, installPackages } from './apt.ts';

/** The paths of Firefox and Safari's engine on Debian and Ubuntu. */
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT = {
  driver: ['/usr/bin/WebKitWebDriver'],
  browser: ['4.1', '6.0', '4.0'].flatMap((version) =>
    ['x86_64', 'aarch64'].map(
      (machine) =>
        `/usr/lib/${machine}-linux-gnu/webkit${version === '6.0' ? 'gtk' : '2gtk'}-${version}/MiniBrowser`,
    ),
  ),
  /** A screen in memory: WebKitGTK has no headless mode. */
  display: ['/usr/bin/Xvfb'],
};

const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

const present = (paths: readonly string[]) => paths.find((path) => existsSync(path));

const missing = () =>
  new Error(
    `There is no Firefox ESR or no WebKitGTK for the tests. Install them: ${aptCommand(...PACKAGES)} (Debian), or set FIREFOX_PATH to a Firefox.`,
  );

/** Finds Firefox: FIREFOX_PATH, or the machine's own. @throws Error with a sentence to show, when there is none. */
export function findFirefox(): string {
  const program = present([process.env.FIREFOX_PATH ?? '', ...FIREFOX]);
  if (!program) throw missing();
  return program;
}

/** Finds WebKitGTK's driver, browser and screen. @throws Error with a sentence to show, when one is missing. */
export function findWebKit() {
  const driver = present(WEBKIT.driver);
  const browser = present(WEBKIT.browser);
  const display = present(WEBKIT.display);
  if (!driver || !browser || !display) throw missing();
  return { driver, browser, display };
}

/**
 * Ensures that there are both browsers: Debian's packages if they may be installed.
 * @throws Error with a sentence to show, when one is missing.
 */
export function ensureOtherBrowsers(): void {
  try {
    findFirefox();
    findWebKit();
  } catch {
    console.log('Installing Firefox ESR and WebKitGTK for the tests (once) …');
    installPackages(...PACKAGES);
    findFirefox();
    findWebKit();
  }
}
