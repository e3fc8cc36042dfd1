import type { Locator, Page } from '@playwright/test';
import { shop } from '#config/shop.ts';
import type { Product } from '#contract/product.ts';
import { formatNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import { stockLabel } from '#domain/products/stock.ts';
import { allProducts, listProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

test.use({ javaScriptEnabled: false });

/** Checks that name, price, stock, picture and link are all visible. */
async function tells(card: Locator, { id, ...product }: Product): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByRole('link')).toHaveAttribute('href', `/products/${id}`);
  const name = product.name.replace(product.brand ?? '', '').trim();
  await expect(card.getByText(name, { exact: true })).toBeVisible();
  await expect(card.getByText(formatNaira(salePrice(product, Date.now())))).toBeVisible();
  await expect(card.getByText(stockLabel(product.qtyAvailable))).toBeVisible();
  await shown(card.locator('img'));
}

/** Checks that the picture has loaded. */
const shown = (image: Locator) => expect(image).not.toHaveJSProperty('naturalWidth', 0);

/** Checks that links lead to existing pages, and that no control without effect is left. */
async function leadsOn(page: Page): Promise<void> {
  const links = await page
    .locator('a:visible')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(8);
  for (const link of new Set(links)) {
    if (!link.startsWith('/')) continue;
    expect(link, 'a filter needs JavaScript').not.toContain('?');
    expect((await page.request.get(link)).status(), link).toBe(200);
  }
  for (const control of await page.locator('button:visible').all()) {
    // Opens the menu, a popover that needs no script.
    await expect(control).toHaveAttribute('popovertarget', 'menu');
  }
  await expect(page.locator(':is(input, select, textarea):visible')).toHaveCount(0);
}

test('the landing page: the first banner stays, New Arrivals are complete', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const banners = page.getByRole('region', { name: 'Banners' });
  await expect(banners.getByRole('heading', { level: 1 })).toHaveText(shop.banners[0]?.title ?? '');
  await expect(banners.getByRole('listitem')).toHaveCount(1);
  await expect(banners.getByRole('button')).toHaveCount(0);
  await shown(banners.locator('img').first());

  const arrivals = page.getByRole('region', { name: 'New Arrivals' }).getByRole('listitem');
  const { products } = await listProducts(request, '?limit=6');
  for (const [index, product] of products.entries()) await tells(arrivals.nth(index), product);
  await leadsOn(page);
});

test('the list shows the newest fifty and a link to all others', async ({ page, request }) => {
  await page.goto('/products');
  const { products } = await listProducts(request, '?limit=50');
  const cards = page.getByRole('main').getByRole('listitem').filter({ visible: true });
  await expect(cards).toHaveCount(50);
  for (const index of [0, 1, 17, 49]) await tells(cards.nth(index), products[index] as Product);
  await expect(page.getByRole('main').getByRole('link', { name: 'Brands' })).toHaveAttribute(
    'href',
    '/brands',
  );
  await leadsOn(page);
});

test('a brand page shows all its products', async ({ page, request }) => {
  const products = (await allProducts(request)).filter(({ name }) => name.startsWith('Amouage '));
  await page.goto('/brands/amouage');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(products.length);
  for (const product of products) {
    await tells(cards.filter({ has: page.locator(`[href="/products/${product.id}"]`) }), product);
  }
  await leadsOn(page);
});

test('a product page shows name, price, stock, pictures and working links', {
  tag: '@core',
}, async ({ page, request }) => {
  const answer = await request.get(`/api/product/${OUD_WOOD.id}`);
  const { product } = (await answer.json()) as { product: Product };
  await page.goto(`/products/${product.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toContainText('Oud Wood');
  await expect(main.getByText(formatNaira(salePrice(product, Date.now()))).first()).toBeVisible();
  await expect(main.getByText(stockLabel(product.qtyAvailable)).first()).toBeVisible();
  await expect(main.getByText(product.description)).toBeVisible();
  await shown(main.getByRole('img').first());
  await leadsOn(page);
});
