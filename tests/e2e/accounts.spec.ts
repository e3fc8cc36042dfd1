import AxeBuilder from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import { mailedCode, PASSWORD, signUp, storedSession } from './account.ts';
import { expect, test } from './fixtures.ts';
import { newEmail, seedStorage } from './seed.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const code = (page: Page) => field(page, '6-digit code');
const form = (page: Page) => page.getByRole('main').getByRole('form');
const messages = (page: Page) => form(page).getByRole('alert');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const noViolation = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

/** What the page before leaves to the next one of this tab. */
async function seedProof(page: Page, proof: Record<string, unknown>): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('proof-seeded')) sessionStorage.setItem('turare:proof', value);
    sessionStorage.setItem('proof-seeded', 'yes');
  }, JSON.stringify(proof));
}
const SIGNING_UP = { purpose: 'verify_email', email: 'ngozi@example.com', resendAt: 0 };
const RESETTING = { purpose: 'reset_password', email: 'ngozi@example.com', resendAt: 0 };

/** Each [field, what is typed, what is then said of it]: the form is sent with it, and sends nothing. */
async function saysWhatIsWrong(
  page: Page,
  button: string,
  cases: readonly (readonly [name: string, typed: string, text: string])[],
): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  for (const [name, typed, text] of cases) {
    await field(page, name).fill(typed);
    await press(page, button).click();
    await expect(field(page, name)).toHaveAccessibleDescription(text);
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent).toEqual([]);
}

async function fillSignUp(page: Page, email: string): Promise<void> {
  await field(page, 'Full Name').fill('Amina Bello');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm Password').fill(PASSWORD);
}

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Login').click();
}

test.describe('signing up', () => {
  test('with the mailed code, and on to the page that was asked for', async ({ page, request }) => {
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
    await code(page).fill(await mailedCode(request, email));
    await press(page, 'Verify Email').click();
    await expect(page).toHaveURL('/brands?from=login');
    await expect(toasts(page)).toContainText('Email Verified');
    await expect(page.getByRole('banner').getByText('Hi Amina,')).toBeVisible();

    // What is over is not gone back to.
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
    // Mending the password mends what was said of its confirmation.
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

    test('what the server says of a field stands there, the rest above the button', async ({
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
      // It stands until the field is changed.
      await field(page, 'Password').focus();
      await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, 'Confirm Password')).toHaveValue(PASSWORD);

      await page.route('**/api/auth/register', (route) =>
        route.fulfill({
          status: 429,
          json: {
            code: 'rate_limited',
            message: 'That was too often. Please try again in 40 minutes.',
            retryAfter: 2400,
          },
        }),
      );
      await press(page, 'Sign Up').click();
      await expect(messages(page)).toHaveText(
        'That was too often. Please try again in 40 minutes.',
      );
    });
  });
});

test.describe('the code', () => {
  test('takes what is pasted, six digits of it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await seedProof(page, SIGNING_UP);
    await page.goto('/verify-signup');
    await page.evaluate(() => navigator.clipboard.writeText('12 34-56x7'));
    await code(page).focus();
    await page.keyboard.press('Control+V');
    await expect(code(page)).toHaveValue('123456');
    await expect(press(page, 'Verify Email')).toBeEnabled();

    // Digits only, and the caret stays where it is typed.
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
      const right = await mailedCode(request, email);
      const wrong = right === '000000' ? '111111' : '000000';
      await code(page).fill(wrong);
      await page.keyboard.press('Enter');
      await expect(toasts(page)).toContainText('Verification Failed');
      await expect(code(page)).toHaveAccessibleDescription(/wrong or has expired/);
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
    // It keeps the focus, and does nothing.
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
          json: { code: 'rate_limited', message: 'That was too often.', retryAfter: 75 },
        }),
      );
      await press(page, 'Resend code').click();
      await expect(toasts(page)).toContainText('Error');
      await expect(toasts(page)).toContainText('That was too often.');
      await expect(press(page, 'Resend in 75s')).toBeDisabled();
    });
  });
});

test.describe('logging in', () => {
  test.use({ allowConsole: [/api\/auth\/login/] });

  test('a wrong password is no end of anything; the right one leads on', async ({
    page,
    request,
  }) => {
    const { email } = await signUp(request);
    await page.goto('/login?next=%2Fproducts%2Ftom-ford-oud-wood');
    await logIn(page, email, 'Not-it-1');
    await expect(toasts(page)).toContainText('Login Failed');
    await expect(toasts(page)).toContainText('Invalid email or password');
    await expect(messages(page)).toHaveText('Invalid email or password');
    await expect(field(page, 'Email')).toHaveValue(email);
    await expect(field(page, 'Password')).toBeFocused();
    await expect(page).toHaveURL(/\/login\?next=/);
    // It is selected: typing replaces it.
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/products/tom-ford-oud-wood');
    await expect(page.getByRole('banner').getByText('Hi Amina,')).toBeVisible();
  });

  test('never leads to another host, and every tab follows', async ({ page, context, request }) => {
    const { email } = await signUp(request);
    const other = await context.newPage();
    await other.goto('/signup');
    await expect(press(other, 'Sign Up')).toBeEnabled();
    await page.goto('/login?next=//evil.example');
    await logIn(page, email);
    await expect(page).toHaveURL('/home');
    await expect(other).toHaveURL('/home');
  });

  test('every rule, said at its field', async ({ page }) => {
    await page.goto('/login');
    await saysWhatIsWrong(page, 'Login', [
      ['Email', '', 'Email is required'],
      ['Password', '', 'Password is required'],
      ['Email', 'ngozi', 'Invalid email address'],
    ]);
  });

  test("'Use as Guest' leads to the page that was asked for, if it is everyone's", async ({
    page,
  }) => {
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

test.describe('a forgotten password', () => {
  test.use({ allowConsole: [/api\/auth\/reset-password/] });

  test('is replaced with the mailed code', async ({ page, request }) => {
    const { email } = await signUp(request);
    const NEW = 'Amber-nights-2';
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await field(page, 'Email').fill(email);
    await press(page, 'Send Reset Code').click();
    await expect(page).toHaveURL('/reset-otp');
    await expect(toasts(page)).toContainText('Reset Code Sent');
    await expect(page.getByText(email)).toBeVisible();
    await code(page).fill(await mailedCode(request, email));
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
    // The way back is closed: the code has been used up.
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

  test('a code that has run out meanwhile: says so, and leads to a new one', async ({ page }) => {
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
  /** Opens a page that leads elsewhere, and looks at it before the next has come. */
  async function leadsUnseen(page: Page, path: string, to: string): Promise<void> {
    const arrived = Promise.withResolvers<Route>();
    await page.route(`**${to}`, arrived.resolve, { times: 1 });
    const looked = page.waitForEvent('console', (message) => message.text().startsWith(path));
    await page.goto(path, { waitUntil: 'commit' });
    expect((await looked).text()).toBe(`${path} hidden`);
    await (await arrived.promise).continue();
    await expect(page).toHaveURL(to);
  }

  // Not when the document is complete: the browser reads no further once it is on its way.
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const look = setInterval(() => {
        const root = document.documentElement;
        if (!root.hidden && !document.body) return;
        clearInterval(look);
        console.log(location.pathname, root.checkVisibility() ? 'seen' : 'hidden');
      }, 5);
    }),
  );

  test('is led to where it begins, and sees nothing of it', async ({ page }) => {
    await leadsUnseen(page, '/verify-signup', '/signup');
    await leadsUnseen(page, '/reset-otp', '/forgot-password');
    await leadsUnseen(page, '/reset-password', '/forgot-password');
    await seedProof(page, RESETTING);
    await leadsUnseen(page, '/reset-password', '/reset-otp');
    await leadsUnseen(page, '/verify-signup', '/signup');
  });

  test('is led to /home when logged in, and sees nothing of it', async ({ page, request }) => {
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

    test('no axe violation: a code to come, and one too short', async ({ page }) => {
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
