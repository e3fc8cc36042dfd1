import { formatNaira } from '#domain/money/money.ts';
import { noViolationInMain } from '../support/axe.ts';
import { productDetail } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';

/** A fragrance with two bottles, the larger sold out, and a sample. */
const SIZED = { id: 'versace-bright-crystal', name: 'Versace Bright Crystal' };
const LARGE = `/products/${SIZED.id}-200-ml`;
const OWN = { tag: '@own' };

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'a size is chosen by a link with its price and, if so, that it is sold out',
    OWN,
    async ({ page }) => {
      await page.goto(`/products/${SIZED.id}`);
      const sizes = page.getByRole('navigation', { name: 'Sizes' }).getByRole('link');
      await expect(sizes).toHaveCount(2);
      await expect(sizes.first()).toHaveAttribute('aria-current', 'page');
      await expect(sizes.first()).toHaveAccessibleName(/^90 ml ₦118,000 .*per ml/);
      await expect(sizes.last()).toHaveAccessibleName(/^200 ml ₦186,000 .*out of stock/i);
      const credit = page.getByText('Order the bottle within 30 days, and the price of its sample');
      await expect(credit).toBeVisible();
      await page.getByText('Try it first: 5 ml, ₦9,500').scrollIntoViewIfNeeded();
      await page.keyboard.press('Tab');
      await sizes.last().focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(LARGE);
      await expect(sizes.last()).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        new RegExp(`${LARGE}$`),
      );
      await page.getByRole('link', { name: '5 ml', exact: true }).click();
      await expect(credit).toBeVisible();
    },
  );
});

test(
  'a fragrance is one card, which names its sizes and the one that its plus adds',
  OWN,
  async ({ page }) => {
    await page.goto(`/products?search=${SIZED.name}`);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'from' });
    await expect(card).toHaveCount(1);
    await expect(card).toContainText('90, 200 ml');
    await expect(card).toContainText('from ₦118,000');
    await card.getByRole('button', { name: `Add ${SIZED.name}, 90 ml to cart` }).click();
    await expect(page.getByText(`${SIZED.name}, 90 ml has been added to your cart.`)).toBeVisible();
  },
);

test('a card whose size sells out shows the next one', OWN, async ({ page, request }) => {
  const { product } = await productDetail(request, `${SIZED.id}-200-ml`);
  const [small, large] = product.sizes ?? [];
  if (!small || !large) throw new Error('The demo has two sizes of it.');
  const sizes = [
    { ...small, qtyAvailable: 0 },
    { ...large, qtyAvailable: 7 },
  ];
  await page.route('**/api/live**', async (route) => {
    const answer = await route.fetch();
    const { products } = await answer.json();
    await route.fulfill({
      json: {
        products: products.map((each: { id: string }) =>
          each.id === small.id ? { ...each, qtyAvailable: 0 } : each,
        ),
      },
    });
  });
  await page.route('**/api/product/versace-bright-crystal*', async (route) => {
    const answer = await route.fetch();
    const detail = await answer.json();
    const { qtyAvailable } = sizes.find(({ id }) => id === detail.product.id) ?? {
      qtyAvailable: 0,
    };
    await route.fulfill({
      json: { ...detail, product: { ...detail.product, sizes, qtyAvailable } },
    });
  });
  await page.goto('/brands/versace');
  const card = page.getByRole('listitem').filter({ hasText: '90, 200 ml' });
  await expect(card).toContainText(`from ${formatNaira(large.price)}`);
  await expect(card.getByRole('link')).toHaveAttribute('href', LARGE);
  await expect(card.getByRole('button', { name: /200 ml to cart/ })).toBeEnabled();
});

test(
  'a sample is added in addition to the bottle, and the page has no violation',
  OWN,
  async ({ page }) => {
    await page.goto(`/products/${SIZED.id}`);
    await page.getByRole('button', { name: `Add ${SIZED.name} 5 ml to cart` }).click();
    await expect(page.getByText(`${SIZED.name} 5 ml has been added to your cart.`)).toBeVisible();
    await noViolationInMain(page, ['light', 'dark']);
  },
);
