import type { Page } from '@playwright/test';
import type { Product } from '#contract/product.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { NAME, OUD, oudWood } from './product-page.ts';

const gallery = (page: Page) => page.locator('[data-gallery]');
/** Checks the one picture on screen; the first is 1. During a fade there are two. */
const shows = (page: Page, number: number) =>
  expect
    .poll(() =>
      gallery(page)
        .locator('.product-picture')
        .evaluateAll((pictures) =>
          pictures.flatMap((picture, index) => (picture.checkVisibility() ? [index + 1] : [])),
        ),
    )
    .toEqual([number]);
/** Returns the text of each picture: the shop’s own words, else name and number. */
const alternatives = (product: Product) =>
  product.images.map(
    (_, index) =>
      product.pictures?.[index]?.alt ?? (index === 0 ? NAME : `${NAME}, picture ${index + 1}`),
  );
const thumbnail = (page: Page, index: number) =>
  page.getByRole('button', { name: `Show picture ${index}` });

test('the gallery moves, wraps around and marks the current picture', async ({ page, request }) => {
  const product = await oudWood(request);
  await page.goto(OUD);
  const at = (index: number) => expect(thumbnail(page, index)).toHaveAttribute('aria-current');
  await shows(page, 1);
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await at(4);
  await shows(page, 4);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await at(1);
  await shows(page, 1);
  await thumbnail(page, 2).click();
  await at(2);
  await expect(gallery(page).getByRole('status')).toHaveText(
    `Picture 2 of 4: ${alternatives(product)[1]}`,
  );
  await shows(page, 2);
  await gallery(page).locator('.gallery-dots [data-show="3"]').click();
  await at(4);
  await shows(page, 4);
  await thumbnail(page, 4).focus();
  await page.keyboard.press('ArrowRight');
  await at(1);
  await noViolation(page);
});

test('each picture has a text alternative: the shop’s own, else name and number', async ({
  page,
  request,
}) => {
  const product = await oudWood(request);
  await page.goto(OUD);
  const words = alternatives(product);
  const pictures = gallery(page).locator('.product-picture img');
  expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual(
    words,
  );
  expect(new Set(words).size).toBe(4);
});

test('clicks during the fade are ignored', async ({ page }) => {
  await page.goto(OUD);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await shows(page, 2);
  // Both in one task: the second falls into the fade, however fast the machine is.
  await page.getByRole('button', { name: 'Next picture' }).evaluate((button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
  await shows(page, 3);
  await expect(thumbnail(page, 3)).toHaveAttribute('aria-current');
});

test('a fade lasts 150 ms; there is none under reduced motion', async ({ page }) => {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Object.assign(window, { fades: [] });
    Element.prototype.animate = function (frames, options) {
      (window as unknown as { fades: unknown[] }).fades.push(options);
      return animate.call(this, frames, options);
    };
  });
  const fades = () => page.evaluate(() => (window as unknown as { fades: unknown[] }).fades);
  await page.goto(OUD);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(fades).toEqual([150]);
  await shows(page, 2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(fades).toEqual([150, 0]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  /** Swipes over the picture, from one x to another. */
  async function swipe(page: Page, from: number, to: number): Promise<void> {
    const client = await page.context().newCDPSession(page);
    const point = (x: number) => [{ x, y: 300 }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('a swipe turns the picture, either way', async ({ page }) => {
    await page.goto(OUD);
    await swipe(page, 300, 100);
    await expect(thumbnail(page, 2)).toHaveAttribute('aria-current');
    await shows(page, 2);
    await swipe(page, 100, 300);
    await expect(thumbnail(page, 1)).toHaveAttribute('aria-current');
  });

  test('events during the loading of the script are handled in order', async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route(/_assets\/gallery[^/]*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(OUD);
    await swipe(page, 300, 100);
    // These fall into the fade, unless one of them comes first.
    await thumbnail(page, 1).focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
    held.resolve();
    await shows(page, 2);
  });
});
