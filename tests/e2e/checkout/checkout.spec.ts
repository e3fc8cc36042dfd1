import type { Page, Route } from '@playwright/test';
import { formatNaira } from '#domain/money.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { hold } from '../support/order.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  shippingPlaces,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const messages = (page: Page) => page.getByRole('form').getByRole('alert');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Opens a filled checkout with one product. */
async function openFilled(page: Page, line: Awaited<ReturnType<typeof cartLine>>, place: string) {
  const email = newEmail();
  await seedStorage(page, { ...storedCart([line]), ...storedDraft(email, place) });
  await page.goto('/checkout');
  await expect(page.getByText('Shipping to:')).toBeVisible();
  return email;
}

test('an empty cart', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(
    page.getByText('Add some products to your cart to proceed with checkout.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute(
    'href',
    '/products',
  );
  await noViolation(page);
});

test('what is missing is said beside its field, and the first is focused', {
  tag: '@core',
}, async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await payButton(page).click();
  const wrong = {
    'Full Name': 'Full name is required',
    Email: 'Please enter a valid email',
    Phone: 'Phone number is required',
    Address: 'Address is required',
    State: 'State is required',
    City: 'City is required',
    'Shipping Location': 'Please select a shipping location',
  };
  for (const [name, text] of Object.entries(wrong)) {
    await expect(field(page, name)).toHaveAccessibleDescription(text);
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(field(page, 'Full Name')).toBeFocused();
  await noViolation(page);

  // An error that disappears as its field is left must not move the button away from the finger.
  const place = () =>
    payButton(page).evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  await field(page, 'Full Name').fill('Ngozi');
  await expect(page.getByText('Full name is required')).toBeHidden();
  expect(await place()).toBe(before);
  await field(page, 'Email').fill('ngozi@');
  await field(page, 'Email').blur();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email');
});

test('37 states, cities by state, a fixed country', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await expect(field(page, 'Country')).toHaveValue('Nigeria');
  await expect(field(page, 'Country')).toBeDisabled();
  await expect(field(page, 'State').getByRole('option')).toHaveCount(38);
  await expect(field(page, 'City')).toBeDisabled();
  await field(page, 'State').selectOption('Lagos');
  await expect(field(page, 'City').getByRole('option')).toHaveCount(21);
  await field(page, 'City').selectOption('Surulere');
  // Oyo has another Surulere.
  await field(page, 'State').selectOption('Oyo');
  await expect(field(page, 'City')).toHaveValue('');
  await field(page, 'City').selectOption('Surulere');
});

test('the summary: sums, minus at 1, shipping, the delivery policy', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const oud = await cartLine(request, OUD_WOOD.id);
  const { place, amount } = await shippingPlace(request);
  await seedStorage(page, storedCart([oud]));
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('Select location')).toBeVisible();
  const minus = summary.getByRole('button', { name: `One ${oud.name} less` });
  await expect(minus).toBeDisabled();
  await summary.getByRole('button', { name: `One ${oud.name} more` }).click();
  await expect(summary.getByText(formatNaira(oud.price * 2)).first()).toBeVisible();
  await minus.click();

  const option = `${place} – ${formatNaira(amount)}`;
  await field(page, 'Shipping Location').selectOption(option);
  await field(page, 'Address').fill('12 Awolowo Road');
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'City').selectOption('Eti-Osa');
  await expect(
    summary.getByText('Shipping to: 12 Awolowo Road, Eti-Osa, Lagos, Nigeria'),
  ).toBeVisible();
  await expect(summary.getByText(formatNaira(oud.price + amount))).toBeVisible();

  await summary.getByRole('button', { name: 'About shipping and delivery' }).click();
  const policy = page.getByRole('dialog', { name: 'Shipping & Delivery' });
  await expect(policy).toContainText('2 to 5 business days');
  await noViolation(page);
  await policy.getByRole('button', { name: 'Close' }).click();
  await expect(policy).toBeHidden();

  await summary.getByRole('button', { name: `Remove ${oud.name}` }).click();
  await expect(toasts(page)).toContainText('Item Removed');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('a place in another state is pointed out, and not refused', async ({ page, request }) => {
  const kano = (await shippingPlaces(request)).find(({ place }) => place.startsWith('Kano'));
  await openFilled(page, await cartLine(request, KHAMRAH.id), kano?.place ?? '');
  const hint = page.getByText('This location is in Kano, your address in Lagos.');
  await expect(hint).toBeVisible();
  await expect(field(page, 'Shipping Location')).toHaveAccessibleDescription(/in Kano/);
  await field(page, 'State').selectOption('Kano');
  await expect(hint).toBeHidden();
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'City').selectOption('Eti-Osa');
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
});

test('what is typed survives a reload', { tag: '@core' }, async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await field(page, 'Full Name').fill('Ngozi Okonkwo');
  await field(page, 'State').selectOption('Kano');
  await field(page, 'City').selectOption('Nasarawa');
  await page.reload();
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi Okonkwo');
  await expect(field(page, 'City')).toHaveValue('Nasarawa');
});

test('what is typed before the script has come is kept', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/checkout', { waitUntil: 'commit' });
  await field(page, 'Full Name').fill('Ngozi the quick');
  await expect(payButton(page)).toBeDisabled();
  release();
  await expect(payButton(page)).toBeEnabled();
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi the quick');
  await page.reload();
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi the quick');
});

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
        json: { data: { authorization_url: 'https://evil.example/pay', reference: 'reference-1' } },
      },
    ],
  ] as const) {
    test(`${what}: Payment Error, and nothing is lost`, { tag: '@core' }, async ({
      page,
      request,
    }) => {
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

test('a cart that is emptied in the moment of the press: Cart Empty', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible();
  // Both in one task, as in a slow tab: the form is still there after the cart is gone.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('main [data-part="remove"]')?.click();
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

test.describe('shipping locations', () => {
  test.use({ allowConsole: [/shipping-addresses/] });

  test('loading, failed, tried again; without them no order is sent', { tag: '@core' }, async ({
    page,
    request,
  }) => {
    let fail = () => {};
    await page.route(
      '**/api/app-data/shipping-addresses',
      async (route) => {
        await new Promise<void>((resolve) => {
          fail = resolve;
        });
        await route.abort();
      },
      { times: 1 },
    );
    await seedStorage(page, {
      ...storedCart([await cartLine(request, OUD_WOOD.id)]),
      ...storedDraft(newEmail(), 'Nowhere'),
    });
    await page.goto('/checkout');
    await expect(page.getByText('Loading shipping locations...')).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    fail();
    await expect(page.getByText('Failed to load shipping locations')).toBeVisible();
    await noViolation(page);
    await payButton(page).click();
    await expect(toasts(page)).toContainText('Shipping Required');
    await expect(toasts(page)).toContainText('Please select a shipping location.');

    await page.getByRole('button', { name: 'Try again' }).click();
    const { place, amount } = await shippingPlace(request);
    await field(page, 'Shipping Location').selectOption(`${place} – ${formatNaira(amount)}`);
    await expect(page.getByText('Failed to load shipping locations')).toBeHidden();
  });
});

test('pressed before the shipping locations have come, the order waits for them', {
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

test('Back goes to the page before, or to /products', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/products');
  await page.goto('/brands');
  await page.goto('/checkout');
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/brands');
});
