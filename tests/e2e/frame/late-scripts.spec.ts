import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Holds the scripts whose URL matches. Returns a function that releases them. */
async function holdScripts(page: Page, url: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Counts the toasts that the page raises from now on. */
async function countToasts(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const counted = { toasts: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) counted.toasts += addedNodes.length;
    }).observe(document.querySelector('#toasts ol') as Element, { childList: true });
    return counted;
  });
  return () => counter.evaluate(({ toasts }) => toasts);
}

test.describe('without a connection', () => {
  test.use({ allowConsole: [/ERR_FAILED|404/] });

  test('hover and focus fail silently, a press reports the failure, and the next press succeeds', {
    tag: '@core',
  }, async ({ page }) => {
    await page.goto('/brands');
    const raised = await countToasts(page);
    const drawer = /_assets\/CartDrawer[^/]*\.js$/;
    await page.route(drawer, (route) => route.abort());
    const failed = () => page.waitForEvent('requestfailed', (asked) => drawer.test(asked.url()));
    const cart = page.getByRole('button', { name: /^Shopping cart/ });

    await Promise.all([failed(), cart.focus()]);
    await Promise.all([failed(), cart.hover()]);
    // The mouse goes down first, which is not a click yet.
    await cart.click();
    await expect(toasts(page)).toContainText('Connection problem');
    expect(await raised()).toBe(1);

    await page.unroute(drawer);
    await page.keyboard.press('Escape');
    await cart.click();
    await expect(page.getByRole('dialog', { name: 'Shopping Cart (0)' })).toBeVisible();
  });

  test('other keys fail silently in the gallery, its arrow keys report the failure', async ({
    page,
  }) => {
    const gallery = /_assets\/gallery[^/]*\.js$/;
    await page.route(gallery, (route) => route.abort());
    const failed = () => page.waitForEvent('requestfailed', (asked) => gallery.test(asked.url()));
    await page.goto(OUD_WOOD.path);
    const raised = await countToasts(page);
    await page.getByRole('button', { name: 'Show picture 1' }).focus();
    await Promise.all([failed(), page.keyboard.press('Tab')]);
    await expect(page.getByRole('button', { name: 'Show picture 2' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(toasts(page)).toContainText('Connection problem');
    expect(await raised()).toBe(1);
  });

  test('a missing script of the 404 page shows its failure, and Try again', async ({ page }) => {
    const script = /_assets\/late-product[^/]*\.js$/;
    await page.route(script, (route) => route.abort());
    await page.goto('/products/lattafa-nowhere');
    await expect(page.getByText('A part of this page could not be loaded.')).toBeVisible();
    await page.unroute(script);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('It may have been renamed')).toBeVisible();
  });
});

test.describe('before the scripts have loaded', () => {
  test('opened sections are filled', async ({ page }) => {
    const letGo = await holdScripts(page, /_assets\/.*\.js$/);
    await page.goto(OUD_WOOD.path, { waitUntil: 'commit' });
    await page.getByText('Your place').click();
    await page.getByText('Share', { exact: true }).click();
    await expect(page.getByText('Loading shipping locations...')).toBeVisible();
    letGo();
    for (const name of ['Instagram', 'Copy Link']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('Local government area')).toBeVisible();
  });

  test('a press in the gallery turns its picture once', { tag: '@core' }, async ({ page }) => {
    const letGo = await holdScripts(page, /_assets\/.*\.js$/);
    await page.goto(OUD_WOOD.path, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Next picture' }).click();
    letGo();
    await expect(page.getByText(/^Picture 2 of 4: /)).toBeAttached();
  });

  test('a press that one script has handled is not repeated by another', {
    tag: '@core',
  }, async ({ page }) => {
    const letGo = await holdScripts(page, /_assets\/page[^/]*\.js$/);
    await page.goto('/', { waitUntil: 'commit' });
    const pause = page.getByRole('button', { name: 'Pause banners' });
    await pause.click();
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    letGo();
    await page.waitForLoadState();
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
  });
});
