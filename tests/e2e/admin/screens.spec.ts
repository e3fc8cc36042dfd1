import type { Page } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';

test.use({ baseURL: OFFICE, allowConsole: [/Failed to load resource: .* 4\d\d/] });

/** Bytes of a page with its style sheet and script, as they are before any compression. Pictures and fonts are not in it. */
const LIMIT = 40 * 1024;
const WIDTHS = [360, 1440];

/** What each page and state must be: for everybody, narrow enough for its screen, and light. */
async function looks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await noViolation(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width);
      const folder = process.env.OFFICE_SHOTS;
      if (folder) {
        await page.screenshot({
          path: `${folder}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }
  }
}

async function opens(page: Page, path: string, name: string): Promise<void> {
  const sizes: number[] = [];
  const counted = async (response: { url(): string; body(): Promise<Buffer> }) => {
    if (/\.woff2$|\.(webp|jpg|avif)$/.test(response.url())) return;
    sizes.push((await response.body()).byteLength);
  };
  const reading: Promise<void>[] = [];
  page.on('response', (response) => reading.push(counted(response)));
  await page.goto(path, { waitUntil: 'load' });
  page.removeAllListeners('response');
  await Promise.all(reading);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (process.env.OFFICE_SHOTS) console.log(`${name}: ${bytes} B`);
  expect(bytes, `bytes of ${path}`).toBeLessThanOrEqual(LIMIT);
  await looks(page, name);
}

test('the pages of the way in are light, for everybody and of any width @own', async ({ page }) => {
  await opens(page, '/admin/way-in', 'way-in');
  await opens(page, '/admin/join#something', 'join');
});

test('the pages of an owner are light, for everybody and of any width @own', async ({ page }) => {
  test.slow();
  await signedIn(page, 'owner');
  for (const name of ['more', 'people', 'log', 'nothing'])
    await opens(page, `/admin/${name}`, name);
  await page.goto('/admin/people');
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await looks(page, 'people-refused');
  await page.getByLabel('Name').fill(`Tunde ${Date.now()}`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByLabel('The link')).toBeVisible();
  await looks(page, 'link');
  await page.goto('/admin/people');
  await page
    .getByRole('link', { name: /^Tunde/ })
    .last()
    .click();
  await looks(page, 'person');
});

test('a packer is told what only an owner may do @own', async ({ page }) => {
  await signedIn(page, 'packer');
  await opens(page, '/admin/people', 'forbidden');
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
});
