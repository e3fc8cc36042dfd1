/** Units that her own unpaid order reserves stay hers: in her cart, on the pages, and in her other tabs. */
import type { Locator, Page } from '@playwright/test';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { formatNaira } from '#domain/money/money.ts';
import { openFilled, payButton, toasts } from '../checkout/checkout-form.ts';
import { expect, test } from '../support/fixtures.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';

const PRICE = 268_000;

/** Adds a product with two units. */
async function addPair(name: string): Promise<string> {
  const id = name.toLowerCase().replaceAll(' ', '-');
  await inOwnShop((db) =>
    writeCatalogue(db, (transaction) =>
      insertProducts(transaction, [
        {
          row: {
            id,
            name,
            priceKobo: PRICE * 100,
            stock: 2,
            description: 'Two of them.',
            tags: [],
          },
          pictures: [],
        },
      ]),
    ),
  );
  return id;
}

const quantity = (within: Page | Locator) =>
  within.getByRole('status').filter({ hasText: 'in the cart' });

/** Proceeds to the payment page with both, and returns the total that she saw. */
async function proceed(page: Page, id: string, request: Parameters<typeof cartLine>[0]) {
  const { place, amount } = await shippingPlace(request);
  const total = formatNaira(2 * PRICE + amount);
  await openFilled(page, await cartLine(request, id, 2), place);
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  return total;
}

test('a shopper who cancels at the payment page keeps both bottles in her cart, and orders both', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const id = await addPair(`Own Pair ${Date.now().toString(36)}`);
  const total = await proceed(page, id, request);
  const live = page.waitForResponse(/\/api\/live\/own\?/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  const { products } = await (await live).json();
  expect(products).toMatchObject([{ id, qtyAvailable: 2 }]);
  await expect(quantity(page)).toHaveText('2 in the cart');
  await expect(toasts(page)).not.toContainText('sold out');
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  // Everybody else is told that there are none.
  const others = await (await request.get(`/api/live?ids=${id}`)).json();
  expect(others.products).toMatchObject([{ id, qtyAvailable: 0 }]);

  await page.getByLabel('Phone', { exact: true }).fill('0803 765 4321');
  await payButton(page).click();
  await expect(page.getByText(total)).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText(total)).toBeVisible();
});

test('in another tab, the product’s page, the list and the quick view know her order’s units', {
  tag: '@own',
}, async ({ page, context, request }) => {
  const name = `Own Tab ${Date.now().toString(36)}`;
  const id = await addPair(name);
  await proceed(page, id, request);
  const other = await context.newPage();
  await other.goto(`/products?search=${encodeURIComponent(name)}`);
  const card = other.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText('Only 2 left');
  await other.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(quantity(other.getByRole('dialog'))).toHaveText('2 in the cart');
  await expect(toasts(other)).not.toContainText('sold out');
  await other.goto(`/products/${id}`);
  await expect(other.getByRole('article').getByText('Only 2 left')).toBeVisible();
  await other.goto(`/cart?items=${id}:2`);
  await expect(other.getByText(formatNaira(2 * PRICE)).first()).toBeVisible();
  await other.close();
});
