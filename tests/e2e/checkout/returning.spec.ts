import type { APIRequestContext, Page } from '@playwright/test';
import type { Order } from '#contract/order.ts';
import { bearer, type Customer, PASSWORD, signUp, storedSession } from '../support/account.ts';
import { PLACES_CALL } from '../support/delivery.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlaces,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, openFilled, payButton } from './checkout-form.ts';

/** Faults of other shops' checkouts, for a shopper who comes back. Each test names the public report. */
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay now' });
const orders = async (request: APIRequestContext, customer: Customer) =>
  (await (
    await request.get('/api/order/my-orders', { headers: bearer(customer) })
  ).json()) as Order[];
const kept = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);

test('a kept place that was deleted or has moved never stops the checkout (woocommerce#58084)', async ({
  page,
  context,
  request,
}) => {
  const places = await shippingPlaces(request);
  const [first, second] = places.filter(({ amount }) => amount > 0);
  if (!first || !second) throw new Error('The shop has fewer than two places');
  await openFilled(page, await cartLine(request, KHAMRAH.id), first.place);
  await expect(field(page, 'Shipping Location')).toHaveValue(first.place);
  // Deleted while she was offline in between.
  await context.setOffline(true);
  await payButton(page).click();
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await context.setOffline(false);
  await page.route(PLACES_CALL, (route) =>
    route.fulfill({ json: places.filter(({ place }) => place !== first.place) }),
  );
  await page.evaluate(() => sessionStorage.removeItem('turare:shipping-places'));
  await page.reload();
  await expect(field(page, 'Address')).toHaveValue('12 Awolowo Road');
  await expect(field(page, 'Shipping Location')).toHaveValue('');
  await payButton(page).click();
  await expect(field(page, 'Shipping Location')).toHaveAccessibleDescription(
    /select a shipping location/,
  );
  // Renamed: the new name is in the list, and she chooses it.
  await page.unroute(PLACES_CALL);
  const renamed = `${first.place} (new)`;
  await page.route(PLACES_CALL, (route) =>
    route.fulfill({ json: [{ ...first, place: renamed }, second] }),
  );
  await page.evaluate(() => sessionStorage.removeItem('turare:shipping-places'));
  await page.reload();
  await field(page, 'Shipping Location').selectOption(second.place);
  await payButton(page).click();
  await expect(payNow(page)).toBeVisible();
});

test.describe('a lost answer', () => {
  test.use({ allowConsole: [/api\/payment\/initialize/] });

  test('pressed again, and in a tab that is opened anew, it is one order with one payment page (woocommerce#67759)', {
    tag: '@own',
  }, async ({ page, context, request }) => {
    const customer = await signUp(request);
    const place = (await shippingPlaces(request)).find(({ amount }) => amount > 0)?.place ?? '';
    await seedStorage(page, {
      ...storedSession(customer),
      ...storedCart([await cartLine(request, KHAMRAH.id)]),
      ...storedDraft(customer.email, place),
    });
    await page.route(
      '**/api/payment/initialize',
      async (route) => {
        // The order is made, and its answer does not arrive.
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.goto('/checkout');
    await payButton(page).click();
    await expect(page.getByText(/The shop did not answer\./)).toBeVisible();
    expect(await orders(request, customer)).toHaveLength(1);
    await payButton(page).click();
    await expect(payNow(page)).toBeVisible();
    const payment = page.url();
    await page.close();
    const tab = await context.newPage();
    await tab.goto('/checkout');
    await payButton(tab).click();
    await expect(payNow(tab)).toBeVisible();
    expect(tab.url()).toBe(payment);
    expect(await orders(request, customer)).toHaveLength(1);
  });
});

test('a login at the checkout keeps cart and code, and a second one doubles nothing (pwa-kit#2431, PlebeianApp#974)', async ({
  page,
  context,
  request,
}) => {
  const customer = await signUp(request);
  const draft = storedDraft(newEmail(), '')['turare:draft'];
  await seedStorage(page, {
    ...storedCart([await cartLine(request, KHAMRAH.id, 2)]),
    'turare:draft': { ...draft, code: 'HARMATTAN' },
  });
  const logIn = async (tab: Page) => {
    await tab.goto('/login?next=/checkout');
    await field(tab, 'Email').fill(customer.email);
    await field(tab, 'Password').fill(PASSWORD);
    await tab.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(tab).toHaveURL(/\/checkout$/);
    await expect(payButton(tab)).toBeVisible();
  };
  await logIn(page);
  const units = async () =>
    ((await kept(page, 'turare:cart')) as { items: { quantity: number }[] }).items.map(
      ({ quantity }) => quantity,
    );
  expect(await units()).toEqual([2]);
  expect(await kept(page, 'turare:draft')).toMatchObject({ code: 'HARMATTAN' });
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await units()).toEqual([2]);
  const tab = await context.newPage();
  await logIn(tab);
  await page.reload();
  await expect(page).not.toHaveURL('/login');
  expect(await units()).toEqual([2]);
});
