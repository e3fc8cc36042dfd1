import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('price and buttons are on the first screen of a phone, and then in their own place', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto(OUD_WOOD.path);
  const article = page.getByRole('article');
  const add = article.getByRole('button', { name: 'ADD TO CART' });
  const price = article.locator('.product-buy .price');
  const name = page.getByRole('heading', { level: 1 });
  for (const part of [name, price, add]) await expect(part).toBeInViewport({ ratio: 1 });
  // Nothing covers them, and they cover neither name nor picture.
  const box = async (part: typeof name) => {
    const found = await part.boundingBox();
    if (!found) throw new Error('It has no box');
    return found;
  };
  const [title, bar] = [await box(name), await box(article.locator('.product-buy'))];
  expect(title.y + title.height).toBeLessThanOrEqual(bar.y);
  await add.tap();
  await expect(page.getByText('Added to Cart')).toBeVisible();

  await page.getByRole('heading', { name: 'You may also like' }).scrollIntoViewIfNeeded();
  await expect(add).not.toBeInViewport();
});

test('nothing that has the focus is behind them', async ({ page }) => {
  await page.goto(OUD_WOOD.path);
  const hidden = await page.evaluate(() => {
    const bar = document.querySelector('.product-buy');
    const controls = document.querySelectorAll<HTMLElement>(
      'article :is(a, button, summary), .related a',
    );
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        control.focus();
        const { bottom, top } = control.getBoundingClientRect();
        const bounds = bar?.getBoundingClientRect();
        return !bar?.contains(control) && bounds && bottom > bounds.top && top < bounds.bottom;
      })
      .map((control) => control.textContent || control.ariaLabel);
  });
  expect(hidden).toEqual([]);
});
