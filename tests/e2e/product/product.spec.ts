import { expect, test } from '../support/fixtures.ts';
import { KHAMRAH } from '../support/shop.ts';
import { inMain, NAME, OUD, oudWood } from './product-page.ts';

test('name, price, stock, description, tags, facts and at most five related products', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const product = await oudWood(request);
  await page.goto(OUD);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tom Ford Oud Wood');
  await expect(main.getByText(product.description)).toBeVisible();
  for (const tag of product.tags) {
    await expect(main.getByRole('link', { name: tag, exact: true })).toHaveAttribute(
      'href',
      `/products?tag=${tag}`,
    );
  }
  await expect(main.getByText('Price per ml')).toBeVisible();
  const related = page.getByRole('region', { name: 'You may also like' });
  await expect(related.getByRole('listitem')).toHaveCount(5);
  await expect(main.getByRole('button', { name: 'ADD TO CART' })).toBeEnabled();
  await expect(main.getByRole('button', { name: 'BUY NOW' })).toBeVisible();
  await expect(main.getByRole('button', { name: `Add ${NAME} to wishlist` })).toBeVisible();
});

test('a button pressed before the scripts have loaded works, once', { tag: '@core' }, async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/_assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(KHAMRAH.path, { waitUntil: 'commit' });
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await add.click();
  await add.click();
  await page.getByRole('button', { name: 'Shopping cart' }).click();
  held.resolve();
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1)' })).toBeVisible();
  await expect(page.getByText('Added to Cart')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all pictures, the price, the stock and the share links are shown', async ({ page }) => {
    await page.goto(OUD);
    const pictures = page.getByRole('article').getByRole('img', { name: NAME });
    await expect(pictures).toHaveCount(4);
    for (const picture of await pictures.all()) await expect(picture).toBeVisible();
    await expect(page.getByRole('article').getByText(/In Stock|Only \d+ left/)).toBeVisible();
    await expect(page.getByText(/Delivery from ₦/)).toBeVisible();
    await page.getByText('Share', { exact: true }).click();
    await expect(inMain(page).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      /wa\.me/,
    );
    for (const name of [/picture/i, 'Copy Link', 'ADD TO CART', 'BUY NOW', /wishlist/]) {
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
    }
  });
});
