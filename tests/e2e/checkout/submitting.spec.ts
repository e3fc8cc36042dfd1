import type { Route } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { hold } from '../support/order.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';
import { field, messages, openFilled, payButton, toasts } from './checkout-form.ts';

test('one press makes one request; back from the payment page the button works again', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/payment/initialize'))
      keys.push(sent.headers()['idempotency-key']);
  });
  await payButton(page).dblclick();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  const address = page.url();
  expect(keys).toHaveLength(1);

  await page.goBack();
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).click();
  // The same order makes the same attempt and opens the same payment page.
  await expect(page).toHaveURL(address);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test.describe('when the payment cannot be begun', () => {
  test.use({ allowConsole: [/api\/payment\/initialize/] });

  for (const [what, body] of [
    ['a server in trouble', { status: 500, body: '<h1>no</h1>' }],
    ['an answer without a page to pay on', { json: { data: {} } }],
    [
      'a page that is no payment host’s',
      {
        json: {
          data: { authorization_url: 'https://evil.example/pay', reference: 'reference-1' },
        },
      },
    ],
  ] as const) {
    test(`${what}: Payment Error, and nothing is lost`, async ({ page, request }) => {
      const { place } = await shippingPlace(request);
      await openFilled(page, await cartLine(request, KHAMRAH.id), place);
      await page.route('**/api/payment/initialize', (route) => route.fulfill(body), { times: 1 });
      await payButton(page).click();
      await expect(toasts(page)).toContainText('Payment Error');
      await expect(toasts(page)).toContainText('Failed to initialize payment. Please try again.');
      await expect(field(page, 'Full Name')).toHaveValue('Ngozi Okonkwo');
      await expect(messages(page)).toContainText('Everything you typed is kept.');
      await noViolation(page);
      await payButton(page).click();
      await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    });
  }

  test('Processing... while it is pending, and no answer says so', async ({ page, request }) => {
    const { place } = await shippingPlace(request);
    await openFilled(page, await cartLine(request, KHAMRAH.id), place);
    const arrived = Promise.withResolvers<Route>();
    await page.route('**/api/payment/initialize', arrived.resolve);
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    await (await arrived.promise).abort();
    await expect(messages(page)).toContainText('The shop did not answer.');
    await expect(payButton(page)).toBeEnabled();
  });

  test('changed prices: line by line what changed, and the shopper may go on', {
    tag: ['@core', '@own'],
  }, async ({ page, request }) => {
    // The price changes after the page has fetched the current one.
    await page.route('**/api/live?*', (route) => route.fulfill({ json: { products: [] } }));
    const { place } = await shippingPlace(request);
    const line = await cartLine(request, KHAMRAH.id);
    await openFilled(page, { ...line, price: line.price - 1000 }, place);
    await payButton(page).click();
    await expect(toasts(page)).toContainText('Payment Error');
    await expect(messages(page)).toContainText(
      `${line.name} now costs ${formatNaira(line.price)} instead of ${formatNaira(line.price - 1000)}.`,
    );
    await noViolation(page);
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  });
});

test('a cart that is emptied at the moment of the press: Cart Empty', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible();
  // Both in one task, as in a slow tab: the form is still there after the cart is gone.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('main [data-control="remove"]')?.click();
    document.querySelector<HTMLFormElement>('main form')?.requestSubmit();
  });
  await expect(toasts(page)).toContainText('Cart Empty');
  await expect(toasts(page)).toContainText('Please add items to your cart before proceeding.');
});

test('offline: says so, sends nothing, keeps everything', { tag: '@core' }, async ({
  page,
  context,
  request,
}) => {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  await context.setOffline(true);
  await payButton(page).click();
  await expect(messages(page)).toContainText('You are offline.');
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi Okonkwo');
  await context.setOffline(false);
  await expect(messages(page)).toContainText('You are connected again.');
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
});

test('an order that is submitted before the shipping locations have loaded waits for them', {
  tag: '@core',
}, async ({ page, request }) => {
  const places = await hold(page, '**/api/app-data/shipping-addresses', (route) =>
    route.fallback(),
  );
  const { place } = await shippingPlace(request);
  await seedStorage(page, {
    ...storedCart([await cartLine(request, OUD_WOOD.id)]),
    ...storedDraft(newEmail(), place),
  });
  await page.goto('/checkout');
  await places.asked;
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  places.release();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
});
