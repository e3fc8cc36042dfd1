import type { APIRequestContext, Page } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlaces } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { openFilled, payButton } from './checkout-form.ts';

/** Paying the courier, where the shop offers it. */

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const choice = (page: Page) => page.getByRole('radio', { name: 'Pay on delivery' });

/** The name of a place where she may pay on delivery, or may not. */
async function placeWith(request: APIRequestContext, offered: boolean): Promise<string> {
  const places = await shippingPlaces(request);
  return places.find(({ onDelivery }) => Boolean(onDelivery) === offered)?.place ?? '';
}

test.describe('pay on delivery', { tag: '@own' }, () => {
  test('from the choice to the order, which says what is to be paid', { tag: '@core' }, async ({
    page,
    request,
  }) => {
    const place = await placeWith(request, true);
    await openFilled(page, await cartLine(request, KHAMRAH.id), place);
    await choice(page).check();
    await noViolation(page);
    await payButton(page).click();
    await page.waitForURL('**/payment/callback?reference=*');
    await expect(title(page, 'Order placed')).toBeVisible();
    await expect(
      page.getByText(/^Thank you for your order. You pay ₦[\d,]+ when it comes/),
    ).toBeVisible();
    await noViolation(page);
    const cart = await page.evaluate(() => localStorage.getItem('turare:cart'));
    expect(JSON.parse(cart ?? '{"items":[]}').items).toEqual([]);
    await page.getByRole('link', { name: /^View Order #/ }).click();
    await expect(page.getByText('To be paid on delivery').first()).toBeVisible();
    await expect(page.getByText('Paid', { exact: true })).toBeHidden();
    await noViolation(page);
  });

  test('is offered only where the shop offers it, and a choice that goes is replaced', async ({
    page,
    request,
  }) => {
    const elsewhere = await placeWith(request, false);
    const place = await placeWith(request, true);
    await openFilled(page, await cartLine(request, KHAMRAH.id), place);
    await choice(page).check();
    await page.getByLabel('Shipping Location').selectOption(elsewhere);
    await expect(choice(page)).toBeHidden();
    await expect(page.getByRole('radio', { name: /^Card/ })).toBeChecked();
  });
});
