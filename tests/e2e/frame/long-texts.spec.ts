import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

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

test('a link with a search that is too long for the API searches for its first part', async ({
  page,
}) => {
  await page.goto(`/products?search=${'oud+'.repeat(80)}`);
  await expect(page.locator('.cards .card:visible').first()).toBeVisible();
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
});

const ARABIC = 'عود ملكي 100ml';

for (const { path, texts } of [
  { path: '/products', texts: ['.card-brand', '.card-name', 'h1'] },
  {
    path: OUD_WOOD.path,
    texts: ['.product-brand', '.product-name', '.product-description p'],
  },
  { path: '/brands', texts: ['.brand-name'] },
]) {
  test(`a text in Arabic runs from right to left on ${path}`, async ({ page }) => {
    await page.goto(path);
    for (const text of texts) {
      const element = page.locator(text).first();
      await element.evaluate((element, text) => {
        element.textContent = text;
      }, ARABIC);
      await expect(element, text).toHaveCSS('direction', 'rtl');
    }
  });
}

test('a name in Arabic runs from right to left in the cart', async ({ page }) => {
  await page.goto(OUD_WOOD.path);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const name = page.getByRole('dialog').locator('li a').first();
  await name.evaluate((name, text) => {
    name.textContent = text;
  }, ARABIC);
  await expect(name).toHaveCSS('direction', 'rtl');
});
