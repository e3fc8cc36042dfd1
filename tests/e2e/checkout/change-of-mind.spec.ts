/** A shopper who changes her order after she has seen the payment page does not block herself. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, openFilled, payButton } from './checkout-form.ts';

/** So many units that two such unpaid orders exceed what one customer may reserve (RESERVED_PER_EMAIL, 20). */
const MANY = 11;

/** Changes the phone number once the form shows the stored one. */
async function changePhone(page: Page): Promise<void> {
  await expect(field(page, 'Phone')).not.toHaveValue('');
  await field(page, 'Phone').fill('0803 765 4321');
}

test('a corrected phone number creates a new order, which takes over the bottles', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id, MANY), place);
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  const old = page.url();

  await page.goBack();
  await changePhone(page);
  await payButton(page).click();
  await expect(page).not.toHaveURL(/\/checkout$/);
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  expect(page.url()).not.toBe(old);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test.describe('when the order was paid in the meantime', () => {
  test.use({ allowConsole: [/api\/payment\/(initialize|verify)/] });

  test('a paid order is not created again: its page says that it is paid', {
    tag: '@own',
  }, async ({ page, request }) => {
    const { place } = await shippingPlace(request);
    await openFilled(page, await cartLine(request, KHAMRAH.id), place);
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    // She pays on another device, so nothing leads this browser to the result.
    const paid = await request.post(page.url(), { form: { action: 'pay' }, maxRedirects: 0 });
    expect(paid.status()).toBe(303);

    // Her click is faster than the page's question about open payments.
    await page.route('**/api/payment/verify/**', (route) => route.abort());
    await page.goBack();
    await changePhone(page);
    const refused = page.waitForResponse('**/api/payment/initialize');
    await payButton(page).click();
    expect((await refused).status()).toBe(409);
    await page.unroute('**/api/payment/verify/**');
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: /cart/i })).not.toContainText(
      '1',
    );
  });
});
