import type { APIRequestContext, Page } from '@playwright/test';
import { fillSignUp, logIn, press } from '../auth/account-forms.ts';
import { expect, test } from '../support/fixtures.ts';
import { madeUpSession } from '../support/order.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { goBack, holdCalls, watchReturns } from './restored.ts';

const INITIALIZE = '**/api/payment/initialize';
const REGISTER = '**/api/auth/register';
const LOGIN = '**/api/auth/login';

test.beforeEach(({ page }) => watchReturns(page));

/** Opens a filled checkout, goes to the payment page, and comes back. */
async function returnToCheckout(page: Page, request: APIRequestContext): Promise<string> {
  const { place } = await shippingPlace(request);
  const cart = storedCart([await cartLine(request, KHAMRAH.id)]);
  await seedStorage(page, { ...cart, ...storedDraft(newEmail(), place) });
  await page.goto('/checkout');
  await press(page, 'Proceed to Payment').click();
  await expect(press(page, 'Pay now')).toBeVisible();
  const address = page.url();
  await goBack(page);
  await expect(press(page, 'Proceed to Payment')).toBeEnabled();
  return address;
}

test('checkout: back from the payment page, the button sends one request again', {
  tag: ['@core', '@own'],
}, async ({ page, request }) => {
  const address = await returnToCheckout(page, request);
  const { calls, first } = await holdCalls(page, INITIALIZE);
  await press(page, 'Proceed to Payment').dblclick();
  await expect(press(page, 'Processing...')).toBeDisabled();
  await (await first).continue();
  await expect(page).toHaveURL(address);
  expect(calls).toHaveLength(1);
});

test('checkout: the timer of the first press does not release the second', { tag: '@own' }, async ({
  page,
  request,
}) => {
  await page.clock.install();
  const address = await returnToCheckout(page, request);
  const { calls, first } = await holdCalls(page, INITIALIZE);
  await press(page, 'Proceed to Payment').click();
  const pending = press(page, 'Processing...');
  await expect(pending).toBeDisabled();
  await page.clock.fastForward(16_000);
  await expect(pending).toBeDisabled();
  await pending.click({ force: true });
  await (await first).continue();
  await expect(page).toHaveURL(address);
  expect(calls).toHaveLength(1);
});

test('sign-up: back from the code, the button sends one request again', async ({ page }) => {
  await page.clock.install();
  const answer = { json: { email: 'ngozi@example.com' } };
  await page.route(REGISTER, (route) => route.fulfill(answer), { times: 1 });
  await page.goto('/signup');
  await fillSignUp(page, newEmail());
  await press(page, 'Sign Up').click();
  await expect(page).toHaveURL('/verify-signup');
  await goBack(page);
  await expect(press(page, 'Sign Up')).toBeEnabled();

  const { calls, first } = await holdCalls(page, REGISTER);
  await press(page, 'Sign Up').dblclick();
  await expect(press(page, 'Signing up...')).toBeDisabled();
  await page.clock.fastForward(16_000);
  await expect(press(page, 'Signing up...')).toBeDisabled();
  await (await first).fulfill(answer);
  await expect(page).toHaveURL('/verify-signup');
  expect(calls).toHaveLength(1);
});

test.describe('login', () => {
  test.use({ allowConsole: [/api\/auth\/login/] });

  test('after a refused press, back from /signup: one request, and the visitor is logged in', async ({
    page,
  }) => {
    const session = madeUpSession('Ngozi');
    await page.route('**/api/auth/profile', (route) => route.fulfill({ json: session }));
    const refusal = { code: 'credentials_invalid', message: 'Wrong email or password' };
    await page.route(LOGIN, (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 });
    await page.goto('/login');
    await logIn(page, 'ngozi@example.com');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(refusal.message);
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/signup');
    await goBack(page);

    const { calls, first } = await holdCalls(page, LOGIN);
    await press(page, 'Login').click();
    await page.keyboard.press('Enter');
    await expect(press(page, 'Logging in...')).toBeDisabled();
    await (await first).fulfill({ json: session });
    await expect(page).toHaveURL('/home');
    expect(calls).toHaveLength(1);
  });
});
