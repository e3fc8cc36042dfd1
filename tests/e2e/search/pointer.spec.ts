import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { answerTo, field, options } from './search-box.ts';

test.describe('the pointer', () => {
  test('a click opens the product, and the list is closed after going back', async ({ page }) => {
    await page.goto('/brands');
    const [, second] = await answerTo(page, 'tom');
    await field(page).fill('tom');
    await options(page).nth(1).click();
    await expect(page).toHaveURL(`/products/${second?.id}`);
    await page.goBack();
    await expect(page.getByRole('listbox')).toBeHidden();
  });

  test('a click outside closes the list, a click in the field opens it again', async ({ page }) => {
    await page.goto('/brands');
    await field(page).fill('tom');
    await expect(options(page).first()).toBeVisible();
    await page.mouse.click(30, 600);
    await expect(page.getByRole('listbox')).toBeHidden();
    await field(page).click();
    await expect(options(page).first()).toBeVisible();
  });

  test('the search button opens the results page', async ({ page }) => {
    await page.goto('/brands');
    await field(page).fill('oud');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/products?search=oud');
  });

  test('on a phone the list is as wide as the page and works by touch', async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto('/brands');
    await field(page).tap();
    await field(page).pressSequentially('oud');
    const list = page.getByRole('listbox');
    await expect(options(page)).toHaveCount(5);
    expect((await list.boundingBox())?.width).toBeGreaterThan(370);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await noViolation(page);
    await options(page).first().tap();
    await expect(page).toHaveURL(/\/products\/[\w-]+$/);
    await context.close();
  });
});
