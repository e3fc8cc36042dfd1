import { PASSWORD, signUp } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { testShop } from '../support/shop.ts';
import {
  code,
  field,
  logIn,
  messages,
  press,
  RESETTING,
  saysWhatIsWrong,
  seedProof,
  toasts,
} from './account-forms.ts';

test.describe('a forgotten password', () => {
  test.use({ allowConsole: [/api\/auth\/reset-password/] });

  test('is replaced with the mailed code', { tag: '@core' }, async ({ page, request }) => {
    const { email } = await signUp(request);
    const NEW = 'Amber-nights-2';
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await field(page, 'Email').fill(email);
    await press(page, 'Send Reset Code').click();
    await expect(page).toHaveURL('/reset-otp');
    await expect(toasts(page)).toContainText('Reset Code Sent');
    await expect(page.getByText(email)).toBeVisible();
    await code(page).fill(await testShop.sentCode(request, email));
    await press(page, 'Verify Code').click();
    await expect(page).toHaveURL('/reset-password');
    await expect(toasts(page)).toContainText('OTP Verified');
    await expect(field(page, 'Email')).toHaveValue(email);
    await field(page, 'New Password').fill(NEW);
    await field(page, 'Confirm Password').fill(NEW);
    await press(page, 'Reset Password').click();
    await expect(page).toHaveURL('/login');
    await expect(toasts(page)).toContainText('Password Reset Successful');

    const old = await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
    expect(old.status()).toBe(401);
    // Back does not return to the used code.
    await page.goto('/reset-password');
    await expect(page).toHaveURL('/forgot-password');
    await page.goto('/login');
    await logIn(page, email, NEW);
    await expect(page).toHaveURL('/home');
  });

  test('every rule, said at its field', async ({ page }) => {
    await page.goto('/forgot-password');
    await saysWhatIsWrong(page, 'Send Reset Code', [
      ['Email', '', 'Email is required'],
      ['Email', 'ngozi@example', 'Invalid email address'],
    ]);
    await seedProof(page, { ...RESETTING, otp: 'secret-of-the-server' });
    await page.goto('/reset-password');
    await saysWhatIsWrong(page, 'Reset Password', [
      ['New Password', '', 'Password is required'],
      ['Confirm Password', '', 'Please confirm your password'],
      ['New Password', 'Short-1', 'Password must be at least 8 characters'],
      [
        'New Password',
        'OUD-WOOD-1',
        'Password must contain at least one uppercase letter, one lowercase letter, and one number',
      ],
      ['Confirm Password', 'Oud-wood-1', 'Passwords do not match'],
    ]);
  });

  test('an expired code is explained, and leads to a new one', {
    tag: '@own',
  }, async ({ page }) => {
    await seedProof(page, { ...RESETTING, otp: 'a-secret-that-has-run-out' });
    await page.goto('/reset-password');
    await field(page, 'New Password').fill(PASSWORD);
    await field(page, 'Confirm Password').fill(PASSWORD);
    await press(page, 'Reset Password').click();
    await expect(toasts(page)).toContainText('Password Reset Failed');
    await expect(messages(page)).toContainText('Setting a new password took too long.');
    await expect(field(page, 'New Password')).toHaveValue(PASSWORD);
    await messages(page).getByRole('link', { name: 'Ask for a new code' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });
});
