import AxeBuilder from '@axe-core/playwright';
import { EMAILS } from '#backend/mail/emails.harness.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

/** A picture of one pixel, in place of those that a mail program fetches from the shop. */
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

// A mail program shows an email as part of its own page, which has the landmarks.
const OF_A_PAGE = ['region', 'landmark-one-main'];

for (const [name, { html, subject }] of Object.entries(EMAILS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name}, ${colorScheme}: no axe violation, and it fits a small phone`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 640 });
      await page.setContent(html.replace(/https:\/\/shop\.example\/media\/[^"]+/g, PIXEL));
      expect(subject).not.toBe('');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const ground = await page
        .locator('body')
        .evaluate((body) => getComputedStyle(body).backgroundColor);
      expect(ground).toBe(colorScheme === 'dark' ? 'rgb(26, 16, 10)' : 'rgb(247, 241, 230)');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(320);
      const { violations } = await new AxeBuilder({ page }).disableRules(OF_A_PAGE).analyze();
      expect(violations).toEqual([]);
    });
  }
}
