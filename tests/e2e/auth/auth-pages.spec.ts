import type { Page, Route } from '@playwright/test';
import { PASSWORD, signUp, storedSession } from '../support/account.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { seedStorage } from '../support/seed.ts';
import {
  code,
  field,
  fillSignUp,
  logIn,
  messages,
  press,
  RESETTING,
  SIGNING_UP,
  seedProof,
  toasts,
} from './account-forms.ts';

test.describe('a server in trouble', () => {
  test.use({ allowConsole: [/api\/auth/] });

  test('every call has its title and its default text', async ({ page }) => {
    await page.route('**/api/auth/*', (route) =>
      route.fulfill({ status: 500, body: '<h1>no</h1>' }),
    );
    const fails = async (button: string, title: string, text: string) => {
      await press(page, button).click();
      const toast = toasts(page).getByRole('listitem').filter({ hasText: text });
      await expect(toast).toContainText(title);
    };
    await page.goto('/signup');
    await fillSignUp(page, 'ngozi@example.com');
    await fails('Sign Up', 'Registration Failed', 'Registration failed');
    await page.goto('/login');
    await field(page, 'Email').fill('ngozi@example.com');
    await field(page, 'Password').fill(PASSWORD);
    await fails('Login', 'Login Failed', 'Login failed');
    await page.goto('/forgot-password');
    await field(page, 'Email').fill('ngozi@example.com');
    await fails('Send Reset Code', 'Error', 'Failed to send reset email');

    const prove = (proof: object) =>
      page.evaluate(
        (value) => sessionStorage.setItem('turare:proof', value),
        JSON.stringify(proof),
      );
    await prove(SIGNING_UP);
    await page.goto('/verify-signup');
    await code(page).fill('123456');
    await fails('Verify Email', 'Verification Failed', 'Email verification failed');
    await fails('Resend code', 'Error', 'Failed to resend OTP');
    await prove({ ...RESETTING, otp: 'secret-of-the-server' });
    await page.goto('/reset-otp');
    await code(page).fill('123456');
    await fails('Verify Code', 'Verification Failed', 'OTP verification failed');
    await page.goto('/reset-password');
    await field(page, 'New Password').fill(PASSWORD);
    await field(page, 'Confirm Password').fill(PASSWORD);
    await fails('Reset Password', 'Password Reset Failed', 'Password reset failed');
  });
});

test.describe('who has no business on a page', () => {
  /** Opens a page that redirects, and inspects it before the next page has loaded. */
  async function leadsUnseen(page: Page, path: string, to: string): Promise<void> {
    const arrived = Promise.withResolvers<Route>();
    await page.route(`**${to}`, arrived.resolve, { times: 1 });
    const looked = page.waitForEvent('console', (message) => message.text().startsWith(path));
    await page.goto(path, { waitUntil: 'commit' });
    expect((await looked).text()).toBe(`${path} hidden`);
    await (await arrived.promise).continue();
    await expect(page).toHaveURL(to);
  }

  // Does not wait for the whole document: the browser stops parsing it when it redirects.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const look = setInterval(() => {
        // There is no document before the first bytes have come.
        const root = document.querySelector<HTMLElement>(':root');
        if (!root || (!root.hidden && !document.body)) return;
        clearInterval(look);
        console.log(location.pathname, root.checkVisibility() ? 'seen' : 'hidden');
      }, 5);
    }),
  );

  test('is redirected to its beginning, and sees nothing of it', async ({ page }) => {
    await leadsUnseen(page, '/verify-signup', '/signup');
    await leadsUnseen(page, '/reset-otp', '/forgot-password');
    await leadsUnseen(page, '/reset-password', '/forgot-password');
    await seedProof(page, RESETTING);
    await leadsUnseen(page, '/reset-password', '/reset-otp');
    await leadsUnseen(page, '/verify-signup', '/signup');
  });

  test('is redirected to /home when logged in, and sees nothing of it', async ({
    page,
    request,
  }) => {
    await seedStorage(page, storedSession(await signUp(request)));
    for (const path of [
      '/signup',
      '/verify-signup',
      '/login',
      '/forgot-password',
      '/reset-otp',
      '/reset-password',
    ]) {
      await leadsUnseen(page, path, '/home');
    }
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`open to all, ${colorScheme}`, () => {
    test.use({
      colorScheme,
      viewport: { width: 390, height: 844 },
      allowConsole: [/api\/auth/],
    });

    test('no axe violation: sign-up with its errors', async ({ page }) => {
      await page.goto('/signup');
      await press(page, 'Sign Up').click();
      await expect(field(page, 'Full Name')).toBeFocused();
      await noViolation(page);
    });

    test('no axe violation: login refused', async ({ page }) => {
      await page.route('**/api/auth/login', (route) =>
        route.fulfill({ status: 401, json: { code: 'credentials_invalid', message: 'No' } }),
      );
      await page.goto('/login');
      await logIn(page, 'ngozi@example.com');
      await expect(messages(page)).toHaveText('No');
      await noViolation(page);
    });

    test('no axe violation: a code that is awaited, and one that is too short', async ({
      page,
    }) => {
      await seedProof(page, { ...SIGNING_UP, resendAt: Date.now() + 3_600_000 });
      await page.goto('/verify-signup');
      await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
      await noViolation(page);
      await code(page).fill('12345');
      await page.keyboard.press('Enter');
      await expect(toasts(page)).toContainText('Invalid OTP');
      await noViolation(page);
    });

    test('no axe violation: a new password, in sight', async ({ page }) => {
      await seedProof(page, { ...RESETTING, otp: 'secret-of-the-server' });
      await page.goto('/reset-password');
      await field(page, 'New Password').fill(PASSWORD);
      await press(page, 'Show new password').click();
      await press(page, 'Reset Password').click();
      await expect(field(page, 'Confirm Password')).toBeFocused();
      await noViolation(page);
    });
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page says that it needs it', async ({ page }) => {
    await page.goto('/login');
    await expect(page.locator('main noscript p')).toBeVisible();
    await expect(page.locator('main noscript p')).toContainText('Accounts need JavaScript.');
    await expect(press(page, 'Login')).toBeDisabled();
    await expect(press(page, 'Show password')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Use as Guest' })).toBeVisible();
  });
});
