import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { root } from '#process/root.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { messages, openFilled, payButton } from './checkout-form.ts';

/** A shop of its own, where shoppers pay at Paystack or at Flutterwave. */

const port = Number(process.env.E2E_PORT) + 40;
const sandbox = `http://127.0.0.1:${port + 1}`;
const START_MS = 240_000;

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const PAYSTACK = 'Card, USSD or bank transfer';
const FLUTTERWAVE = 'Card, USSD or bank transfer, with Flutterwave';

test.describe('two providers', { tag: '@own' }, () => {
  // One worker, which starts one shop.
  test.describe.configure({ mode: 'default' });
  test.use({
    baseURL: `http://127.0.0.1:${port}`,
    allowConsole: [/(409|502).*api\/payment\/initialize/],
  });

  let stop: () => Promise<void>;
  test.beforeAll(async () => {
    test.setTimeout(START_MS);
    const folder = mkdtempSync(join(tmpdir(), 'turare-e2e-two-'));
    const shop = spawn(process.execPath, ['tests/e2e/support/flat-shop.ts'], {
      cwd: root,
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: folder,
        PAYMENT_WAYS: 'paystack,flutterwave',
        FOLLOW_CHANGES: 'off',
      },
    });
    const ended = once(shop, 'exit');
    stop = async () => {
      shop.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    };
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/products`).then(
            ({ ok }) => ok,
            () => false,
          ),
        {
          timeout: START_MS,
        },
      )
      .toBe(true);
  });
  test.afterAll(() => stop());

  /** Opens a filled checkout. Returns the email address of the shopper. */
  async function open(page: Page, request: APIRequestContext): Promise<string> {
    const { place } = await shippingPlace(request);
    return openFilled(page, await cartLine(request, KHAMRAH.id), place);
  }
  async function order(
    request: APIRequestContext,
    fault: { on: string; kind: string; email: string; provider?: string; times?: number },
  ) {
    const answer = await request.post(`${sandbox}/sandbox/faults`, { data: fault });
    expect(answer.status()).toBe(201);
  }

  for (const width of [390, 1440])
    test(`she chooses Flutterwave and pays there, at ${width} px`, async ({ page, request }) => {
      await open(page, request);
      await page.setViewportSize({ width, height: 900 });
      await expect(choice(page, PAYSTACK)).toBeChecked();
      await choice(page, FLUTTERWAVE).check();
      await noViolation(page);
      await payButton(page).click();
      await expect(page).toHaveURL(/\/v3\/hosted\/pay\//);
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expect(title(page, 'Payment Successful!')).toBeVisible();
      const cart = await page.evaluate(() => localStorage.getItem('turare:cart'));
      expect(JSON.parse(cart ?? '{"items":[]}').items).toEqual([]);
    });

  test('a payment that she cancels at Flutterwave waits, and goes on from the page of the shop', async ({
    page,
    request,
  }) => {
    await open(page, request);
    await choice(page, FLUTTERWAVE).check();
    await payButton(page).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('The payment provider has not confirmed');
    await page.getByRole('link', { name: 'Continue this payment' }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
  });

  test.describe('a provider that does not answer', () => {
    test('at the beginning: the checkout names the other one, and she pays there', async ({
      page,
      request,
    }) => {
      const email = await open(page, request);
      await order(request, { on: 'initialize', kind: 'cut', email });
      await payButton(page).click();
      await expect(messages(page)).toContainText(
        `Paystack does not answer at the moment. Nothing was charged. Choose ‘${FLUTTERWAVE}’ and press again`,
      );
      await choice(page, FLUTTERWAVE).check();
      await payButton(page).click();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expect(title(page, 'Payment Successful!')).toBeVisible();
    });

    test('about an earlier payment: no other page opens before it does', async ({
      page,
      request,
    }) => {
      const email = await open(page, request);
      await payButton(page).click();
      await expect(page).toHaveURL(/\/checkout\//);
      await order(request, { on: 'verify', kind: 'error', email, times: 1000 });
      await page.goto('/checkout');
      await choice(page, FLUTTERWAVE).check();
      await payButton(page).click();
      await expect(messages(page)).toContainText(
        'Paystack does not answer, so nobody knows whether the payment that you began there has arrived.',
      );
      await request.delete(`${sandbox}/sandbox/faults`, { params: { email } });
      await payButton(page).click();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expect(title(page, 'Payment Successful!')).toBeVisible();
    });
  });

  test('money on its way at Paystack: Flutterwave does not open, and she sees that payment', async ({
    page,
    request,
  }) => {
    await open(page, request);
    await payButton(page).click();
    await page.getByRole('button', { name: 'Bank transfer' }).click();
    await page.goto('/checkout');
    await choice(page, FLUTTERWAVE).check();
    await payButton(page).click();
    await expect(page).toHaveURL(/\/payment\/callback\?reference=/);
    await expect(title(page, 'Payment Successful!')).toBeVisible();
  });

  test('the policies name both providers', async ({ page }) => {
    await page.goto('/privacy');
    const main = page.getByRole('main');
    await expect(main).toContainText('Paystack takes the payment.');
    await expect(main).toContainText('Flutterwave takes the payment.');
    await page.goto('/terms');
    await expect(main).toContainText('Flutterwave takes the payment on its own page');
  });
});
