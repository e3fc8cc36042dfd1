import type { Page } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inMain, NAME, OUD } from './product-page.ts';

const SHARED = encodeURIComponent(`${NAME}, Eau de Parfum · 50 ml, at Turare`);

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test.describe('sharing', () => {
  const open = async (page: Page) => {
    await page.goto(OUD);
    await page.getByText('Share', { exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  };
  const copied = (page: Page) =>
    page.evaluate(() => (window as unknown as { copied: string }).copied);
  /** Installs a clipboard that records its contents. */
  const withClipboard = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: {
          writeText: async (text: string) => void Object.assign(window, { copied: text }),
        },
      });
    });

  test('links carry text and URL to the networks', { tag: '@own' }, async ({ page }) => {
    await open(page);
    const url = encodeURIComponent(page.url());
    for (const [name, start] of [
      ['WhatsApp', 'https://wa.me/?text='],
      ['Facebook', 'https://www.facebook.com/sharer/sharer.php?'],
      ['Twitter', 'https://twitter.com/intent/tweet?'],
    ] as const) {
      const link = inMain(page).getByRole('link', { name, exact: true });
      const href = (await link.getAttribute('href')) ?? '';
      expect(href.startsWith(start)).toBe(true);
      expect(href).toContain(url);
      expect(href).toContain(SHARED);
      await expect(link).toHaveAttribute('rel', 'noopener');
    }
    await noViolation(page);
  });

  test('Copy Link: Link Copied! / Product link copied to clipboard.', async ({ page }) => {
    await withClipboard(page);
    await open(page);
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await expect(toasts(page)).toContainText('Link Copied!');
    await expect(toasts(page)).toContainText('Product link copied to clipboard.');
    await expect(toasts(page)).not.toContainText('Instagram');
    expect(await copied(page)).toBe(page.url());
    await expect(page.getByText('Share', { exact: true })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Copy Link' })).toBeHidden();
  });

  test('Instagram adds: You can now share it on Instagram.', async ({ page }) => {
    await withClipboard(page);
    await open(page);
    await page.getByRole('button', { name: 'Instagram' }).click();
    await expect(toasts(page)).toContainText('Link Copied!');
    await expect(toasts(page)).toContainText(
      'Product link copied to clipboard. You can now share it on Instagram.',
    );
    expect(await copied(page)).toContain(NAME);
    expect(await copied(page)).toContain(page.url());
  });

  test('a refused clipboard offers the text for copying by hand', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
      });
    });
    await open(page);
    await page.getByRole('button', { name: 'Copy Link' }).click();
    const field = page.getByRole('textbox', { name: /Copy the text/ });
    await expect(field).toHaveValue(page.url());
    await expect(field).toBeFocused();
    await noViolation(page);
  });

  test('the device’s own share dialog is offered only where there is one', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share');
    });
    await open(page);
    await expect(page.getByRole('button', { name: 'Share…' })).toBeHidden();
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async (data: unknown) => void Object.assign(window, { copied: data }),
      });
    });
    await open(page);
    await page.getByRole('button', { name: 'Share…' }).click();
    await expect.poll(() => copied(page)).toMatchObject({ url: page.url() });
  });

  test('Escape and a click elsewhere close the menu', async ({ page }) => {
    await open(page);
    await inMain(page).getByRole('link', { name: 'WhatsApp' }).focus();
    await page.keyboard.press('Escape');
    await expect(inMain(page).getByRole('link', { name: 'WhatsApp' })).toBeHidden();
    await expect(page.getByText('Share', { exact: true })).toBeFocused();
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(inMain(page).getByRole('link', { name: 'WhatsApp' })).toBeHidden();
  });
});
