import type { APIRequestContext, Page, Route } from '@playwright/test';
import type { ProductDetail } from '#contract/product.ts';
import { formatNaira } from '#domain/money/money.ts';
import { reviewCount } from '#site/product-data/counts.ts';
import { noViolation } from '../support/axe.ts';
import { allProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine } from '../support/seed.ts';
import { OUD_WOOD, testShop } from '../support/shop.ts';

const SOLD_OUT = testShop.productId('Creed Green Irish Tweed');

const dialog = (page: Page) => page.locator('dialog#quick-view');
const opener = (page: Page, name: string) =>
  page.getByRole('button', { name: `Quick view of ${name}` });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

async function detail(request: APIRequestContext, id: string) {
  const answer = await request.get(`/api/product/${id}`);
  return (await answer.json()) as ProductDetail;
}

test('opens with what the card knows, then loads the rest', async ({ page, request }) => {
  const answer = await detail(request, OUD_WOOD.id);
  const { product } = answer;
  const { price } = await cartLine(request, OUD_WOOD.id);
  // Rating, stock and tags differ from the card's and from the catalogue's.
  const today = {
    ...answer,
    product: {
      ...product,
      ratings: 4.26,
      numReviews: 12,
      qtyAvailable: 3,
      tags: ['one', 'two', 'three', 'four', 'five'],
    },
  };
  const arrived = Promise.withResolvers<Route>();
  await page.route(`**/api/product/${OUD_WOOD.id}`, arrived.resolve);
  await page.goto('/brands/tom-ford');
  await opener(page, product.name).click();

  const panel = page.getByRole('dialog', { name: product.name });
  await expect(panel.getByText(formatNaira(price))).toBeVisible();
  await expect(panel.getByRole('link', { name: 'See the full page' })).toHaveAttribute(
    'href',
    `/products/${OUD_WOOD.id}`,
  );
  await expect(dialog(page).locator('img')).toHaveJSProperty('complete', true);

  await (await arrived.promise).fulfill({ json: today });
  await expect(panel.getByText(product.description)).toBeVisible();
  await expect(panel.getByText('Rated 4.3 of 5')).toBeVisible();
  await expect(panel.getByText('Only 3 left')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    'one',
    'two',
    'three',
    '+2',
  ]);
  await noViolation(page);
});

test('shows the API’s rating, and says so if there is none', async ({ page, request }) => {
  const products = (await allProducts(request)).filter(({ name }) => name.startsWith('Tom Ford '));
  const reviewed = products.find(({ numReviews }) => numReviews > 1);
  const unreviewed = products.find(({ numReviews }) => numReviews === 0);
  if (!reviewed || !unreviewed) throw new Error('The brand needs a product of each kind');
  const { ratings, numReviews } = reviewed;
  const shown = [
    [reviewed, `Rated ${ratings.toFixed(1)} of 5 · ${reviewCount(numReviews)}`],
    [unreviewed, 'No ratings yet'],
  ] as const;
  await page.goto('/brands/tom-ford');
  for (const [{ name }, text] of shown) {
    await opener(page, name).click();
    const panel = page.getByRole('dialog', { name });
    await expect(panel.getByText(text, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('has no axe violation while it loads', async ({ page, request }) => {
  const { name } = await cartLine(request, OUD_WOOD.id);
  const arrived = Promise.withResolvers<Route>();
  await page.route(`**/api/product/${OUD_WOOD.id}`, arrived.resolve);
  await page.goto('/brands/tom-ford');
  await opener(page, name).click();
  await arrived.promise;
  await noViolation(page);
});

test('by keyboard: to the cart, to the wishlist, closed, with the focus back at the card', async ({
  page,
  request,
}) => {
  const { name } = await cartLine(request, OUD_WOOD.id);
  await page.goto('/brands/tom-ford');
  await opener(page, name).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name });
  await panel.getByRole('button', { name: 'Add to Cart' }).press('Enter');
  await expect(toasts(page)).toContainText('Added to Cart');
  await panel.getByRole('button', { name: `Add ${name} to wishlist` }).press('Enter');
  await expect(toasts(page)).toContainText('Added to Wishlist');
  await expect(panel.getByRole('button', { name: `Remove ${name} from wishlist` })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener(page, name)).toBeFocused();
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Shopping cart, 1 item' }),
  ).toBeVisible();
});

test('sold out: a dimmed card, Out of Stock', async ({ page, request }) => {
  const { name } = await cartLine(request, SOLD_OUT);
  await page.goto('/products?search=green+irish+tweed');
  await expect(page.getByRole('button', { name: `Add ${name} to cart` })).toBeDisabled();
  const card = page.getByRole('listitem').filter({ hasText: 'Green Irish Tweed' });
  await expect(card.locator('picture')).toHaveCSS('opacity', '0.45');
  await opener(page, name).click();
  await expect(
    page.getByRole('dialog', { name }).getByRole('button', { name: 'Out of Stock' }),
  ).toBeDisabled();
});

test('an answer is kept for a minute: a second look makes no call', async ({ page, request }) => {
  const { name } = await cartLine(request, OUD_WOOD.id);
  const { product } = await detail(request, OUD_WOOD.id);
  let calls = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(`/api/product/${OUD_WOOD.id}`)) calls++;
  });
  await page.goto('/brands/tom-ford');
  for (const _ of [1, 2]) {
    await opener(page, name).click();
    await expect(dialog(page).getByText(product.description)).toBeVisible();
    await page.keyboard.press('Escape');
  }
  expect(calls).toBe(1);
});

test.describe('with the API down', () => {
  test.use({ allowConsole: [/api\/product\//] });

  test('says so, keeps the link, and can still fill the cart', async ({ page, request }) => {
    const { name } = await cartLine(request, OUD_WOOD.id);
    await page.route(`**/api/product/${OUD_WOOD.id}`, (route) => route.abort());
    await page.goto('/brands/tom-ford');
    await opener(page, name).click();
    const panel = page.getByRole('dialog', { name });
    await expect(panel.getByRole('alert')).toContainText('The details could not be loaded.');
    await noViolation(page);
    await panel.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toasts(page)).toContainText('Added to Cart');
    await panel.getByRole('link', { name: 'See the full page' }).click();
    await expect(page).toHaveURL(`/products/${OUD_WOOD.id}`);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the buttons of a card are visible without hover, large enough, and work by tap', async ({
    page,
    request,
  }) => {
    const { name } = await cartLine(request, OUD_WOOD.id);
    await page.goto('/products');
    const first = page.getByRole('button', { name: /^Quick view of/ }).first();
    await expect(first).toHaveCSS('opacity', '1');
    const box = await first.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.goto('/brands/tom-ford');
    await opener(page, name).tap();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expect(dialog(page).getByText('Add to Cart')).toBeInViewport();
  });
});
