import type { Page } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { seedStorage } from '../support/seed.ts';
import { EROS, KHAMRAH } from '../support/shop.ts';
import { OUD } from './product-page.ts';

test.describe('recently viewed', () => {
  const recent = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });

  test('shows the products viewed before, newest first; Clear forgets them', async ({ page }) => {
    await page.goto(KHAMRAH.path);
    await expect(recent(page)).toBeHidden();
    await page.goto(OUD);
    await page.goto(KHAMRAH.path);
    await page.goto(EROS.path);
    await recent(page).scrollIntoViewIfNeeded();
    const names = recent(page).getByRole('heading', { level: 3 });
    await expect(names).toHaveCount(2);
    await expect(names.first()).toHaveText(/Lattafa Khamrah/);
    await expect(names.last()).toHaveText(/Tom Ford Oud Wood/);
    await expect(recent(page).getByText(/last saw/)).toBeHidden();
    await noViolation(page);
    await recent(page).getByRole('button', { name: 'Clear' }).click();
    await expect(recent(page)).toBeHidden();
    await page.reload();
    await expect(recent(page)).toBeHidden();
  });

  test('holds eight at most', { tag: '@own' }, async ({ page }) => {
    const kept = Array.from({ length: 20 }, (_, at) => ({
      id: `gone-${at}`,
      name: `Gone ${at}`,
      price: 1000 + at,
      qtyAvailable: 3,
      image: '',
      discount: null,
    }));
    await seedStorage(page, { 'turare:viewed': kept });
    await page.goto(OUD);
    await recent(page).scrollIntoViewIfNeeded();
    await expect(recent(page).getByRole('heading', { level: 3 })).toHaveCount(8);
    // The shop no longer sells them.
    await expect(recent(page).getByText('OUT OF STOCK')).toHaveCount(8);
  });

  for (const broken of [
    '{',
    'null',
    '{"a":1}',
    '[1,null,{"id":"x"}]',
    '[{"id":"x","price":"1"}]',
  ]) {
    test(`survives a broken store (${broken})`, async ({ page }) => {
      await seedStorage(page, { 'turare:viewed': broken });
      await page.goto(OUD);
      await page.getByRole('region', { name: 'You may also like' }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 5000);
      await expect(recent(page)).toBeHidden();
      await page.goto(EROS.path);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(recent(page).getByRole('heading', { level: 3 })).toHaveText([/Oud Wood/]);
    });
  }

  test.describe('with the API down', () => {
    test.use({ allowConsole: [/\/api\//] });

    test('says that the prices are the last known ones', async ({ page }) => {
      await page.goto(KHAMRAH.path);
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(OUD);
      await recent(page).scrollIntoViewIfNeeded();
      await expect(recent(page).getByRole('heading', { level: 3 })).toHaveCount(1);
      await expect(recent(page).getByText(/Prices as you last saw them/)).toBeVisible();
    });
  });
});
