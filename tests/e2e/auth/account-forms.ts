import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/account.ts';
import { expect } from '../support/fixtures.ts';

/** Finds a field of the page by its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** Clicks a button by its name. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Finds the field of the emailed code. */
export const code = (page: Page) => field(page, '6-digit code');
const form = (page: Page) => page.getByRole('main').getByRole('form');
/** Finds the message above the button. */
export const messages = (page: Page) => form(page).getByRole('alert');
/** Finds the toasts. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** Stores what the previous page hands to the next one in this tab. */
export async function seedProof(page: Page, proof: Record<string, unknown>): Promise<void> {
  await page.addInitScript((value) => {
    if (!sessionStorage.getItem('proof-seeded')) sessionStorage.setItem('turare:proof', value);
    sessionStorage.setItem('proof-seeded', 'yes');
  }, JSON.stringify(proof));
}
/** The value that /signup and /forgot-password store; another code can be requested at once. */
export const SIGNING_UP = { purpose: 'verify_email', email: 'ngozi@example.com', resendAt: 0 };
export const RESETTING = { purpose: 'reset_password', email: 'ngozi@example.com', resendAt: 0 };

/** For each [field, typed text, error]: the error appears at the field, and nothing is sent. */
export async function saysWhatIsWrong(
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

/** Fills in a valid sign-up. */
export async function fillSignUp(page: Page, email: string): Promise<void> {
  await field(page, 'Full Name').fill('Amina Bello');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm Password').fill(PASSWORD);
}

/** Logs in on /login. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Login').click();
}
