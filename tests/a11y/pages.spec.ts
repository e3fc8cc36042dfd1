import type { Page } from '@playwright/test';
import { expect, test } from '../e2e/support/fixtures.ts';
import {
  coveredControls,
  crossingText,
  cutText,
  orderedByHand,
  overTheSide,
  smallTargets,
  unmarkedFocus,
} from './measure.ts';
import { open, ROUTES } from './routes.ts';

// Without motion no check sees a colour in transition.
test.use({ allowConsole: [/404/], contextOptions: { reducedMotion: 'reduce' } });

// Each page is checked many times.

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

/** Checks that nothing is cut off, overlaps or exceeds the window. */
async function isWhole(page: Page, when: string): Promise<void> {
  for (const measure of [overTheSide, cutText, crossingText, coveredControls]) {
    expect.soft(await page.evaluate(measure), `${when}: ${measure.name}`).toEqual([]);
  }
}

/** Every component of a purchase is on one of these pages. */
const CORE = ['list', 'product', 'checkout'];

// axe.spec.ts runs axe on the pages of a purchase, tests/visual on every state of every route.
for (const route of ROUTES) {
  const tag = CORE.includes(route.name) ? '@core' : [];
  test(`${route.name}: targets and focus are visible, no control is covered`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await open(page, route);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      // A key switches the focus to :focus-visible.
      await page.keyboard.press('Tab');
      for (const measure of [smallTargets, coveredControls, unmarkedFocus, orderedByHand]) {
        expect.soft(await page.evaluate(measure), `${size.width} px: ${measure.name}`).toEqual([]);
      }
    }
  });

  test(`${route.name}: fits at 400 %, with text at twice the size, and with wide spacing`, async ({
    page,
  }) => {
    // 1280 × 1024 at 400 % (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    await open(page, route);
    await isWhole(page, '400 %');

    for (const width of [PHONE.width, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => {
        // WCAG 1.4.12.
        const spaced = new CSSStyleSheet();
        spaced.replaceSync(
          `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
           p { margin-bottom: 2em !important }`,
        );
        document.adoptedStyleSheets = [spaced];
      });
      await isWhole(page, `spaced, ${width} px`);
      await page.evaluate(() => {
        document.adoptedStyleSheets = [];
      });
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await isWhole(page, `200 %, ${width} px`);
    }
  });
}
