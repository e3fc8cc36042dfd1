import type { Page } from '@playwright/test';
import { PASSWORD, signUp, storedSession } from '../support/account.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { newEmail, seedStorage, storedDraft } from '../support/seed.ts';
import { testShop } from '../support/shop.ts';

/** Her own data on /account (extension account.profile). */
const main = (page: Page) => page.getByRole('main');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const open = async (page: Page, name: string) => {
  await main(page).getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog');
};
const greeting = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name: `Hi ${name},` });

test.use({ allowConsole: [/api\/account\//] });

test('name and phone change, and the greeting of another tab follows', { tag: '@own' }, async ({
  page,
  context,
  request,
}) => {
  const customer = await signUp(request, 'Ngozi Okonkwo');
  await seedStorage(page, storedSession(customer));
  await page.goto('/account');
  const other = await context.newPage();
  await other.goto('/home');
  await expect(greeting(other, 'Ngozi')).toBeVisible();

  const dialog = await open(page, 'Change name or phone');
  const name = dialog.getByLabel('Full Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Ngozi Okonkwo');
  await name.fill('N');
  await dialog.getByLabel('Phone').fill('0803 555 0142');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription('Name must be at least 2 characters');
  await expect(name).toBeFocused();
  await noViolationInMain(page, ['dark', 'light']);
  await name.fill('Adaeze Bello');
  await expect(name).toHaveAccessibleDescription('');
  await name.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(toasts(page)).toContainText('Saved');
  await expect(main(page).getByText('Adaeze Bello')).toBeVisible();
  await expect(greeting(other, 'Adaeze')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Change name or phone' })).toBeFocused();

  const again = await open(page, 'Change name or phone');
  await expect(again.getByLabel('Phone')).toHaveValue('0803 555 0142');
});

test('the email address changes with the password and a code, and a draft follows', {
  tag: '@own',
}, async ({ page, request }) => {
  const customer = await signUp(request);
  const next = newEmail();
  await seedStorage(page, { ...storedSession(customer), ...storedDraft(customer.email, '') });
  await page.goto('/account');
  const dialog = await open(page, 'Change email address');
  const email = dialog.getByLabel('New email address');
  const password = dialog.getByLabel('Your password', { exact: true });
  const send = dialog.getByRole('button', { name: 'Send the code' });
  await expect(email).toBeFocused();
  await email.fill(customer.email.toUpperCase());
  await password.fill('Not-hers-1');
  await send.click();
  await expect(email).toHaveAccessibleDescription('This is your email address already');
  await email.fill(next);
  await send.click();
  await expect(password).toHaveAccessibleDescription('This is not your password.');
  await password.fill(PASSWORD);
  await send.click();

  const code = dialog.getByLabel('6-digit code');
  await expect(code).toBeFocused();
  await expect(dialog.getByRole('status')).toContainText(next);
  await noViolationInMain(page, ['dark', 'light']);
  const sent = await testShop.sentCode(request, next);
  await code.fill(sent === '000000' ? '111111' : '000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/wrong or has expired/);
  await code.fill(sent);
  await dialog.getByRole('button', { name: 'Change my address' }).click();
  await expect(dialog).toBeHidden();
  await expect(toasts(page)).toContainText('Email address changed');
  await expect(main(page).getByText(next)).toBeVisible();
  const draft = await page.evaluate(() => localStorage.getItem('turare:draft'));
  expect(JSON.parse(draft ?? '{}').email).toBe(next);
  const login = (address: string) =>
    request.post('/api/auth/login', { data: { email: address, password: PASSWORD } });
  expect([(await login(next)).status(), (await login(customer.email)).status()]).toEqual([
    200, 401,
  ]);
});

test('a taken address gets the same words, and another code can be asked for', {
  tag: '@own',
}, async ({ page, request }) => {
  const [customer, other] = [await signUp(request), await signUp(request)];
  await seedStorage(page, storedSession(customer));
  await page.goto('/account');
  const dialog = await open(page, 'Change email address');
  await dialog.getByLabel('New email address').fill(other.email);
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect(dialog.getByRole('status')).toContainText('A code is on its way to');
  await dialog.getByRole('button', { name: /Send another code/ }).click();
  await expect(dialog.getByLabel('New email address')).toHaveValue(other.email);
  await expect(dialog.getByLabel('New email address')).toBeFocused();
});

test('a slow shop, one that cannot be reached, and no network', { tag: '@own' }, async ({
  page,
  context,
  request,
}) => {
  const customer = await signUp(request);
  await seedStorage(page, storedSession(customer));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/account/profile', async (route) => {
    await held;
    await route.abort();
  });
  await page.goto('/account');
  const dialog = await open(page, 'Change name or phone');
  await expect(main(page).getByRole('button', { name: 'Opening...' })).toBeVisible();
  answer();
  await expect(main(page).getByText('The shop could not be reached.')).toBeVisible();
  await noViolationInMain(page, ['dark', 'light']);
  await page.unroute('**/api/account/profile');
  await open(page, 'Change name or phone');
  const name = dialog.getByLabel('Full Name');
  await name.fill('Adaeze Bello');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/You are offline\. Nothing was sent/)).toBeVisible();
  await expect(name).toHaveValue('Adaeze Bello');
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
});
