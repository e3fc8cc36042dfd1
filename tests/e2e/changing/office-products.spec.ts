import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { looksRight } from '../support/office-looks.ts';
import { testShop } from '../support/shop.ts';

/** Products and reviews in the back office, as a phone shows them. */
test.use({ baseURL: OFFICE, viewport: { width: 360, height: 780 } });

const newName = () => `Office ${Math.random().toString(36).slice(2, 8)}`;
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a person finds a product, fixes a mistake, and sees what somebody else saved', {
  tag: '@own',
}, async ({ page, context, request, allowConsole }) => {
  // The browser reports refused forms.
  allowConsole.push(/40[09]/);
  const name = newName();
  await testShop.addLateProduct(request, name);
  await signedIn(page, 'owner');
  await page.goto('/admin/products');
  await looksRight(page, 'products');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  await looksRight(page, 'product');
  const other = await context.newPage();
  await other.goto(page.url());

  await page.getByLabel('Price').fill('much');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was saved');
  await looksRight(page, 'product-refused');
  await page.getByRole('alert').getByRole('link').click();
  await expect(page.getByLabel('Price')).toBeFocused();
  await page.getByLabel('Price').fill('46,000');
  await save(page).click();
  await expect(page.getByRole('status')).toContainText('Saved: Price.');
  await looksRight(page, 'product-saved');

  await other.getByLabel('Price').fill('47000');
  await other.getByLabel('Brand').fill('Own brand');
  await save(other).click();
  await expect(other.getByText('Now in the shop: 46000')).toBeVisible();
  await expect(other.getByLabel('Brand')).toHaveValue('Own brand');
  await looksRight(other, 'product-stale');
  await save(other).click();
  await expect(other.getByRole('status')).toContainText('Saved: Brand and Price.');
});

test(
  'a lost connection keeps what was typed and the picture that was chosen',
  {
    tag: '@own',
  },
  async ({ page, allowConsole }, testInfo) => {
    allowConsole.push(/ERR_INTERNET_DISCONNECTED/);
    await signedIn(page, 'owner');
    await page.goto('/admin/products/new/product');
    const name = newName();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Price').fill('15000');
    await page.getByLabel('Description').fill('Typed in the market.');
    // A real file: a browser finds it again by its path.
    const photo = testInfo.outputPath('photo.jpg');
    await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } }).toFile(
      photo,
    );
    await page.getByLabel('Add pictures').setInputFiles(photo);
    // Chromium records typing once a second. A person reads the form for longer, and so does this test.
    await looksRight(page, 'product-new');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Add the product' }).click();
    await page.waitForURL(/^chrome-error:/);
    await page.context().setOffline(false);
    await page.goBack();
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await expect(page.getByLabel('Description')).toHaveValue('Typed in the market.');
    const files = page.getByLabel('Add pictures');
    await expect
      .poll(() => files.evaluate((input: HTMLInputElement) => input.files?.length))
      .toBe(1);
    await page.getByRole('button', { name: 'Add the product' }).click();
    await expect(page.getByRole('status')).toContainText('Added.');
    await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
    await looksRight(page, 'product-added');
  },
);

test('reviews are read and moderated without JavaScript', { tag: '@own' }, async ({ page }) => {
  await signedIn(page, 'owner');
  await page.goto('/admin/reviews?view=all');
  await looksRight(page, 'reviews');
  const first = page.getByRole('article').first();
  const words = (await first.locator('.comment').textContent()) ?? '';
  await first.getByText('Hide or delete').click();
  await looksRight(page, 'reviews-open');
  await first.getByLabel('Why').fill('an advertisement');
  await first.getByRole('button', { name: 'Hide it' }).click();
  await expect(page.getByRole('status')).toContainText('The review is hidden');
  await page.getByRole('link', { name: 'Hidden', exact: true }).click();
  const hidden = page.getByRole('article').filter({ hasText: words });
  await expect(hidden).toContainText('an advertisement');
  await hidden.getByText('Show or delete').click();
  await hidden.getByRole('button', { name: 'Show it again' }).click();
  await expect(page.getByRole('status')).toContainText('The review is shown again');
});
