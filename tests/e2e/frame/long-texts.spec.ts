import { expect, test } from '../support/fixtures.ts';

test('a brand of one long word makes no list wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/products');
  await page
    .locator('.card-brand')
    .first()
    .evaluate((brand) => {
      brand.textContent = 'Haute'.repeat(20);
    });
  const [most = 0, shown] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [clientWidth, scrollWidth];
  });
  expect(shown).toBeLessThanOrEqual(most);
});

test('a link with a search that is too long for the API searches for its beginning', async ({
  page,
}) => {
  await page.goto(`/products?search=${'oud+'.repeat(80)}`);
  await expect(page.locator('.cards .card:visible').first()).toBeVisible();
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
});
