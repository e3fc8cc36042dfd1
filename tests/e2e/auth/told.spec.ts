import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import {
  code,
  field,
  fillSignUp,
  logIn,
  messages,
  press,
  SIGNING_UP,
  seedProof,
  toasts,
} from './account-forms.ts';

/** Makes a call fail as on a backend that sends a sentence and no code. */
const refuse = (page: Page, path: string, status: number, body: string | object) =>
  page.route(path, (route) =>
    typeof body === 'string'
      ? route.fulfill({ status, contentType: 'text/plain', body })
      : route.fulfill({ status, json: body }),
  );

test.use({ allowConsole: [/status of (4\d\d|500)/] });

test.describe('what another backend says is shown (spec §8)', () => {
  test('at a registration', async ({ page }) => {
    await refuse(page, '**/api/auth/register', 409, { message: 'User already exists' });
    await page.goto('/signup');
    await fillSignUp(page, newEmail());
    await press(page, 'Sign Up').click();
    await expect(toasts(page)).toContainText('Registration Failed');
    await expect(toasts(page)).toContainText('User already exists');
    await expect(messages(page)).toHaveText('User already exists');
  });

  test('at the code', async ({ page }) => {
    await refuse(page, '**/api/auth/verify-otp', 400, { error: 'Invalid or expired OTP' });
    await seedProof(page, SIGNING_UP);
    await page.goto('/verify-signup');
    await code(page).fill('123456');
    await press(page, 'Verify Email').click();
    await expect(toasts(page)).toContainText('Verification Failed');
    await expect(toasts(page)).toContainText('Invalid or expired OTP');
    await expect(code(page)).toHaveAccessibleDescription(/Invalid or expired OTP/);
    await expect(code(page)).toBeFocused();
  });

  for (const status of [400, 401, 404]) {
    test(`at a login that is refused with ${status}`, async ({ page }) => {
      await refuse(page, '**/api/auth/login', status, 'Invalid credentials');
      await page.goto('/login');
      await logIn(page, 'ngozi@example.com', 'wrong');
      await expect(toasts(page)).toContainText('Login Failed');
      await expect(toasts(page)).toContainText('Invalid credentials');
      await expect(messages(page)).toContainText('Invalid credentials');
      await expect(field(page, 'Password')).toBeFocused();
      await expect(page).toHaveURL('/login');
    });
  }

  test('at the checkout', async ({ page, request }) => {
    const { place } = await shippingPlace(request);
    await refuse(page, '**/api/payment/initialize', 409, { message: 'Khamrah is out of stock' });
    await seedStorage(page, {
      ...storedCart([await cartLine(request, KHAMRAH.id)]),
      ...storedDraft(newEmail(), place),
    });
    await page.goto('/checkout');
    await press(page, 'Proceed to Payment').click();
    await expect(toasts(page)).toContainText('Failed to initialize payment. Please try again.');
    await expect(messages(page)).toHaveText(
      'Khamrah is out of stock. Nothing was charged. Everything you typed is kept.',
    );
  });
});

test('a page of HTML is never shown, and an unreadable answer is called the shop’s fault', async ({
  page,
}) => {
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Server Error</h1>' }),
  );
  await page.goto('/login');
  await logIn(page, 'ngozi@example.com', 'wrong');
  await expect(toasts(page)).toContainText('Login failed');
  await expect(page.getByText('Server Error')).toHaveCount(0);
  await page.route('**/api/auth/login', (route) => route.fulfill({ json: { ok: true } }));
  await press(page, 'Login').click();
  await expect(messages(page)).toContainText('could not be read. That is a fault of the shop.');
  await expect(messages(page)).not.toContainText(/connection|reached/);
});
