import type { Page } from '@playwright/test';
import type { ProductList } from '#contract/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards, LISTS, pages, WIDE } from './listing-page.ts';

test.use({ viewport: WIDE });

/** Makes the API answer as if there were `totalPages` pages. */
async function pretendPages(page: Page, totalPages: number): Promise<void> {
  await page.route(LISTS, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('page', '1');
    const list = (await (await route.fetch({ url: url.href })).json()) as ProductList;
    await route.fulfill({ json: { ...list, totalPages } });
  });
}

for (const [at, words] of [
  [1, '1 2 3 … 20 Next'],
  [10, 'Previous 1 … 8 9 10 11 12 … 20 Next'],
  [20, 'Previous 1 … 18 19 20'],
] as const) {
  test(`page ${at} of 20: window, ends and gaps`, async ({ page }) => {
    await pretendPages(page, 20);
    await page.goto(`/products?sortBy=name&page=${at}`);
    await expect(pages(page)).toBeVisible();
    const texts = await pages(page).locator('a, span').allTextContents();
    expect(texts.join(' ')).toBe(words);
    await expect(pages(page).locator('[aria-current="page"]')).toHaveText(String(at));
  });
}

test('a page beyond the last leads to the last one', async ({ page }) => {
  await page.goto('/products?sortBy=name&page=99');
  await expect(cards(page).first()).toBeVisible();
  const last = await pages(page).locator('[aria-current="page"]').textContent();
  await expect(page).toHaveURL(`/products?sortBy=name&page=${last}`);
  await expect(pages(page).getByRole('link', { name: 'Next' })).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL(`/products?sortBy=name&page=${last}`);
});

test('one page has no pagination', async ({ page }) => {
  await page.goto('/products?tag=aquatic');
  await expect(cards(page).first()).toBeVisible();
  await expect(pages(page)).toBeHidden();
});

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`changing the page scrolls to the top (motion: ${motion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      const scrolls: unknown[] = [];
      Object.assign(window, { scrolls });
      const original = window.scrollTo.bind(window);
      window.scrollTo = ((options: ScrollToOptions) => {
        scrolls.push(options);
        original(options);
      }) as typeof window.scrollTo;
    });
    await page.goto('/products');
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/products?page=2');
    // Chromium's own animation may stop a pixel short when frames were dropped.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThanOrEqual(1);
    const wanted = { top: 0, behavior: motion === 'reduce' ? 'instant' : 'smooth' };
    expect(
      await page.evaluate(() => (window as unknown as { scrolls: unknown[] }).scrolls),
    ).toContainEqual(wanted);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await pages(page).getByRole('link', { name: 'Previous' }).click();
    await expect(page).toHaveURL('/products');
  });
}
