import type { Page } from '@playwright/test';
import type { LiveAnswer, ProductDetail } from '#contract/product.ts';
import { formatNaira } from '#domain/money/money.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { shifted, watchShifts } from '../support/layout-shift.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { OUD_WOOD, testShop } from '../support/shop.ts';

const article = (page: Page) => page.getByRole('article');

test('a product page shows today’s price, discount and stock, announces them, and does not move', {
  tag: '@core',
}, async ({ page }) => {
  await watchShifts(page);
  await testShop.changeFigures(page, {
    [OUD_WOOD.id]: {
      price: 300_000,
      discount: { type: 'percentage', amount: 10 },
      qtyAvailable: 3,
    },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/products/${OUD_WOOD.id}`);
  await expect(article(page).getByText('₦270,000')).toBeVisible();
  await expect(article(page).getByText('₦300,000')).toBeVisible();
  await expect(article(page).getByText('-10%')).toBeVisible();
  await expect(article(page).getByText('Only 3 left')).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: 'Tom Ford Oud Wood: ₦270,000, Only 3 left' }),
  ).toBeAttached();
  expect(await shifted(page)).toBe(0);

  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  const cart = await page.evaluate(() => localStorage.getItem('turare:cart'));
  expect(JSON.parse(cart ?? '').items[0]).toMatchObject({ price: 270_000, qtyAvailable: 3 });
});

test('the price per ml follows the price', { tag: '@own' }, async ({ page }) => {
  await testShop.changeFigures(page, { [OUD_WOOD.id]: { price: 270_000, discount: null } });
  await page.goto(OUD_WOOD.path);
  await expect(page.getByText('₦5,400', { exact: true })).toBeVisible();
});

test('sold out since: OUT OF STOCK, no adding, no Buy Now', { tag: '@core' }, async ({ page }) => {
  await watchShifts(page);
  await testShop.changeFigures(page, { [OUD_WOOD.id]: { qtyAvailable: 0 } });
  await page.goto(`/products/${OUD_WOOD.id}`);
  await expect(article(page).getByText('OUT OF STOCK')).toBeVisible();
  await expect(page.getByRole('button', { name: 'ADD TO CART' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'BUY NOW' })).toBeHidden();
  expect(await shifted(page)).toBe(0);
});

for (const path of ['/', '/brands/tom-ford', '/products']) {
  test(`cards on ${path} are refreshed by one call`, {
    tag: path === '/' ? ['@core', '@own'] : '@own',
  }, async ({ page, request }) => {
    await watchShifts(page);
    let calls = 0;
    let first = '';
    await page.route('**/api/live?**', async (route) => {
      calls++;
      const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? [];
      first = ids[0] ?? '';
      const { products } = (await (await request.get(`/api/live?ids=${ids}`)).json()) as LiveAnswer;
      const [changed, ...rest] = products;
      if (!changed) throw new Error('Nothing was asked for');
      const discount = { type: 'fixed' as const, amount: 1000 };
      await route.fulfill({
        json: { products: [{ ...changed, price: 77_000, discount, qtyAvailable: 2 }, ...rest] },
      });
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await expect(page.getByRole('main').getByText('₦76,000').first()).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: '₦76,000' }).first();
    await expect(card).toContainText('-₦1,000');
    await expect(card).toContainText('Only 2 left');
    expect(first).not.toBe('');
    expect(calls).toBe(1);
    expect(await shifted(page)).toBe(0);
  });
}

test('a discount that expires while the page is open is removed at that moment', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  await testShop.changeFigures(page, {
    [OUD_WOOD.id]: { price: 300_000, discount: { type: 'percentage', amount: 10, expiresAt } },
  });
  await page.goto(`/products/${OUD_WOOD.id}`);
  await page.clock.runFor(1000);
  await expect(article(page).getByText('-10%')).toBeVisible();
  await page.route(/\/api\/(live|product)/, (route) => route.abort());
  await page.clock.runFor(61_000);
  await expect(article(page).getByText('-10%')).toHaveCount(0);
  await expect(article(page).getByText('₦300,000')).toBeVisible();
});

test('the cart’s lines are repriced as its drawer opens, and a toast says so', {
  tag: '@core',
}, async ({ page, request }) => {
  const line = await cartLine(request, OUD_WOOD.id, 5);
  await seedStorage(page, storedCart([{ ...line, price: 12_000 }]));
  await testShop.changeFigures(page, { [OUD_WOOD.id]: { qtyAvailable: 4 } });
  await page.goto('/brands');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const drawer = page.getByRole('dialog', { name: /^Shopping Cart/ });
  await expect(drawer.getByText(formatNaira(line.price * 4))).toBeVisible();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText(
    `${line.name}: price changed from ₦12,000 to ${formatNaira(line.price)}.`,
  );
  await expect(toasts).toContainText('has only 4 left');
});

test('the wishlist’s products are updated as its drawer opens', async ({ page, request }) => {
  const { quantity: _, ...entry } = await cartLine(request, OUD_WOOD.id);
  await seedStorage(page, { 'turare:wishlist': [{ ...entry, price: 12_000 }] });
  await testShop.changeFigures(page, { [OUD_WOOD.id]: { qtyAvailable: 0 } });
  await page.goto('/brands');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /wishlist/i })
    .click();
  const drawer = page.getByRole('dialog', { name: /^Wishlist/ });
  await expect(drawer.getByText(formatNaira(entry.price))).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Out of Stock/ })).toBeDisabled();
});

test('the checkout reprices its lines as it opens', async ({ page, request }) => {
  const line = await cartLine(request, OUD_WOOD.id);
  await seedStorage(page, storedCart([{ ...line, price: 12_000 }]));
  await page.goto('/checkout');
  await expect(page.getByText(formatNaira(line.price)).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your cart has changed',
  );
});

test.describe('a product made after the last build', () => {
  test.use({ allowConsole: [/404|ERR_FAILED/] });

  test('is shown by the 404 page and can be bought', { tag: '@core' }, async ({
    page,
    request,
  }) => {
    const name = `Night Market ${Date.now().toString(36)}`;
    const id = await testShop.addLateProduct(request, name);
    await page.goto(`/products/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle(`${name} · Turare`);
    const main = page.getByRole('main');
    await expect(article(page).getByText('₦45,000')).toBeVisible();
    await expect(article(page).getByText('Only 7 left')).toBeVisible();
    await expect(main.getByText(`About ${name}.`)).toBeVisible();
    await expect(article(page).getByText('No image available')).toBeVisible();
    await expect(article(page).getByRole('link', { name: 'evening' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'BUY NOW' })).toBeVisible();
    await noViolation(page);
    await page.getByText('Share', { exact: true }).click();
    await expect(main.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      new RegExp(encodeURIComponent(`/products/${id}`)),
    );
    await page.getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Added to Cart',
    );
  });

  test('Product not found, with Back to Products, if the API has no such product', async ({
    page,
  }) => {
    await page.goto('/products/there-is-none');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product not found');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveTitle('Product not found · Turare');
    await expect(page.getByRole('link', { name: 'Back to Products' })).toHaveAttribute(
      'href',
      '/products',
    );
    await noViolation(page);
  });

  test('shows a skeleton while it loads; with the API down it says so, and Try again works', {
    tag: '@own',
  }, async ({ page, request }) => {
    const detail = (await (
      await request.get(`/api/product/${OUD_WOOD.id}`)
    ).json()) as ProductDetail;
    for (const picture of detail.product.pictures ?? []) picture.alt = 'Amber glass, gold cap';
    const asked = Promise.withResolvers<import('@playwright/test').Route>();
    await page.route('**/api/product/**', asked.resolve);
    await page.goto('/products/not-built-yet');
    const route = await asked.promise;
    await expect(page.getByText('Looking for this fragrance...')).toBeAttached();
    await expect(page.getByText('Oops! Page not found')).toBeHidden();
    await route.abort();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product not found');
    await expect(page.getByRole('link', { name: 'Back to Products' })).toHaveAttribute(
      'href',
      '/products',
    );
    await expect(page.getByText('The shop could not be reached.')).toBeVisible();
    await noViolation(page);
    await page.unroute('**/api/product/**');
    await page.route('**/api/product/**', (again) => again.fulfill({ json: detail }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tom Ford Oud Wood');
    await expect(page.getByRole('img', { name: 'Amber glass, gold cap' })).toBeVisible();
  });

  test('the skeleton has no axe violation', async ({ page }) => {
    await page.route('**/api/product/**', () => {});
    await page.goto('/products/not-built-yet');
    await expect(page.getByText('Looking for this fragrance...')).toBeAttached();
    await noViolation(page);
  });

  test('an unreadable answer is a failure', async ({ page }) => {
    await page.route('**/api/product/**', (route) =>
      route.fulfill({ json: { product: { id: 7 } } }),
    );
    await page.goto('/products/not-built-yet');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product not found');
    await expect(page.getByText('could not be read. That is a fault of the shop.')).toBeVisible();
    await expect(page.getByRole('main').getByText('connection')).toBeHidden();
  });

  test('has a gallery and You may also like', async ({ page, request }) => {
    const { product, relatedProducts } = (await (
      await request.get(`/api/product/${OUD_WOOD.id}`)
    ).json()) as ProductDetail;
    const [main = ''] = product.images;
    const { pictures: _, ...late } = { ...product, id: 'late', images: [main, main, main] };
    await page.route('**/api/product/late', (route) =>
      route.fulfill({ json: { product: late, relatedProducts } }),
    );
    await page.goto('/products/late');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tom Ford Oud Wood');
    const picture = page.locator('.product-picture.shown:not(.coming):visible');
    await expect(picture.getByRole('img')).toHaveAccessibleName('Tom Ford Oud Wood');
    await expect(page.getByRole('button', { name: /^Show picture \d$/ })).toHaveCount(3);
    await page.getByRole('button', { name: 'Previous picture' }).click();
    await expect(picture.getByRole('img')).toHaveAccessibleName('Tom Ford Oud Wood, picture 3');
    await page.getByRole('button', { name: 'Next picture' }).click();
    await expect(picture.getByRole('img')).toHaveAccessibleName('Tom Ford Oud Wood');
    const related = page.getByRole('region', { name: 'You may also like' });
    await expect(related.getByRole('listitem')).toHaveCount(Math.min(relatedProducts.length, 5));
    await expect(
      related.getByRole('link', { name: relatedProducts[0]?.name ?? '' }).first(),
    ).toHaveAttribute('href', `/products/${relatedProducts[0]?.id}`);
    await noViolation(page);
  });

  for (const path of ['/nowhere', '/products/a/b', '/product/x']) {
    test(`Oops! Page not found at ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    });
  }
});

test.describe('with the API down', () => {
  test.use({ allowConsole: [/\/api\//] });

  test('the static pages work, fill a cart, and say what is unavailable', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('link', { name: 'SHOP OUR COLLECTION' }).click();
    await page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(/\/products\/./);
    await expect(article(page).getByText(/^₦/).first()).toBeVisible();
    await page.goto(`/products/${OUD_WOOD.id}`);
    await page.getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Added to Cart',
    );
    await page.getByText('Your place').click();
    await expect(page.getByText('Failed to load shipping locations')).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
    await expect(page.getByRole('heading', { name: 'Shopping Cart (1)' })).toBeVisible();
    await page.goto('/checkout');
    await expect(page.getByText('Failed to load shipping locations')).toBeVisible();
  });
});
