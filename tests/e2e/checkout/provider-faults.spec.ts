import type { APIRequestContext, Page } from '@playwright/test';
import { shop } from '#config/shop.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
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
import { KHAMRAH } from '../support/shop.ts';

/** The sandbox misbehaves for one shopper at a time. Its overview page lists the faults. */

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem('turare:cart'));

/** Returns the sandbox's control call, on the port after the shop's. */
function sandboxOf(request: APIRequestContext, baseURL: string | undefined) {
  const { protocol, hostname, port } = new URL(baseURL ?? '');
  const address = `${protocol}//${hostname}:${Number(port) + 1}/sandbox/faults`;
  return {
    async break(fault: { on: string; kind: string; email: string; times?: number }) {
      const answer = await request.post(address, { data: fault });
      if (!answer.ok()) throw new Error(await answer.text());
    },
    clearFaults: (email: string) => request.delete(address, { params: { email } }),
  };
}

test.describe('the payment cannot be begun', { tag: '@own' }, () => {
  test.use({ allowConsole: [/502.*api\/payment\/initialize/] });

  for (const [what, kind] of [
    ['Paystack hangs', 'hang'],
    ['it answers 500', 'error'],
    ['it answers a web page', 'html'],
    ['the line is cut after it took the request', 'cut'],
  ] as const) {
    test(`${what}: Payment Error, everything kept, and the next press goes through`, async ({
      page,
      request,
      baseURL,
    }) => {
      const email = newEmail();
      const line = await cartLine(request, KHAMRAH.id);
      const { place } = await shippingPlace(request);
      await seedStorage(page, { ...storedCart([line]), ...storedDraft(email, place) });
      await sandboxOf(request, baseURL).break({ on: 'initialize', kind, email });
      await page.goto('/checkout');
      await expect(page.getByText('Shipping to:')).toBeVisible();

      const press = page.getByRole('button', { name: 'Proceed to Payment' });
      await press.click();
      if (kind === 'hang') {
        await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
      }
      const toasts = page.getByRole('region', { name: 'Notifications' });
      await expect(toasts).toContainText('Payment Error');
      await expect(toasts).toContainText('Failed to initialize payment. Please try again.');
      await expect(page.getByRole('form').getByRole('alert')).toContainText(
        'Paystack does not answer at the moment. Nothing was charged.',
      );
      await expect(page.getByLabel('Full Name')).toHaveValue('Ngozi Okonkwo');
      expect(await cartOf(page)).toContain(line.id);

      await press.click();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expect(title(page, 'Payment Successful!')).toBeVisible();
    });
  }
});

/** Pays on the sandbox's page while its verify call has the fault `kind`, and opens the return page. */
async function payDespite(
  kind: string,
  { page, request, baseURL }: { page: Page; request: APIRequestContext; baseURL: string },
) {
  const email = newEmail();
  const line = await cartLine(request, KHAMRAH.id);
  const { authorization_url, reference } = await beginPayment(request, [line], email);
  await seedStorage(page, storedCart([line]));
  const sandbox = sandboxOf(request, baseURL);
  await sandbox.break({ on: 'verify', kind, email, times: 1_000_000 });
  await page.goto(authorization_url);
  await page.getByRole('button', { name: 'Pay now' }).click();
  return { line, reference, clearFaults: () => sandbox.clearFaults(email) };
}

test.describe('the payment cannot be verified', { tag: '@own' }, () => {
  test('Paystack hangs: it waits, and when Paystack is back the page says so by itself', async ({
    page,
    request,
    baseURL,
  }) => {
    const { line, clearFaults } = await payDespite('hang', {
      page,
      request,
      baseURL: baseURL ?? '',
    });
    await expect(title(page, 'Verifying Payment...')).toBeVisible();
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
    expect(await cartOf(page)).toContain(line.id);
    await clearFaults();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    expect(await cartOf(page)).toBeNull();
  });

  test('Paystack answers 500 for three days: the page stops looking, and Check again finds it', async ({
    page,
    request,
    baseURL,
  }) => {
    await page.clock.install();
    const { line, clearFaults } = await payDespite('error', {
      page,
      request,
      baseURL: baseURL ?? '',
    });
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
    await page.clock.fastForward(MONEY_COMES_MS + 60_000);
    await expect(page.getByText('this page has stopped looking')).toBeVisible();
    expect(await cartOf(page)).toContain(line.id);
    await clearFaults();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
  });
});

for (const [what, kind] of [
  ['a kobo too little', 'amount_short'],
  ['dollars', 'wrong_currency'],
] as const) {
  test(`${what} came in: never successful; the contact with the reference is shown, and the cart kept`, {
    tag: '@own',
  }, async ({ page, request, baseURL }) => {
    const { line, reference } = await payDespite(kind, { page, request, baseURL: baseURL ?? '' });
    for (const visit of ['first', 'second']) {
      await expect(title(page, 'Payment Failed'), visit).toBeVisible();
      const main = page.getByRole('main');
      await expect(main).toContainText('Money came in, but no order could be placed with it.');
      await expect(main).toContainText(
        'The money goes back to you, and you get an email when it is on its way.',
      );
      await expect(main.getByText(reference)).toBeVisible();
      await expect(main.getByRole('link', { name: shop.email })).toHaveAttribute(
        'href',
        `mailto:${shop.email}?subject=Payment%20${reference}`,
      );
      await expect(main.getByRole('link', { name: shop.phone.label })).toBeVisible();
      await expect(main).toContainText('Your cart is as you left it.');
      await expect(page.getByText('declined')).toBeHidden();
      expect(await cartOf(page)).toContain(line.id);
      if (visit === 'first') await page.reload();
    }
    if (kind !== 'amount_short') return;
    await noViolation(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await noViolation(page);
  });
}

test('money that came after the bottles were gone: not only called cancelled', {
  tag: ['@core', '@own'],
}, async ({ page }) => {
  const reference = 'tr-came-too-late';
  const payment = {
    status: 'cancelled',
    reference,
    email: 'ngozi@example.com',
    amount: 45_000,
    channel: 'bank_transfer',
    refundNeeded: true,
  };
  await page.route('**/api/payment/verify/*', (route) =>
    secretOf(route.request()) === reference
      ? route.fulfill({ json: { payment } })
      : route.fallback(),
  );
  await page.goto(`/payment/callback?reference=${reference}`);
  await expect(title(page, 'Payment Failed')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('it came after the bottles were gone');
  await expect(main.getByText(reference)).toBeVisible();
  await expect(main).not.toContainText('cancelled');
});
