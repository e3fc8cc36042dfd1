import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import type { AccountExport } from '#contract/account.ts';
import type { Session } from '#site/session/session-store.ts';
import { bearer, type Customer, PASSWORD, signUp, storedSession } from '../support/account.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { logInMadeUp, madeUpSession } from '../support/order.ts';
import { beginPayment, cartLine, seedStorage, storedDraft } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const stored = (page: Page, key: string) => page.evaluate((key) => localStorage.getItem(key), key);

const logIn = (request: APIRequestContext, { email }: Customer) =>
  request.post('/api/auth/login', { data: { email, password: PASSWORD } });
const profile = async (request: APIRequestContext, customer: Customer) =>
  (await request.get('/api/auth/profile', { headers: bearer(customer) })).status();

test.use({ allowConsole: [/api\/account\/delete/] });

test('who she is; Log out ends this session and leaves the others', { tag: '@own' }, async ({
  page,
  request,
}) => {
  const customer = await signUp(request, 'Ngozi Okonkwo');
  const session = (await (await logIn(request, customer)).json()) as Session;
  await seedStorage(page, storedSession(customer));
  await page.goto('/home');
  await page.getByRole('banner').getByRole('link', { name: 'Hi Ngozi,' }).click();
  await expect(page).toHaveURL('/account');
  await expect(main(page).getByText('Ngozi Okonkwo')).toBeVisible();
  await expect(main(page).getByText(customer.email)).toBeVisible();
  await noViolationInMain(page, ['dark', 'light']);
  await press(page, 'Log out').click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page, 'turare:session')).toBeNull();
  // The call that ends the session outlives the page.
  await expect.poll(() => profile(request, customer)).toBe(401);
  expect(await profile(request, { ...customer, session })).toBe(200);
});

test('Log out everywhere ends every session', { tag: '@own' }, async ({ page, request }) => {
  const customer = await signUp(request);
  const session = (await (await logIn(request, customer)).json()) as Session;
  await seedStorage(page, storedSession(customer));
  await page.goto('/account');
  await press(page, 'Log out everywhere').click();
  await expect(page).toHaveURL('/login');
  await expect(toasts(page)).toContainText('Logged out everywhere');
  expect(await stored(page, 'turare:session')).toBeNull();
  expect(await profile(request, customer)).toBe(401);
  expect(await profile(request, { ...customer, session })).toBe(401);
});

test('Download my data is a file with all of it', { tag: '@own' }, async ({ page, request }) => {
  const customer = await signUp(request);
  await beginPayment(request, [await cartLine(request, KHAMRAH.id)], customer.email);
  await seedStorage(page, storedSession(customer));
  await page.goto('/account');
  const download = page.waitForEvent('download');
  await press(page, 'Download my data').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('turare-account.json');
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as AccountExport;
  expect(data.account).toMatchObject({ email: customer.email, fullName: customer.fullName });
  expect(data.orders).toHaveLength(1);
  expect(data.orders[0]?.items[0]?.productId).toBe(KHAMRAH.id);
  expect(data.reviews).toEqual([]);
  expect(data.sessions.length).toBeGreaterThan(0);
});

test('Delete my account: asks the password, and a wrong one costs nothing', {
  tag: '@own',
}, async ({ page, request }) => {
  const customer = await signUp(request);
  await seedStorage(page, { ...storedSession(customer), ...storedDraft(customer.email, '') });
  await page.goto('/account');
  await press(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const password = dialog.getByLabel('Password', { exact: true });
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await expect(password).toBeFocused();
  await confirm.click();
  await expect(password).toHaveAccessibleDescription('Password is required');
  await password.fill('Not-hers-1');
  await confirm.click();
  await expect(password).toHaveAccessibleDescription('This is not your password.');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('Not-hers-1');
  expect(await stored(page, 'turare:session')).not.toBeNull();
  await noViolationInMain(page, ['dark', 'light']);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(press(page, 'Delete my account')).toBeFocused();
  await press(page, 'Delete my account').click();
  await expect(password).toHaveValue('');
  await expect(password).toHaveAccessibleDescription('');
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(toasts(page)).toContainText('Account deleted');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Login / Signup' }),
  ).toBeVisible();
  expect(await stored(page, 'turare:session')).toBeNull();
  expect(await stored(page, 'turare:draft')).toBeNull();
  expect((await logIn(request, customer)).status()).toBe(401);
});

test.describe('a shop that cannot be reached', () => {
  test.use({ allowConsole: [/api\/account|api\/auth\/logout/] });

  test('each action says so where it was pressed, and keeps what was typed', {
    tag: '@own',
  }, async ({ page }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    await page.route('**/api/account/**', (route) => route.abort());
    await page.route('**/api/auth/logout-everywhere', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 'rate_limited', message: 'Too many', retryAfter: 120 },
      }),
    );
    await page.goto('/account');
    await press(page, 'Log out everywhere').click();
    await expect(main(page).getByText('Please try again in 2 minutes.')).toBeVisible();
    await press(page, 'Download my data').click();
    await expect(main(page).getByText('The shop could not be reached.')).toBeVisible();
    await expect(press(page, 'Download my data')).toBeFocused();
    await noViolationInMain(page, ['dark', 'light']);
    await press(page, 'Delete my account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByText('The shop could not be reached.')).toBeVisible();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
    expect(await stored(page, 'turare:session')).not.toBeNull();
  });
});
