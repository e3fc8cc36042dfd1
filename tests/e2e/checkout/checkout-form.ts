import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { chooseByKeys, typeInto } from '../support/keyboard.ts';
import { cartLine, newEmail, seedStorage, storedCart, storedDraft } from '../support/seed.ts';

/** Finds the button that sends the order. */
export const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' });
/** Finds a field of the form by its label. */
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** Finds the form's alerts that belong to no single field: why the whole order is refused. */
export const messages = (page: Page) => page.getByRole('form').getByRole('alert');
/** Finds the notifications of the page. */
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Fills in an address in Kano with only the keyboard. */
export async function typeAddress(page: Page): Promise<void> {
  for (const [label, text] of [
    ['Full Name', 'Amina Bello'],
    ['Email', newEmail()],
    ['Phone', '0803 123 4567'],
    ['Address', '5 Zoo Road'],
  ] as const)
    await typeInto(page, page.getByRole('textbox', { name: label, exact: true }), text);
  await chooseByKeys(page, page.getByLabel('State'), 'Kano');
  await chooseByKeys(page, page.getByLabel('City'), 'Nasarawa');
}

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

/** Makes the checkout offer a product as gift wrapping, as in a shop whose fact `giftWrapping` names it. */
export async function offerWrapping(page: Page, request: APIRequestContext, id: string) {
  const { quantity: _, ...wrapping } = await cartLine(request, id);
  const given = Object.entries(wrapping).map(([name, value]) => [name, [0, value]]);
  // As the build writes it.
  const props = JSON.stringify({ wrapping: [0, Object.fromEntries(given)] })
    .slice(1, -1)
    .replaceAll('"', '&quot;');
  await page.route('**/checkout', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('&quot;wrapping&quot;:[0]', props);
    await route.fulfill({ response: answer, body });
  });
  return wrapping;
}
