import type { Route } from '@playwright/test';
import { PASSWORD } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { newEmail } from '../support/seed.ts';
import { testShop } from '../support/shop.ts';
import {
  code,
  field,
  fillSignUp,
  messages,
  press,
  RESETTING,
  SIGNING_UP,
  saysWhatIsWrong,
  seedProof,
  toasts,
} from './account-forms.ts';

test.describe('a sign-up', () => {
  test('with the mailed code, and on to the page that was asked for', {
    tag: ['@core', '@foreign'],
  }, async ({ page, request }) => {
    const email = newEmail();
    await page.goto('/login?next=%2Fbrands%3Ffrom%3Dlogin');
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await fillSignUp(page, email);
    await press(page, 'Sign Up').click();
    await expect(page).toHaveURL('/verify-signup');
    await expect(toasts(page)).toContainText('Registration Successful');
    await expect(toasts(page)).toContainText('Please check your email for the verification code.');
    await expect(page.getByText(email)).toBeVisible();
    await expect(press(page, 'Verify Email')).toBeDisabled();
    await code(page).fill(await testShop.sentCode(request, email));
    await press(page, 'Verify Email').click();
    await expect(page).toHaveURL('/brands?from=login');
    await expect(toasts(page)).toContainText('Email Verified');
    await expect(page.getByRole('banner').getByText('Hi Amina,')).toBeVisible();

    // A finished page is not in the history.
    await page.goBack();
    await expect(page).toHaveURL(/\/home$|\/brands/);
    await page.goto('/verify-signup');
    await expect(page).toHaveURL('/home');
  });

  test('every rule, said at its field', async ({ page }) => {
    await page.goto('/signup');
    await press(page, 'Sign Up').click();
    await expect(field(page, 'Full Name')).toBeFocused();
    await saysWhatIsWrong(page, 'Sign Up', [
      ['Full Name', '', 'Full name is required'],
      ['Email', '', 'Email is required'],
      ['Password', '', 'Password is required'],
      ['Confirm Password', '', 'Please confirm your password'],
      ['Full Name', 'N', 'Name must be at least 2 characters'],
      ['Email', 'ngozi@', 'Invalid email address'],
      ['Password', 'Short-1', 'Password must be at least 8 characters'],
      [
        'Password',
        'oud-wood-1',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      ['Confirm Password', 'Oud-wood', 'Passwords do not match'],
    ]);
    // A corrected password also corrects its confirmation.
    await field(page, 'Password').fill('Oud-wood');
    await expect(field(page, 'Confirm Password')).not.toHaveAttribute('aria-invalid');
  });

  test('one press makes one request, and Back finds the form ready', async ({ page }) => {
    await page.goto('/signup');
    await fillSignUp(page, newEmail());
    const arrived = Promise.withResolvers<Route>();
    let sent = 0;
    await page.route('**/api/auth/register', (route) => {
      sent++;
      arrived.resolve(route);
    });
    await press(page, 'Sign Up').dblclick();
    await expect(press(page, 'Signing up...')).toBeDisabled();
    await expect(press(page, 'Signing up...')).toBeFocused();
    await (await arrived.promise).fulfill({ json: { email: 'ngozi@example.com' } });
    await expect(page).toHaveURL('/verify-signup');
    expect(sent).toBe(1);
    await page.goBack();
    await expect(press(page, 'Sign Up')).toBeEnabled();
  });

  test.describe('refused', () => {
    test.use({ allowConsole: [/api\/auth\/register/] });

    test('what the server says of a field is shown there, the rest above the button', async ({
      page,
    }) => {
      await page.goto('/signup');
      await fillSignUp(page, newEmail());
      await page.route(
        '**/api/auth/register',
        (route) =>
          route.fulfill({
            status: 400,
            json: {
              code: 'validation_failed',
              message: 'Please look at the marked fields.',
              fields: { email: 'This address cannot get mail' },
            },
          }),
        { times: 1 },
      );
      await press(page, 'Sign Up').click();
      await expect(toasts(page)).toContainText('Registration Failed');
      await expect(toasts(page)).toContainText('Please look at the marked fields.');
      await expect(field(page, 'Email')).toHaveAccessibleDescription(
        'This address cannot get mail',
      );
      await expect(field(page, 'Email')).toBeFocused();
      // The error stays until the field is changed.
      await field(page, 'Password').focus();
      await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, 'Confirm Password')).toHaveValue(PASSWORD);

      await page.route('**/api/auth/register', (route) =>
        route.fulfill({
          status: 429,
          json: {
            code: 'rate_limited',
            message: 'There were too many tries in a short time. Please try again in 40 minutes.',
            retryAfter: 2400,
          },
        }),
      );
      await press(page, 'Sign Up').click();
      await expect(messages(page)).toHaveText(
        'There were too many tries in a short time. Please try again in 40 minutes.',
      );
    });
  });
});

test.describe('the code', () => {
  for (const width of [320, 390, 1440]) {
    test(`is six single digits to the eye at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await seedProof(page, SIGNING_UP);
      await page.goto('/verify-signup');
      const cells = page.locator('.code-cells > span');
      await expect(cells).toHaveCount(6);
      await code(page).fill('123456');
      await code(page).press('End');
      const boxes = await cells.evaluateAll((all) =>
        all.map((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return (left + right) / 2;
        }),
      );
      // The middle of each digit, from the metrics of the input's font.
      const digits = await code(page).evaluate((input: HTMLInputElement) => {
        const style = getComputedStyle(input);
        const brush = document.createElement('canvas').getContext('2d');
        if (!brush) throw new Error('No canvas');
        brush.font = `${style.fontSize} ${style.fontFamily}`;
        const digit = brush.measureText('0').width;
        const first = input.getBoundingClientRect().left + Number.parseFloat(style.paddingLeft);
        const pitch = digit + Number.parseFloat(style.letterSpacing);
        return Array.from(input.value, (_, index) => first + digit / 2 + index * pitch);
      });
      for (const [index, middle] of boxes.entries()) {
        expect(Math.abs(middle - (digits[index] ?? 0))).toBeLessThan(2);
      }
      expect(await code(page).evaluate((input) => input.scrollLeft)).toBe(0);
      const overflows = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(overflows).toBe(false);
    });
  }

  test('takes what is pasted, six digits of it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await seedProof(page, SIGNING_UP);
    await page.goto('/verify-signup');
    await page.evaluate(() => navigator.clipboard.writeText('12 34-56x7'));
    await code(page).focus();
    await page.keyboard.press('Control+V');
    await expect(code(page)).toHaveValue('123456');
    await expect(press(page, 'Verify Email')).toBeEnabled();

    // Digits only, and the caret stays in place.
    await code(page).fill('1246');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('x3');
    await page.keyboard.type('y');
    await expect(code(page)).toHaveValue('12346');
    await page.keyboard.type('5');
    await expect(code(page)).toHaveValue('123546');
    await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  });

  test('of fewer digits is refused when it is sent by Enter', async ({ page }) => {
    await seedProof(page, SIGNING_UP);
    await page.goto('/verify-signup');
    await code(page).fill('123456');
    await expect(press(page, 'Verify Email')).toBeEnabled();
    await code(page).fill('12345');
    await expect(press(page, 'Verify Email')).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('Invalid OTP');
    await expect(toasts(page)).toContainText('Please enter a 6-digit OTP');
    await expect(code(page)).toHaveAccessibleDescription('Please enter a 6-digit OTP');
    await expect(code(page)).toBeFocused();
  });

  test.describe('that is wrong', () => {
    test.use({ allowConsole: [/api\/auth\/verify-otp/] });

    test('is said at the field and stays, selected; the right one then counts', async ({
      page,
      request,
    }) => {
      const email = newEmail();
      await page.goto('/signup');
      await fillSignUp(page, email);
      await press(page, 'Sign Up').click();
      await expect(page).toHaveURL('/verify-signup');
      const right = await testShop.sentCode(request, email);
      const wrong = right === '000000' ? '111111' : '000000';
      await code(page).fill(wrong);
      await expect(press(page, 'Verify Email')).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(toasts(page)).toContainText('Verification Failed');
      await expect(code(page)).toHaveAccessibleDescription(testShop.wrongCode);
      await expect(code(page)).toHaveValue(wrong);
      await expect(code(page)).toBeFocused();
      await page.keyboard.type(right);
      await expect(code(page)).toHaveValue(right);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/home');
    });
  });

  test('can be sent again after 30 seconds, also over a reload', async ({ page }) => {
    let sent: unknown;
    await page.route('**/api/auth/resend-otp', (route) => {
      sent = route.request().postDataJSON();
      return route.fulfill({ json: { message: 'sent' } });
    });
    await page.clock.install({ time: 1_000_000 });
    await seedProof(page, { ...SIGNING_UP, resendAt: 1_000_000 + 30_000 });
    await page.goto('/verify-signup');
    const resend = page.getByRole('main').getByRole('button', { name: /^Resend/ });
    await page.clock.pauseAt(1_000_000 + 10_000);
    await expect(resend).toHaveText('Resend in 20s');
    await expect(resend).toBeDisabled();
    await page.clock.runFor(1000);
    await expect(resend).toHaveText('Resend in 19s');
    await page.reload();
    await expect(resend).toHaveText('Resend in 19s');
    await page.clock.runFor(18_000);
    await expect(resend).toHaveText('Resend in 1s');
    await page.clock.runFor(1000);
    await expect(resend).toHaveText('Resend code');
    await resend.press('Enter');
    await expect(toasts(page)).toContainText('OTP Sent');
    await expect(resend).toHaveText('Resend in 30s');
    // The button keeps the focus and does nothing.
    await expect(resend).toBeFocused();
    expect(sent).toEqual({ email: 'ngozi@example.com', purpose: 'verify_email' });
  });

  test.describe('too often', () => {
    test.use({ allowConsole: [/api\/auth\/resend-otp/] });

    test('waits for as long as the server says', async ({ page }) => {
      await page.clock.install({ time: 1_000_000 });
      await seedProof(page, RESETTING);
      await page.goto('/reset-otp');
      await page.clock.pauseAt(1_010_000);
      await page.route('**/api/auth/resend-otp', (route) =>
        route.fulfill({
          status: 429,
          json: { code: 'rate_limited', message: 'There were too many tries.', retryAfter: 75 },
        }),
      );
      await press(page, 'Resend code').click();
      await expect(toasts(page)).toContainText('Error');
      await expect(toasts(page)).toContainText('There were too many tries.');
      await expect(press(page, 'Resend in 75s')).toBeDisabled();
    });
  });
});
