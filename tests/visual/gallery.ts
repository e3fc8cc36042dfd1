import { readFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { NOW, type State } from '../gallery/state.ts';
import { deviceOf, visit, type Width } from '../gallery/visit.ts';
import { browserName } from './browser-name.ts';

export const PORT = Number(process.env.GALLERY_PORT ?? 4380);

/** The browser of the committed screenshots, written by `npm run gallery -- --accept`. */
const MADE_WITH = new URL('screens/made-with.json', import.meta.url);
/** Styles that leave out text in the machine's fonts. */
const SYSTEM_FONTS = readFileSync(new URL('system-fonts.css', import.meta.url), 'utf8');
/** Toasts are placed in the window, so their place on a page depends on how far it was scrolled. */
const NO_TOASTS = '#toasts { visibility: hidden }';
/** The same browser draws the same pixels. Another one smooths text differently, which the report notes. */
// Another processor may smooth a letter differently: two digits of a price differed by 17 pixels in one case.
const SAME = { threshold: 0.03, maxDiffPixels: 40 };
const ANOTHER = { threshold: 0.3, maxDiffPixelRatio: 0.03 };

type Compare = (
  what: Page | Locator,
  name: string,
  options?: { fullPage?: boolean; clip?: { x: number; y: number; width: number; height: number } },
) => Promise<void>;

interface Fixtures {
  /** The width of the screen. */
  width: Width;
  statePage: Page;
  /** Opens a state in the page, and waits until it is reached. */
  open: (state: State) => Promise<void>;
  compare: Compare;
}

/** One context per worker. States share nothing, because each has its own origin. */
const visitor = async (browser: Browser, width: Width) => {
  const context = await browser.newContext({
    ...deviceOf(width),
    reducedMotion: 'reduce',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  });
  await context.clock.setFixedTime(NOW);
  return context;
};

export const test = base.extend<
  Fixtures,
  { phone: BrowserContext; desktop: BrowserContext; browserHere: string }
>({
  width: [360, { option: true }],
  phone: [
    async ({ browser }, use) => {
      const context = await visitor(browser, 360);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  desktop: [
    async ({ browser }, use) => {
      const context = await visitor(browser, 1440);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  browserHere: [
    async ({ browser, launchOptions }, use) =>
      use(browserName(browser.version(), launchOptions.executablePath)),
    { scope: 'worker' },
  ],
  statePage: async ({ phone, desktop, width }, use) => {
    const page = await (width === 360 ? phone : desktop).newPage();
    await use(page);
    await page.close();
  },
  open: async ({ statePage, width }, use) => {
    await use(async (state) => {
      await visit(statePage, state, PORT, width);
      // Not Playwright's own stylePath: the policy of the pages refuses its <style>.
      await statePage.evaluate(
        (css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets.push(sheet);
        },
        state.part ? SYSTEM_FONTS : SYSTEM_FONTS + NO_TOASTS,
      );
      const wide = await statePage.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wide, 'nothing is wider than the screen').toBeLessThanOrEqual(width);
    });
  },
  compare: async ({ browserHere }, use, info) => {
    const { browser: madeWith } = JSON.parse(readFileSync(MADE_WITH, 'utf8')) as {
      browser: string;
    };
    const same = madeWith === browserHere;
    const browsers = `Screenshots made with ${madeWith}; this is ${browserHere}`;
    if (!same)
      info.annotations.push({
        type: 'another browser',
        description: `${browsers}: compared with tolerance.`,
      });
    await use((what, name, options) =>
      expect.soft(what as Page, `${name}. ${browsers}.`).toHaveScreenshot(`${name}.png`, {
        ...(same ? SAME : ANOTHER),
        ...options,
      }),
    );
  },
});

export { expect };
