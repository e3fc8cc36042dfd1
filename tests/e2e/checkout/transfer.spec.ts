import type { APIRequestContext, Page } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { openFilled, payButton } from './checkout-form.ts';

/** A bank transfer on our own page. The sandbox stands in for her bank. */

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const choice = (page: Page, name: RegExp) => page.getByRole('radio', { name });

/** Opens the account page of an order of one product. Answers what the sandbox needs to send money there. */
async function openAccount(page: Page, request: APIRequestContext, baseURL: string | undefined) {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  await choice(page, /^Bank transfer/).check();
  await payButton(page).click();
  await page.waitForURL('**/payment/callback?reference=*');
  await expect(title(page, /^Send ₦/)).toBeVisible();
  const number = await page.getByText(/^\d{10}$/).textContent();
  const { protocol, hostname, port } = new URL(baseURL ?? '');
  const address = `${protocol}//${hostname}:${Number(port) + 1}/sandbox/accounts/${number}`;
  return async (amount?: number) => {
    const answer = await request.post(address, { data: amount === undefined ? {} : { amount } });
    expect(answer.status()).toBe(201);
  };
}

test.describe('pay by bank transfer', { tag: '@own' }, () => {
  test('from the choice to paid, without another page', { tag: '@core' }, async ({
    page,
    request,
    baseURL,
  }) => {
    const send = await openAccount(page, request, baseURL);
    await noViolation(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(title(other, /^Send ₦/)).toBeVisible();
    await other.close();
    await send();
    await expect(title(page, 'Payment Successful!')).toBeVisible({ timeout: 5000 });
    await expect(page.getByText(/^\d{10}$/)).toBeHidden();
    const cart = await page.evaluate(() => localStorage.getItem('turare:cart'));
    expect(JSON.parse(cart ?? '{"items":[]}').items).toEqual([]);
  });

  test('a wrong amount is told, and the right one pays', async ({ page, request, baseURL }) => {
    const send = await openAccount(page, request, baseURL);
    await send(4_000_000);
    await expect(page.getByRole('alert')).toContainText(
      /₦40,000 arrived, and ₦[\d,]+ was expected/,
    );
    await noViolation(page);
    await send();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
  });

  test('the number and the amount are copied', async ({ page, request, baseURL, browserName }) => {
    test.skip(browserName !== 'chromium', 'only Chromium lets a test read the clipboard');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAccount(page, request, baseURL);
    const number = await page.getByText(/^\d{10}$/).textContent();
    await page.getByRole('button', { name: 'Copy the account number' }).click();
    await expect(page.getByText('Account number copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await page.getByRole('button', { name: 'Copy the amount' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^\d+(\.\d+)?$/);
  });

  test('the account fits on a screen of 320 pixels', async ({ page, request, baseURL }) => {
    await openAccount(page, request, baseURL);
    await page.setViewportSize({ width: 320, height: 640 });
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBeLessThanOrEqual(0);
  });

  test.describe('without a connection', () => {
    test.use({ allowConsole: [/ERR_INTERNET_DISCONNECTED/], serviceWorkers: 'allow' });

    test('the account is on the page after a reload', async ({ page, request, baseURL }) => {
      await openAccount(page, request, baseURL);
      const number = (await page.getByText(/^\d{10}$/).textContent()) ?? '';
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await expect
        .poll(() => page.evaluate(async () => Boolean(await caches.match('/payment/callback'))))
        .toBe(true);
      await page.context().setOffline(true);
      await page.reload();
      await expect(page.getByText(number, { exact: true })).toBeVisible();
      await expect(page.getByText('There is no connection to our shop.')).toBeVisible();
      await page.context().setOffline(false);
    });
  });

  test.describe('where Paystack opens no account', () => {
    test('she is sent to its page', async ({ page, request, baseURL }) => {
      const { place } = await shippingPlace(request);
      const email = await openFilled(page, await cartLine(request, KHAMRAH.id), place);
      const { protocol, hostname, port } = new URL(baseURL ?? '');
      const faults = `${protocol}//${hostname}:${Number(port) + 1}/sandbox/faults`;
      await request.post(faults, { data: { on: 'charge', kind: 'error', email } });
      await choice(page, /^Bank transfer/).check();
      await payButton(page).click();
      await page.waitForURL(/\/checkout\/\w{20}/);
      await page.getByRole('button', { name: 'Pay now' }).click();
      await expect(title(page, 'Payment Successful!')).toBeVisible();
    });
  });

  test('an account that has ended is replaced at a press', async ({ page, request, baseURL }) => {
    await openAccount(page, request, baseURL);
    const before = (await page.getByText(/^\d{10}$/).textContent()) ?? '';
    // The shop's clock is the real one: only what this page hears of the account is in the past.
    let ended = true;
    await page.route('**/api/payment/verify/*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      if (ended && body.payment.transfer)
        body.payment.transfer.expiresAt = '2026-01-01T00:00:00.000Z';
      await route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    await expect(title(page, 'This account number has ended')).toBeVisible();
    await noViolation(page);
    // The page also asks by itself: until the press it must hear that the account has ended.
    await page.route('**/api/payment/account/*', (route) => {
      ended = false;
      return route.continue();
    });
    await page.getByRole('button', { name: 'Get a new account number' }).click();
    // The account of this order takes money still, so the shop answers with it.
    await expect(page.getByText(before, { exact: true })).toBeVisible();
  });
});
