import type { Page } from '@playwright/test';
import { shop } from '#config/shop.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';

const SHOWN_FOR = 3000;
const carousel = (page: Page) => page.getByRole('region', { name: 'Banners' });
const dot = (page: Page, number: number) =>
  carousel(page).getByRole('button', { name: new RegExp(`^${number} of 5: `) });
const banner = (page: Page, number: number) =>
  carousel(page)
    .getByRole('listitem')
    .nth(number - 1);

/** Opens the landing page with a controlled clock, once the carousel has begun: the second picture has arrived. */
async function open(page: Page): Promise<void> {
  await stopClock(page);
  await page.goto('/');
  await pictureOf(page, 2);
}

async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

/** Waits for a banner's picture: until then nobody is shown the banner. */
async function pictureOf(page: Page, number: number): Promise<void> {
  await expect(banner(page, number).locator('img')).toHaveJSProperty('complete', true);
}

async function shows(page: Page, number: number): Promise<void> {
  await expect(dot(page, number)).toHaveAttribute('aria-current', 'true');
  await expect(banner(page, number).getByRole('heading')).toBeInViewport({ ratio: 1 });
  await expect(carousel(page).locator('[aria-current]')).toHaveCount(1);
}

/** Lets time pass in which a running carousel would have moved more than once. */
const waitLong = (page: Page) => page.clock.runFor(4 * SHOWN_FOR);

test('the words and links of the five banners', async ({ page }) => {
  await page.goto('/');
  await expect(carousel(page).getByRole('listitem')).toHaveCount(5);
  for (const [index, { title, text, link }] of shop.banners.entries()) {
    await dot(page, index + 1).click();
    await shows(page, index + 1);
    const shown = banner(page, index + 1);
    await expect(shown.getByRole('heading', { name: title })).toBeVisible();
    await expect(shown).toContainText(text);
    await expect(shown.getByRole('link', { name: link.label })).toHaveAttribute('href', link.href);
    await pictureOf(page, index + 1);
    expect(
      await shown.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(400);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(shop.banners[0]?.title ?? '');
});

test('advances every 3 seconds and starts again after the fifth', async ({ page }) => {
  await open(page);
  for (const next of [2, 3, 4, 5, 1]) {
    await pictureOf(page, next);
    await page.clock.runFor(SHOWN_FOR - 10);
    await shows(page, next === 1 ? 5 : next - 1);
    await page.clock.runFor(10);
    await shows(page, next);
  }
});

test('pauses on hover, and continues three seconds later', async ({ page }) => {
  await open(page);
  await banner(page, 1).getByRole('link').hover();
  await page.clock.runFor(1);
  await waitLong(page);
  await shows(page, 1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(1);
  await page.clock.runFor(SHOWN_FOR);
  await shows(page, 2);
});

test('pauses on focus; the focus on a banner shows it', async ({ page }) => {
  await open(page);
  await carousel(page).getByRole('button', { name: 'Pause banners' }).focus();
  for (let stop = 0; stop < 5; stop++) await page.keyboard.press('Tab');
  await expect(dot(page, 5)).toBeFocused();
  await page.keyboard.press('Enter');
  await shows(page, 5);
  await page.clock.runFor(1);
  await waitLong(page);
  await shows(page, 5);
  await page.keyboard.press('Tab');
  await expect(banner(page, 1).getByRole('link')).toBeFocused();
  await shows(page, 1);
  await page.keyboard.press('Tab');
  await expect(banner(page, 2).getByRole('link')).toBeFocused();
  await shows(page, 2);
  await page.clock.runFor(1);
  await waitLong(page);
  await shows(page, 2);
});

test('does not move while its button is pressed', async ({ page }) => {
  await open(page);
  const button = carousel(page).getByRole('button', { name: 'Pause banners' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(5, 5);
  await page.clock.runFor(1);
  await waitLong(page);
  await shows(page, 1);
  await button.click();
  await page.mouse.move(5, 5);
  await page.clock.runFor(1);
  await page.clock.runFor(SHOWN_FOR);
  await shows(page, 2);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('never moves by itself, and has no Pause button', async ({ page }) => {
    await stopClock(page);
    await page.goto('/');
    await waitLong(page);
    await shows(page, 1);
    await expect(carousel(page).getByRole('button', { name: 'Pause banners' })).toBeHidden();
    await dot(page, 3).click();
    await shows(page, 3);
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

test('does not move in a hidden tab and out of sight', async ({ page }) => {
  await open(page);
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await waitLong(page);
  await hide(false);
  await shows(page, 1);

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(carousel(page)).not.toBeInViewport();
  // The observer reports after the frame of the change.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        new IntersectionObserver((_, own) => {
          own.disconnect();
          done();
        }).observe(document.querySelector('.carousel-track') as Element);
      }),
  );
  await waitLong(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await shows(page, 1);
});

test('a picture loads only shortly before it is shown', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /(banner-\w+)/.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  await open(page);
  expect(asked).toEqual(['banner-arabian']);
  await page.clock.runFor(SHOWN_FOR);
  await shows(page, 2);
  await expect.poll(() => asked).toEqual(['banner-arabian', 'banner-oils']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('follows the finger', async ({ page }) => {
    await open(page);
    const client = await page.context().newCDPSession(page);
    const swipe = async (distance: number) => {
      const from = distance < 0 ? 330 : 60;
      // The swipe takes a third of a second, like a finger's. If it is faster, Chromium predicts a place too far ahead,
      // and the row passes a banner.
      const began = Date.now() / 1000 - 0.33;
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number, x?: number) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: 400 }],
          timestamp: began + part * 0.03,
        });
      await touch('touchStart', 0, from);
      for (let part = 1; part <= 10; part++) {
        await touch('touchMove', part, from + (distance * part) / 10);
      }
      await touch('touchEnd', 11);
    };
    /** Waits until the row rests. The words of a banner are in view a little earlier. */
    const restsAt = async (number: number) => {
      await shows(page, number);
      await expect
        .poll(() =>
          carousel(page)
            .locator('.carousel-track')
            .evaluate((row) => row.scrollLeft / row.clientWidth),
        )
        .toBe(number - 1);
    };
    await swipe(-250);
    await restsAt(2);
    await swipe(-250);
    await restsAt(3);
    await pictureOf(page, 3);
    await swipe(250);
    await restsAt(2);
  });

  test('moves nothing else on the page', async ({ page }) => {
    await watchShifts(page);
    await open(page);
    for (const next of [2, 3, 4, 5, 1]) {
      await pictureOf(page, next);
      await page.clock.runFor(SHOWN_FOR);
      await shows(page, next);
    }
    expect(await shifted(page)).toBe(0);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a later banner has no axe violation, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/');
    await dot(page, 4).click();
    await shows(page, 4);
    await pictureOf(page, 4);
    await noViolation(page, (axe) => axe.include('.carousel'));
  });
}
