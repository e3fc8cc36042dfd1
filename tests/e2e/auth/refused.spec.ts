import type { Page } from '@playwright/test';
import { signUp, storedSession } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { beginPayment, cartLine, newEmail, seedStorage, storedCart } from '../support/seed.ts';
import { KHAMRAH, testShop } from '../support/shop.ts';
import { logIn, toasts } from './account-forms.ts';

const VERIFY = '**/api/payment/verify/**';
const REVIEWS = '**/api/review/**';

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const stored = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name), `turare:${key}`);

/** Counts how often the page leads to /login. */
function countLogins(page: Page): () => number {
  let count = 0;
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).pathname === '/login') count++;
  });
  return () => count;
}

/** Lets the API answer 401 to these calls, unless `accepts` takes their Authorization header. */
async function insist(page: Page, path: string, accepts: (header?: string) => boolean) {
  const seen: (string | undefined)[] = [];
  await page.route(path, (route) => {
    const { authorization } = route.request().headers();
    seen.push(authorization);
    return accepts(authorization)
      ? route.continue()
      : route.fulfill({ status: 401, json: { message: 'Not authorized, no token' } });
  });
  return seen;
}

test.use({ allowConsole: [/status of 40[13]|status of 500/] });

test.describe('the result of a payment', () => {
  test('an expired session does not hide that she has paid', { tag: '@core' }, async ({
    page,
    request,
  }) => {
    const line = await cartLine(request, KHAMRAH.id);
    const { authorization_url, reference } = await beginPayment(request, [line], newEmail());
    const amina = await signUp(request);
    const old = `Bearer ${amina.session.token}`;
    const seen = await insist(page, VERIFY, (header) => header === undefined);
    await seedStorage(page, { ...storedSession(amina), ...storedCart([line]) });
    await page.goto(authorization_url);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/payment/callback.*${reference}`));
    expect(seen).toEqual([old, undefined]);
    expect(await stored(page, 'session')).toBeNull();
    expect(await stored(page, 'cart')).toBeNull();
  });

  test('a backend that insists on a token leads to /login once, and back to the result', async ({
    page,
    request,
  }) => {
    const line = await cartLine(request, KHAMRAH.id);
    const { authorization_url } = await beginPayment(request, [line], newEmail());
    const amina = await signUp(request);
    const old = `Bearer ${amina.session.token}`;
    await testShop.endSession(request, amina.session.token);
    await insist(page, VERIFY, (header) => header !== undefined && header !== old);
    await seedStorage(page, { ...storedSession(amina), ...storedCart([line]) });
    const logins = countLogins(page);
    await page.goto(authorization_url);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fpayment%2Fcallback/);
    await expect(toasts(page)).toContainText('Please log in');
    expect(await stored(page, 'cart')).toContain(KHAMRAH.id);
    expect(logins()).toBe(1);
    await logIn(page, amina.email);
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    // The login reloads its page (spec §2).
    expect(logins()).toBe(2);
    expect(await stored(page, 'cart')).toBeNull();
  });

  test('a backend that refuses every token makes no loop', async ({ page, request }) => {
    const line = await cartLine(request, KHAMRAH.id);
    const { reference } = await beginPayment(request, [line], newEmail());
    const amina = await signUp(request);
    await insist(page, VERIFY, () => false);
    await seedStorage(page, { ...storedSession(amina), ...storedCart([line]) });
    const logins = countLogins(page);
    await page.goto(`/payment/callback?reference=${reference}`);
    await expect(page).toHaveURL(/\/login\?next=/);
    await logIn(page, amina.email);
    await expect(page).toHaveURL(/\/payment\/callback/);
    const main = page.getByRole('main');
    await expect(main.getByText('That says nothing about your payment.')).toBeVisible();
    await expect(main.getByText(reference)).toBeVisible();
    await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      /\/login\?next=%2Fpayment%2Fcallback/,
    );
    // The login reloads its page (spec §2).
    expect(logins()).toBe(2);
    expect(await stored(page, 'cart')).toContain(KHAMRAH.id);
  });

  test('a page that asks in the background does not redirect', async ({ page, request }) => {
    const line = await cartLine(request, KHAMRAH.id);
    const { reference } = await beginPayment(request, [line], newEmail());
    const amina = await signUp(request);
    const begunAt = Date.now() - 120_000;
    const seen = await insist(page, VERIFY, () => false);
    await seedStorage(page, {
      ...storedSession(amina),
      'turare:payments': {
        begun: [
          {
            reference,
            page: '',
            cart: 'cart-1',
            quantities: { [line.id]: 1 },
            begunAt,
            settled: false,
          },
        ],
        cleared: [],
      },
    });
    await page.goto('/brands');
    await expect.poll(() => seen).toEqual([`Bearer ${amina.session.token}`, undefined]);
    await expect(page.getByRole('banner').getByText('Login / Signup')).toBeVisible();
    await expect(page).toHaveURL('/brands');
  });
});

test('reviews are read without the expired session', async ({ page, request }) => {
  const amina = await signUp(request);
  const seen = await insist(page, REVIEWS, (header) => header === undefined);
  await seedStorage(page, storedSession(amina));
  await page.goto(`/products/${KHAMRAH.id}`);
  await page.getByRole('button', { name: 'Reviews & Ratings', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Reviews & Ratings' });
  await expect.poll(() => seen).toEqual([`Bearer ${amina.session.token}`, undefined]);
  await expect(panel.getByRole('region', { name: 'Reviews' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(panel.getByRole('alert')).toHaveCount(0);
  expect(await stored(page, 'session')).toBeNull();
});

test.describe('the profile', () => {
  for (const [status, json] of [
    [403, { message: 'Unauthorized' }],
    [500, { error: 'Request failed with status code 401' }],
  ] as const) {
    test(`${status} ${JSON.stringify(json)} ends the session`, async ({ page, request }) => {
      await seedStorage(page, storedSession(await signUp(request)));
      await page.route('**/api/auth/profile', (route) => route.fulfill({ status, json }));
      await page.goto('/contact');
      await expect(page.getByRole('banner').getByText('Login / Signup')).toBeVisible();
      await expect(page).toHaveURL('/contact');
      expect(await stored(page, 'session')).toBeNull();
    });
  }

  test('another error keeps the session', async ({ page, request }) => {
    await seedStorage(page, storedSession(await signUp(request, 'Ada Obi')));
    const asked = page.waitForResponse('**/api/auth/profile');
    await page.route('**/api/auth/profile', (route) =>
      route.fulfill({ status: 500, json: { message: 'Internal server error' } }),
    );
    await page.goto('/contact');
    await (await asked).finished();
    await page.reload();
    await expect(page.getByRole('banner').getByText('Hi Ada,')).toBeVisible();
  });

  test('an expired session says why on /login', async ({ page, request }) => {
    const ada = await signUp(request, 'Ada Obi');
    await testShop.endSession(request, ada.session.token);
    await seedStorage(page, storedSession(ada));
    await page.goto('/home');
    await expect(page).toHaveURL('/login?next=%2Fhome');
    await expect(toasts(page)).toContainText('You have been logged out.');
  });
});
