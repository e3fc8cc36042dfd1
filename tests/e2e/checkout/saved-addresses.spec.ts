import type { APIRequestContext, Page } from '@playwright/test';
import type { Customer as OwnData } from '#contract/profile.ts';
import { bearer, type Customer, signUp, storedSession } from '../support/account.ts';
import { noViolation, noViolationInMain } from '../support/axe.ts';
import { PLACES_CALL } from '../support/delivery.ts';
import { expect, test } from '../support/fixtures.ts';
import { watchShifts, whatShifted } from '../support/layout-shift.ts';
import { cartLine, seedStorage, shippingPlaces, storedCart, storedDraft } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, payButton, toasts } from './checkout-form.ts';

/** The address book (extension account.addresses) at the checkout and on /account. */
const tick = (page: Page) =>
  page.getByRole('checkbox', { name: 'Save this address to my account' });
const choice = (page: Page) => page.getByLabel('Saved addresses');

const IKEJA = 'Lagos – Ikeja';
/** Orders with the tick by calls. The last address stays without being the default. */
async function order(request: APIRequestContext, customer: Customer, ...addresses: string[]) {
  const line = await cartLine(request, KHAMRAH.id);
  const place = (await shippingPlaces(request)).find((one) => one.place === IKEJA);
  if (!place) throw new Error(`The shop does not deliver to ${IKEJA}`);
  for (const address of addresses) {
    const answer = await request.post('/api/payment/initialize', {
      headers: bearer(customer),
      data: {
        items: [{ productId: line.id, name: line.name, price: line.price, quantity: 1 }],
        shippingInfo: {
          fullName: 'Amina Bello',
          email: customer.email,
          phone: '0803 123 4567',
          address,
          city: 'Ikeja',
          state: 'Lagos',
        },
        email: customer.email,
        totalAmount: line.price + place.amount,
        shippingFee: place.amount,
        shippingLocation: place.place,
        saveAddress: true,
      },
    });
    if (!answer.ok()) throw new Error(await answer.text());
  }
}
const saved = async (request: APIRequestContext, customer: Customer) => {
  const answer = await request.get('/api/account/profile', { headers: bearer(customer) });
  const { addresses = [] } = (await answer.json()) as OwnData;
  return addresses.map(({ address, isDefault }) => (isDefault ? `${address}!` : address));
};
const withCart = async (request: APIRequestContext) =>
  storedCart([await cartLine(request, KHAMRAH.id)]);

/** Brings a browser into its state after an order: without a draft, and with a destination. */
async function afterOrder(page: Page, destination: object) {
  await page.goto('/');
  await page.evaluate((text) => {
    localStorage.removeItem('turare:draft');
    localStorage.setItem('turare:destination', text);
  }, JSON.stringify(destination));
}

test('the tick saves the address with the order; the next checkout is filled, and nothing moves', {
  tag: '@own',
}, async ({ page, request }) => {
  const customer = await signUp(request);
  await seedStorage(page, {
    ...storedSession(customer),
    ...(await withCart(request)),
    ...storedDraft(customer.email, IKEJA),
  });
  await page.goto('/checkout');
  await expect(tick(page)).toHaveAccessibleDescription(/whether or not you pay/);
  await tick(page).check();
  expect(await saved(request, customer)).toEqual([]);
  await payButton(page).click();
  await expect(page).toHaveURL(/\/(pay|checkout)\/|sandbox|payment/);
  expect(await saved(request, customer)).toEqual(['12 Awolowo Road!']);

  await order(request, customer, '7 Opebi Road');
  // Another place, chosen on a product page, is hers.
  await afterOrder(page, { state: 'Lagos', area: 'Surulere', place: '' });
  await page.goto('/checkout');
  await expect(choice(page)).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('Surulere');
  await expect(field(page, 'Address')).toHaveValue('');

  await afterOrder(page, { state: 'Lagos', area: 'Eti-Osa', place: IKEJA });
  await watchShifts(page);
  await page.goto('/checkout');
  await expect(field(page, 'Address')).toHaveValue('12 Awolowo Road');
  await expect(field(page, 'Shipping Location')).toHaveValue(IKEJA);
  await expect(field(page, 'Phone')).toHaveValue('0803 123 4567');
  await expect(choice(page)).toBeVisible();
  await expect(tick(page)).not.toBeChecked();
  const moved = (await whatShifted(page)).filter((one) => /^form|div\.field/.test(one));
  expect(moved).toEqual([]);
  await noViolation(page);
  await choice(page).selectOption({ index: 2 });
  await expect(field(page, 'Address')).toHaveValue('7 Opebi Road');
  await expect(field(page, 'City')).toHaveValue('Ikeja');
  await expect(field(page, 'Full Name')).toHaveValue('Amina Bello');
});

test('what she has typed is not replaced, and its errors end with a choice', {
  tag: '@own',
}, async ({ page, request }) => {
  const customer = await signUp(request);
  await order(request, customer, '1 Allen Avenue');
  await seedStorage(page, { ...storedSession(customer), ...(await withCart(request)) });
  await page.addInitScript(() => {
    if (!localStorage.getItem('turare:draft'))
      localStorage.setItem('turare:draft', JSON.stringify({ address: '9 Own Street' }));
  });
  await page.goto('/checkout');
  await expect(choice(page)).toBeVisible();
  await expect(field(page, 'Address')).toHaveValue('9 Own Street');
  await field(page, 'Address').fill('');
  await field(page, 'Full Name').fill('Bola Ade');
  await page.reload();
  await expect(choice(page)).toBeVisible();
  await expect(field(page, 'Full Name')).toHaveValue('Bola Ade');
  await expect(field(page, 'Address')).toHaveValue('');
  await payButton(page).click();
  await expect(field(page, 'State')).toHaveAccessibleDescription('State is required');
  await choice(page).selectOption({ index: 1 });
  await expect(field(page, 'State')).toHaveValue('Lagos');
  await expect(field(page, 'State')).toHaveAccessibleDescription('');
  await expect(field(page, 'Address')).toHaveValue('1 Allen Avenue');
});

test('a place that is no longer served: the checkout says so, leaves it empty and asks', {
  tag: '@own',
}, async ({ page, request }) => {
  const customer = await signUp(request);
  await order(request, customer, '1 Allen Avenue');
  const rest = (await shippingPlaces(request)).filter(({ place }) => place !== IKEJA);
  await page.route(PLACES_CALL, (route) => route.fulfill({ json: rest }));
  await seedStorage(page, { ...storedSession(customer), ...(await withCart(request)) });
  await page.goto('/checkout');
  await expect(toasts(page)).toContainText('Please choose another shipping location');
  await expect(toasts(page)).toContainText('We no longer deliver to ‘Lagos – Ikeja’.');
  await expect(field(page, 'Address')).toHaveValue('1 Allen Avenue');
  await expect(field(page, 'Shipping Location')).toHaveValue('');
  await noViolation(page);
  await payButton(page).click();
  await expect(field(page, 'Shipping Location')).toBeFocused();
  await expect(field(page, 'Shipping Location')).toHaveAccessibleDescription(
    /Please select a shipping location/,
  );
  await page.goto('/account');
  await page.getByRole('button', { name: 'Show my addresses' }).click();
  await expect(page.getByRole('dialog').getByText('We no longer deliver to')).toBeVisible();
});

test.describe('with a list of addresses on /account', () => {
  test.use({ allowConsole: [/api\/account\/(addresses|profile)/] });

  test('she edits, chooses the default and deletes; a tab that orders meanwhile goes on', {
    tag: '@own',
  }, async ({ page, context, request }) => {
    const customer = await signUp(request);
    await order(request, customer, '1 Allen Avenue', '2 Opebi Road');
    await seedStorage(page, { ...storedSession(customer), ...(await withCart(request)) });
    await page.goto('/checkout');
    await expect(field(page, 'Address')).toHaveValue('1 Allen Avenue');

    const tab = await context.newPage();
    await tab.goto('/account');
    await tab.getByRole('button', { name: 'Show my addresses' }).click();
    const dialog = tab.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await noViolationInMain(tab, ['dark', 'light']);
    await dialog.getByRole('button', { name: 'Make default 2 Opebi Road' }).click();
    await expect(dialog.getByRole('listitem').first()).toContainText('Default');
    await expect(dialog.getByRole('listitem').first()).toContainText('2 Opebi Road');
    await dialog.getByRole('button', { name: 'Edit 2 Opebi Road' }).click();
    await dialog.getByLabel('Address', { exact: true }).fill('2b Opebi Road');
    await dialog.getByLabel('Full Name').fill('');
    await dialog.getByRole('button', { name: 'Save this address' }).click();
    await expect(dialog.getByLabel('Full Name')).toHaveAccessibleDescription(
      'Full name is required',
    );
    await noViolationInMain(tab, ['dark', 'light']);
    await dialog.getByLabel('Full Name').fill('Bola Ade');
    await dialog.getByRole('button', { name: 'Save this address' }).click();
    await expect(dialog.getByRole('listitem').first()).toContainText('2b Opebi Road');
    await dialog.getByRole('button', { name: 'Delete 1 Allen Avenue' }).click();
    await dialog.getByRole('button', { name: 'Press again to delete 1 Allen Avenue' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    expect(await saved(request, customer)).toEqual(['2b Opebi Road!']);

    // The first tab still offers the deleted address, and orders with it.
    await choice(page).selectOption({ index: 1 });
    await payButton(page).click();
    await expect(page).not.toHaveURL(/\/checkout$/);
  });

  test('one that another tab has deleted says so and leaves the list; the last one says where they come from', {
    tag: '@own',
  }, async ({ page, request }) => {
    const customer = await signUp(request);
    await order(request, customer, '1 Allen Avenue', '2 Opebi Road');
    await seedStorage(page, storedSession(customer));
    await page.goto('/account');
    await page.getByRole('button', { name: 'Show my addresses' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    const answer = await request.get('/api/account/profile', { headers: bearer(customer) });
    for (const { id } of ((await answer.json()) as OwnData).addresses ?? [])
      await request.delete(`/api/account/addresses/${id}`, { headers: bearer(customer) });
    await dialog.getByRole('button', { name: 'Make default 2 Opebi Road' }).click();
    await expect(dialog.getByText('This address is no longer in your address book.')).toBeVisible();
    await expect(dialog.getByText('No address yet.')).toBeVisible();
  });
});

test.describe('a backend whose call fails', () => {
  test.use({ allowConsole: [/api\/account\/profile/] });

  test('a guest has neither tick nor choice, and a failed call stops nobody', {
    tag: '@own',
  }, async ({ page, request }) => {
    await seedStorage(page, {
      ...(await withCart(request)),
      ...storedDraft('g@example.com', IKEJA),
    });
    await page.goto('/checkout');
    await expect(payButton(page)).toBeEnabled();
    await expect(tick(page)).toBeHidden();
    await expect(choice(page)).toBeHidden();
    const customer = await signUp(request);
    await page.route('**/api/account/profile', (route) => route.abort());
    await page.evaluate(
      (session) => localStorage.setItem('turare:session', JSON.stringify(session)),
      customer.session,
    );
    await page.reload();
    await expect(tick(page)).toBeVisible();
    await payButton(page).click();
    await expect(page).not.toHaveURL(/\/checkout$/);
  });
});
