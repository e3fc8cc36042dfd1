import type { Route } from '@playwright/test';
import { PASSWORD, signUp } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';
import { field, logIn, messages, press, saysWhatIsWrong, toasts } from './account-forms.ts';

test.describe('logging in', () => {
  test.use({ allowConsole: [/api\/auth\/login/] });

  test('a wrong password changes nothing; the right one continues', { tag: '@core' }, async ({
    page,
    request,
  }) => {
    const { email } = await signUp(request);
    await page.goto(`/login?next=%2Fproducts%2F${OUD_WOOD.id}`);
    await logIn(page, email, 'Not-it-1');
    await expect(toasts(page)).toContainText('Login Failed');
    await expect(toasts(page)).toContainText('Invalid email or password');
    await expect(messages(page)).toHaveText('Invalid email or password');
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Password')).toBeFocused();
    await expect(page).toHaveURL(/\/login\?next=/);
    // The password is selected: typing replaces it.
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(OUD_WOOD.path);
    await expect(page.getByRole('banner').getByText('Hi Amina,')).toBeVisible();
  });

  test('never leads to another host, and every tab follows', { tag: '@core' }, async ({
    page,
    context,
    request,
  }) => {
    const { email } = await signUp(request);
    const other = await context.newPage();
    await other.goto('/signup');
    await expect(press(other, 'Sign Up')).toBeEnabled();
    await page.goto('/login?next=//evil.example');
    await logIn(page, email);
    await expect(page).toHaveURL('/home');
    await expect(other).toHaveURL('/home');
  });

  test('a browser gives itself a name, and says it each time', { tag: '@own' }, async ({
    page,
    request,
  }) => {
    const { email } = await signUp(request);
    const names: (string | undefined)[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/auth/login')) names.push(sent.headers()['device-id']);
    });
    await page.goto('/login');
    await logIn(page, email, 'Not-it-1');
    await expect(messages(page)).toHaveText('Invalid email or password');
    await page.reload();
    await logIn(page, email);
    await expect(page).toHaveURL('/home');
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), names[0]]);
  });

  test('every rule, said at its field', async ({ page }) => {
    await page.goto('/login');
    await saysWhatIsWrong(page, 'Login', [
      ['Email', '', 'Email is required'],
      ['Password', '', 'Password is required'],
      ['Email', 'ngozi', 'Invalid email address'],
    ]);
  });

  test("'Use as Guest' leads to the requested page if it is public", async ({ page }) => {
    const guest = page.getByRole('link', { name: 'Use as Guest' });
    for (const [next, path] of [
      ['', '/'],
      ['?next=/orders', '/'],
      ['?next=//evil.example', '/'],
    ] as const) {
      await page.goto(`/login${next}`);
      await expect(press(page, 'Login')).toBeEnabled();
      await expect(guest).toHaveAttribute('href', path);
    }
    await page.goto('/login?next=/brands');
    await expect(guest).toHaveAttribute('href', '/brands');
    await guest.click();
    await expect(page).toHaveURL('/brands');
  });

  test('links keep the requested page before their script has loaded', async ({ page }) => {
    // Scripts that never load.
    await page.route(/_assets\/.*\.js$/, () => {});
    const ways = page.getByRole('main');
    await page.goto('/login?next=/brands', { waitUntil: 'commit' });
    await ways.getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/signup?next=/brands');
    await ways.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/login?next=/brands');
    await ways.getByRole('link', { name: 'Use as Guest' }).click();
    await expect(page).toHaveURL('/brands');
    await page.goto('/login?next=/orders', { waitUntil: 'commit' });
    await ways.getByRole('link', { name: 'Use as Guest' }).click();
    await expect(page).toHaveURL('/');
  });

  test('by keyboard alone, the password shown and hidden', async ({ page, request }) => {
    const { email } = await signUp(request);
    await page.goto('/login');
    await expect(press(page, 'Login')).toBeEnabled();
    await field(page, 'Email').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
    await expect(press(page, 'Hide password')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(press(page, 'Login')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home');
  });

  test('offline, or without an answer: nothing typed is lost', async ({ page, context }) => {
    await page.goto('/login');
    await expect(press(page, 'Login')).toBeEnabled();
    await context.setOffline(true);
    await logIn(page, 'ngozi@example.com');
    await expect(messages(page)).toContainText('You are offline.');
    await context.setOffline(false);
    await expect(messages(page)).toContainText('You are connected again.');

    const arrived = Promise.withResolvers<Route>();
    await page.route('**/api/auth/login', arrived.resolve);
    await press(page, 'Login').click();
    await expect(press(page, 'Logging in...')).toBeDisabled();
    await (await arrived.promise).abort();
    await expect(messages(page)).toContainText('The shop could not be reached.');
    await expect(press(page, 'Login')).toBeFocused();
    await expect(field(page, 'Email')).toHaveValue('ngozi@example.com');
    await expect(field(page, 'Password')).toHaveValue(PASSWORD);
  });
});
