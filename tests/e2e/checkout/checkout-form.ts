import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { type cartLine, newEmail, seedStorage, storedCart, storedDraft } from '../support/seed.ts';

/** The button that sends the order. */
export const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' });
/** A field of the form, by its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** The alerts of the form that are about no single field: why the order as a whole is refused. */
export const messages = (page: Page) => page.getByRole('form').getByRole('alert');
/** The notifications of the page. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Opens a filled checkout with one product. */
export async function openFilled(
  page: Page,
  line: Awaited<ReturnType<typeof cartLine>>,
  place: string,
) {
  const email = newEmail();
  await seedStorage(page, { ...storedCart([line]), ...storedDraft(email, place) });
  await page.goto('/checkout');
  await expect(page.getByText('Shipping to:')).toBeVisible();
  return email;
}
