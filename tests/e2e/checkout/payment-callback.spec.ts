import type { Page } from '@playwright/test';
import type { InitializeAnswer, Payment } from '#contract/checkout.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { secretOf } from '../support/order.ts';
import {
  beginPayment,
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem('turare:cart'));

/** Returns what this device stores about a payment begun from the cart `cart`. */
const begun = (
  reference: string,
  quantities: Record<string, number>,
  cart = 'cart-1',
  ago = 0,
  page = '',
) => ({
  'turare:payments': {
    begun: [
      {
        reference,
        page,
        cart,
        quantities,
        begunAt: Date.now() - ago,
        settled: false,
      },
    ],
    cleared: [],
  },
});

test('no reference', async ({ page }) => {
  await page.goto('/payment/callback');
  await expect(title(page, 'Invalid Payment Reference')).toBeVisible();
  await expect(page.getByText('No payment reference found. Please try again.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Checkout' })).toHaveAttribute(
    'href',
    '/checkout',
  );
  await noViolation(page);
});

test.describe('errors', () => {
  test.use({ allowConsole: [/api\/payment\/verify/] });

  test('a reference that nobody knows', async ({ page }) => {
    await page.goto('/payment/callback?reference=nobody-knows-this-one');
    await expect(title(page, 'Payment Failed')).toBeVisible();
    await expect(
      page.getByText("We couldn't verify your payment. Please try again or contact support."),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Checkout' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute(
      'href',
      '/products',
    );
    await noViolation(page);
  });

  test('no connection: explained after two tries; the page continues to ask and finds the payment', async ({
    page,
    request,
  }) => {
    const items = [await cartLine(request, KHAMRAH.id)];
    const { reference } = await beginPayment(request, items, newEmail());
    const verify = '**/api/payment/verify/**';
    await page.route(verify, (route) => route.abort());
    await page.goto(`/payment/callback?reference=${reference}`);
    await expect(title(page, 'Verifying Payment...')).toBeVisible();
    await expect(page.getByText('Please wait while we confirm your payment.')).toBeVisible();
    await expect(title(page, 'Payment Failed')).toBeVisible();
    await expect(page.getByText('This page asks again by itself')).toBeVisible();
    await noViolation(page);
    await page.unroute(verify);
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
  });

  test('no connection: Check again asks at once', async ({ page, request }) => {
    const items = [await cartLine(request, KHAMRAH.id)];
    const { reference } = await beginPayment(request, items, newEmail());
    await page.clock.install();
    const verify = '**/api/payment/verify/**';
    await page.route(verify, (route) => route.abort());
    await page.goto(`/payment/callback?reference=${reference}`);
    await expect(title(page, 'Payment Failed')).toBeVisible();
    // From here on the clock does not go on, so the page does not ask by itself. Not earlier: a failed call pauses before
    // it is retried.
    await page.clock.pauseAt(Date.now() + 1000);
    await page.unroute(verify);
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
  });
});

test('paid: details, the cart cleared once, the draft dropped', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const line = await cartLine(request, KHAMRAH.id);
  const email = `ngozi.okonkwo+${newEmail()}`;
  const data = await beginPayment(request, [line], email);
  await seedStorage(page, {
    ...storedCart([line]),
    ...storedDraft(email, ''),
    ...begun(data.reference, { [line.id]: 1 }),
  });
  await page.goto(data.authorization_url);
  await page.getByRole('button', { name: 'Pay now' }).click();

  await expect(title(page, 'Payment Successful!')).toBeVisible();
  const details = page.getByRole('main');
  await expect(details.getByText(data.reference)).toBeVisible();
  await expect(details.getByText(email).first()).toBeVisible();
  await expect(title(page, 'Payment Details')).toBeVisible();
  await expect(title(page, 'Customer Information')).toBeVisible();
  await expect(details.getByText('Ngozi Okonkwo')).toBeVisible();
  await expect(details.getByText('0803 123 4567')).toBeVisible();
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Africa/Lagos' });
  await expect(details.getByText(today.format(new Date()))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
  await noViolation(page);
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
});

test('an order that is paid later succeeds: the page says so, and the cart is cleared once', {
  tag: '@own',
}, async ({ page, request }) => {
  const line = await cartLine(request, KHAMRAH.id);
  const { reference } = await beginPayment(request, [line], newEmail());
  await seedStorage(page, { ...storedCart([line]), ...begun(reference, { [line.id]: 1 }) });
  await page.route('**/api/payment/verify/**', async (route) => {
    const answer = await route.fetch();
    const { payment } = await answer.json();
    await route.fulfill({ response: answer, json: { payment: { ...payment, accepted: true } } });
  });
  await page.goto(`/payment/callback?reference=${reference}`);
  await expect(title(page, 'Order placed')).toBeVisible();
  await expect(page.getByText('You pay for it later.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'View My Orders' })).toBeVisible();
  expect(await cartOf(page)).toBeNull();
  await noViolation(page);
});

test('a cart that was begun since stays unchanged, now and after a reload', {
  tag: '@core',
}, async ({ page, request }) => {
  const line = await cartLine(request, KHAMRAH.id);
  const data = await beginPayment(request, [line], newEmail());
  const oud = await cartLine(request, OUD_WOOD.id);
  await seedStorage(page, {
    ...storedCart([oud], 'cart-2'),
    ...begun(data.reference, { [line.id]: 1 }),
  });
  await page.goto(data.authorization_url);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(title(page, 'Payment Successful!')).toBeVisible();
  expect(await cartOf(page)).toContain(oud.id);
  await page.reload();
  await expect(title(page, 'Payment Successful!')).toBeVisible();
  expect(await cartOf(page)).toContain(oud.id);
});

test('a bank transfer: waiting, then confirmed automatically', { tag: '@core' }, async ({
  page,
  request,
}) => {
  const line = await cartLine(request, KHAMRAH.id);
  const data = await beginPayment(request, [line], newEmail());
  await seedStorage(page, { ...storedCart([line]), ...begun(data.reference, { [line.id]: 1 }) });
  await page.goto(data.authorization_url);
  await page.getByRole('button', { name: 'Bank transfer' }).click();
  await expect(title(page, 'Waiting for your payment')).toBeVisible();
  await expect(page.getByText(/Paystack has not confirmed the ₦[\d,.]+ yet/)).toBeVisible();
  expect(await cartOf(page)).toContain(line.id);

  // The sandbox's transfers arrive after a few seconds. The page asks by itself.
  await expect(title(page, 'Payment Successful!')).toBeVisible({ timeout: 25_000 });
  expect(await cartOf(page)).toBeNull();
});

test('a pending payment can be continued on the device that began it', async ({
  page,
  request,
}) => {
  const line = await cartLine(request, KHAMRAH.id);
  const { reference, authorization_url } = await beginPayment(request, [line], newEmail());
  await page.goto(`/payment/callback?reference=${reference}`);
  await expect(title(page, 'Waiting for your payment')).toBeVisible();
  await expect(page.getByText('go back to checkout and proceed to payment again')).toBeVisible();
  const resume = page.getByRole('link', { name: 'Continue this payment' });
  await expect(resume).toBeHidden();

  await seedStorage(page, begun(reference, { [line.id]: 1 }, 'cart-1', 0, authorization_url));
  await page.reload();
  await expect(resume).toBeVisible();
  await noViolation(page);
  await resume.click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(title(page, 'Payment Successful!')).toBeVisible();
});

test('a stored page of another host than the payment’s is not offered', async ({
  page,
  request,
}) => {
  const line = await cartLine(request, KHAMRAH.id);
  const { reference } = await beginPayment(request, [line], newEmail());
  const elsewhere = 'https://evil.example/pay';
  await seedStorage(page, begun(reference, { [line.id]: 1 }, 'cart-1', 0, elsewhere));
  await page.goto(`/payment/callback?reference=${reference}`);
  await expect(title(page, 'Waiting for your payment')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue this payment' })).toBeHidden();
});

test('confirmed after the shopper’s departure: the next page clears the cart', {
  tag: '@core',
}, async ({ page, context, request }) => {
  const line = await cartLine(request, KHAMRAH.id);
  const data = await beginPayment(request, [line], newEmail());
  const bank = await context.newPage();
  await bank.goto(data.authorization_url);
  await bank.getByRole('button', { name: 'Pay now' }).click();
  await expect(title(bank, 'Payment Successful!')).toBeVisible();
  await bank.close();

  await seedStorage(page, {
    ...storedCart([line]),
    ...begun(data.reference, { [line.id]: 1 }, 'cart-1', 2 * 60_000),
  });
  await page.goto('/brands');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Payment Successful!',
  );
  expect(await cartOf(page)).toBeNull();
});

test('declined: Payment Failed, and the cart is unchanged', async ({ page, request }) => {
  const line = await cartLine(request, KHAMRAH.id);
  const data = await beginPayment(request, [line], newEmail());
  await seedStorage(page, { ...storedCart([line]), ...begun(data.reference, { [line.id]: 1 }) });
  await page.goto(data.authorization_url);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(title(page, 'Payment Failed')).toBeVisible();
  await expect(page.getByText('Your cart is as you left it.')).toBeVisible();
  await noViolation(page);
  expect(await cartOf(page)).toContain(line.id);
});

/** Makes the backend answer one status after the other, and the last for ever. Only the verify call is needed. */
async function answerVerify(page: Page, reference: string, statuses: Payment['status'][]) {
  const told = [...statuses];
  const payment = { reference, email: 'ngozi@example.com', amount: 45_000, channel: 'card' };
  await page.route('**/api/payment/verify/*', (route) => {
    if (secretOf(route.request()) !== reference) return route.fallback();
    const status = (told.length > 1 ? told.shift() : told[0]) ?? 'paid';
    return route.fulfill({
      json: { payment: { ...payment, status } },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
}

for (const status of ['failed', 'cancelled'] as const) {
  test(`${status}, then paid after all: the page updates by itself, and the cart is cleared once`, async ({
    page,
    request,
  }) => {
    const line = await cartLine(request, KHAMRAH.id);
    const reference = `late-${status}-1`;
    await seedStorage(page, { ...storedCart([line]), ...begun(reference, { [line.id]: 1 }) });
    await page.clock.install();
    await answerVerify(page, reference, [status, status, 'pending', status, 'paid']);
    await page.goto(`/payment/callback?reference=${reference}`);
    await expect(title(page, 'Payment Failed')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText('please do not pay again');
    await expect(main).toContainText('for 3 days after you began to pay');
    expect(await cartOf(page)).toContain(line.id);
    await page.clock.fastForward(2_000);
    await page.clock.fastForward(4_000);
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
    await page.clock.fastForward(8_000);
    await expect(title(page, 'Payment Failed')).toBeVisible();
    await page.clock.fastForward(16_000);
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    expect(await cartOf(page)).toBeNull();
    await seedStorage(page, storedCart([line]));
    await page.reload();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    expect(await cartOf(page)).toContain(line.id);
  });
}

test('failed, then paid after the shopper’s departure: the next page says so once', async ({
  page,
  request,
}) => {
  const line = await cartLine(request, KHAMRAH.id);
  await seedStorage(page, { ...storedCart([line]), ...begun('late-left-1', { [line.id]: 1 }) });
  await answerVerify(page, 'late-left-1', ['failed', 'failed', 'paid']);
  await page.goto('/payment/callback?reference=late-left-1');
  await expect(title(page, 'Payment Failed')).toBeVisible();
  const asked = page.waitForResponse('**/api/payment/verify/**');
  await page.goto('/about');
  await asked;
  expect(await cartOf(page)).toContain(line.id);
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await page.goto('/brands');
  await expect(notifications).toContainText('Payment Successful!');
  expect(await cartOf(page)).toBeNull();
  let more = 0;
  page.on('request', (sent) => (more += sent.url().includes('/api/payment/verify/') ? 1 : 0));
  await page.goto('/about', { waitUntil: 'load' });
  await expect(notifications).not.toContainText('Payment Successful!');
  expect(more).toBe(0);
});

test.describe('a backend whose answer to initialize has no reference', () => {
  /** Fills the cart and goes to the payment page. The answer loses its reference on the way. */
  async function proceed(page: Page): Promise<void> {
    await page.route('**/api/payment/initialize', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as InitializeAnswer;
      await route.fulfill({ json: { data: { authorization_url: data.authorization_url } } });
    });
    await page.goto('/checkout');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  }

  test('a late transfer is followed up after the shopper’s departure', async ({
    page,
    request,
  }) => {
    const { place } = await shippingPlace(request);
    const line = await cartLine(request, KHAMRAH.id);
    await seedStorage(page, { ...storedCart([line]), ...storedDraft(newEmail(), place) });
    await proceed(page);
    await page.clock.install();
    await page.getByRole('button', { name: 'Bank transfer' }).click();
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue this payment' })).toBeVisible();
    const reference = new URL(page.url()).searchParams.get('reference');
    await page.goto('/about');
    await expect
      .poll(async () => {
        const answer = await request.get(`/api/payment/verify/${reference}`);
        return ((await answer.json()) as { payment: Payment }).payment.status;
      })
      .toBe('paid');
    await page.clock.fastForward(90_000);
    await page.goto('/brands');
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Payment Successful!',
    );
    expect(await cartOf(page)).toBeNull();
  });

  test('paying an old order keeps a newer cart', async ({ page, request }) => {
    const { place } = await shippingPlace(request);
    const line = await cartLine(request, KHAMRAH.id);
    await seedStorage(page, { ...storedCart([line]), ...storedDraft(newEmail(), place) });
    await proceed(page);
    const payment = page.url();
    await page.goto(`/products/${OUD_WOOD.id}`);
    await page.getByRole('button', { name: 'BUY NOW' }).click();
    await expect(page).toHaveURL('/checkout');
    await page.goto(payment);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    expect(await cartOf(page)).toContain(OUD_WOOD.id);
  });
});
