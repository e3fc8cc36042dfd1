import type { Page } from '@playwright/test';
import { signUp, storedSession } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, shippingPlace, storedCart, storedDraft } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, payButton } from './checkout-form.ts';

/** Lets the HTML arrive, and holds the scripts until `release`. */
async function holdScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/_assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('input before the scripts arrive is kept', { tag: '@core' }, async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
  const release = await holdScripts(page);
  await page.goto('/checkout', { waitUntil: 'commit' });
  await field(page, 'Full Name').fill('Ngozi Eze');
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'Address').pressSequentially('12 Awo');
  release();
  await expect(field(page, 'City')).toBeEnabled();
  await field(page, 'Address').pressSequentially('lowo Road');
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi Eze');
  await expect(field(page, 'State')).toHaveValue('Lagos');
  await expect(field(page, 'Address')).toHaveValue('12 Awolowo Road');
  await field(page, 'City').selectOption('Surulere');
});

test('a draft fills its fields before the scripts arrive', async ({ page, request }) => {
  const { place } = await shippingPlace(request);
  await seedStorage(page, {
    ...storedCart([await cartLine(request, KHAMRAH.id)]),
    ...storedDraft('ada@example.com', place),
  });
  const release = await holdScripts(page);
  await page.goto('/checkout', { waitUntil: 'commit' });
  await expect(field(page, 'Email')).toHaveValue('ada@example.com');
  await field(page, 'Address').fill('7 Bompai Road');
  release();
  await expect(field(page, 'City')).toHaveValue('Eti-Osa');
  await expect(field(page, 'Shipping Location')).toHaveValue(place);
  await expect(field(page, 'Address')).toHaveValue('7 Bompai Road');
});

/** A session of a backend that sends no email. */
const WITHOUT_EMAIL = {
  'turare:session': { token: 'x'.repeat(40), user: { id: 'me', fullName: 'Zainab Musa' } },
};

test('the draft of another customer is not shown, but her own name is', async ({
  page,
  request,
}) => {
  await seedStorage(page, {
    ...storedCart([await cartLine(request, KHAMRAH.id)]),
    ...storedDraft('ada@example.com', ''),
    ...WITHOUT_EMAIL,
    'turare:draft-of': 'somebody-else',
  });
  await holdScripts(page);
  await page.goto('/checkout', { waitUntil: 'commit' });
  await expect(payButton(page)).toBeVisible();
  await expect(field(page, 'Full Name')).toHaveValue('Zainab Musa');
  await expect(field(page, 'Email')).toHaveValue('');
});

test('a guest’s input stays after she has logged in', async ({ page, request }) => {
  await seedStorage(page, {
    ...storedCart([await cartLine(request, KHAMRAH.id)]),
    ...storedDraft('ada@example.com', ''),
    ...WITHOUT_EMAIL,
  });
  await holdScripts(page);
  await page.goto('/checkout', { waitUntil: 'commit' });
  await expect(field(page, 'Email')).toHaveValue('ada@example.com');
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi Okonkwo');
});

test('a signed-in customer finds her name and email, and what she empties stays empty', async ({
  page,
  request,
}) => {
  const customer = await signUp(request);
  const { fullName, email = '' } = customer.session.user;
  await seedStorage(page, {
    ...storedCart([await cartLine(request, KHAMRAH.id)]),
    ...storedSession(customer),
  });
  const release = await holdScripts(page);
  await page.goto('/checkout', { waitUntil: 'commit' });
  await expect(field(page, 'Full Name')).toHaveValue(fullName);
  await expect(field(page, 'Email')).toHaveValue(email);
  await field(page, 'Email').fill('');
  release();
  await expect(payButton(page)).toBeEnabled();
  await page.reload();
  await expect(field(page, 'Full Name')).toHaveValue(fullName);
  await expect(field(page, 'Email')).toHaveValue('');
});

test('an empty cart says so before the scripts arrive, and a full one shows the form', async ({
  page,
  request,
}) => {
  const release = await holdScripts(page);
  await page.goto('/checkout', { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
  await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
  await page.goto('/checkout', { waitUntil: 'commit' });
  await expect(page.getByRole('form')).toBeVisible();
  await expect(page.getByRole('main').getByText('Your cart is empty')).toBeHidden();
  release();
});
