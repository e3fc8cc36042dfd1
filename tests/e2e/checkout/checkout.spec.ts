import { formatNaira } from '#domain/money/money.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  shippingPlaces,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';
import { field, openFilled, payButton, toasts } from './checkout-form.ts';

test('an empty cart', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await expect(
    page.getByText('Add some products to your cart to proceed with checkout.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute(
    'href',
    '/products',
  );
  await noViolation(page);
});

test('a missing value is named beside its field, and the first one is focused', {
  tag: '@core',
}, async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await payButton(page).click();
  const wrong = {
    'Full Name': 'Full name is required',
    Email: 'Please enter a valid email',
    Phone: 'Phone number is required',
    Address: 'Address is required',
    State: 'State is required',
    City: 'City is required',
    'Shipping Location': 'Please select a shipping location',
  };
  for (const [name, text] of Object.entries(wrong)) {
    await expect(field(page, name)).toHaveAccessibleDescription(text);
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(field(page, 'Full Name')).toBeFocused();
  await noViolation(page);

  // An error that disappears on blur must not move the button away from the finger.
  const place = () =>
    payButton(page).evaluate((button) => button.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  await field(page, 'Full Name').fill('Ngozi');
  await expect(page.getByText('Full name is required')).toBeHidden();
  expect(await place()).toBe(before);
  await field(page, 'Email').fill('ngozi@');
  await field(page, 'Email').blur();
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Please enter a valid email');

  // The number of errors is announced until there are none.
  await field(page, 'Phone').fill('0803 123 4567');
  await payButton(page).click();
  await expect(toasts(page)).toContainText('5 fields must be corrected.');
  await field(page, 'Email').fill('ngozi@example.com');
  await field(page, 'Address').fill('12 Awolowo Road');
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'City').selectOption('Surulere');
  await expect(toasts(page)).toContainText('5 fields must be corrected.');
  await field(page, 'Shipping Location').selectOption({ index: 1 });
  await expect(toasts(page)).not.toContainText('must be corrected');
});

test('37 states, cities by state, a fixed country', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await expect(field(page, 'Country')).toHaveValue('Nigeria');
  await expect(field(page, 'Country')).toBeDisabled();
  await expect(field(page, 'State').getByRole('option')).toHaveCount(38);
  await expect(field(page, 'City')).toBeDisabled();
  await field(page, 'State').selectOption('Lagos');
  await expect(field(page, 'City').getByRole('option')).toHaveCount(21);
  await field(page, 'City').selectOption('Surulere');
  // Oyo has another Surulere.
  await field(page, 'State').selectOption('Oyo');
  await expect(field(page, 'City')).toHaveValue('');
  await field(page, 'City').selectOption('Surulere');
});

test('the summary: sums, minus at 1, shipping, the delivery policy', async ({ page, request }) => {
  const oud = await cartLine(request, OUD_WOOD.id);
  const { place, amount } = await shippingPlace(request);
  await seedStorage(page, storedCart([oud]));
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('Select location')).toBeVisible();
  const minus = summary.getByRole('button', { name: `One ${oud.name} less` });
  await expect(minus).toBeDisabled();
  await summary.getByRole('button', { name: `One ${oud.name} more` }).click();
  await expect(summary.getByText(formatNaira(oud.price * 2)).first()).toBeVisible();
  await minus.click();

  const option = `${place} – ${formatNaira(amount)}`;
  await field(page, 'Shipping Location').selectOption(option);
  await field(page, 'Address').fill('12 Awolowo Road');
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'City').selectOption('Eti-Osa');
  await expect(
    summary.getByText('Shipping to: 12 Awolowo Road, Eti-Osa, Lagos, Nigeria'),
  ).toBeVisible();
  await expect(summary.getByText(formatNaira(oud.price + amount))).toBeVisible();

  await summary.getByRole('button', { name: 'About shipping and delivery' }).click();
  const policy = page.getByRole('dialog', { name: 'Shipping & Delivery' });
  await expect(policy).toContainText('2 to 5 business days');
  await noViolation(page);
  await policy.getByRole('button', { name: 'Close' }).click();
  await expect(policy).toBeHidden();

  await summary.getByRole('button', { name: `Remove ${oud.name}` }).click();
  await expect(toasts(page)).toContainText('Item Removed');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
});

test('a place in another state is pointed out, and not refused', async ({ page, request }) => {
  const kano = (await shippingPlaces(request)).find(({ place }) => place.startsWith('Kano'));
  await openFilled(page, await cartLine(request, KHAMRAH.id), kano?.place ?? '');
  const hint = page.getByText('This place is in Kano, and your address is in Lagos.');
  await expect(hint).toBeVisible();
  const places = field(page, 'Shipping Location');
  await expect(places).toHaveAccessibleDescription(/in Kano/);
  const others = places.locator('optgroup');
  await expect(others).toHaveAttribute('label', 'Other places');
  await expect(others.locator('option', { hasText: kano?.place ?? 'none' })).toBeAttached();
  const first = await places.locator('> option').allTextContents();
  expect(first.slice(1)).not.toEqual([]);
  for (const text of first.slice(1)) expect(text).toContain('Lagos');
  await field(page, 'State').selectOption('Kano');
  await expect(hint).toBeHidden();
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'City').selectOption('Eti-Osa');
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
});

test('what is typed survives a reload', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await field(page, 'Full Name').fill('Ngozi Okonkwo');
  await field(page, 'State').selectOption('Kano');
  await field(page, 'City').selectOption('Nasarawa');
  await page.reload();
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi Okonkwo');
  await expect(field(page, 'City')).toHaveValue('Nasarawa');
});

test('input before the script has loaded is kept', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/checkout', { waitUntil: 'commit' });
  await field(page, 'Full Name').fill('Ngozi the quick');
  await expect(payButton(page)).toBeDisabled();
  release();
  await expect(payButton(page)).toBeEnabled();
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi the quick');
  await page.reload();
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi the quick');
});

test.describe('shipping locations', () => {
  test.use({ allowConsole: [/shipping-addresses/] });

  test('loading, failed, tried again; without them no order is sent', async ({ page, request }) => {
    let fail = () => {};
    await page.route(
      '**/api/app-data/shipping-addresses',
      async (route) => {
        await new Promise<void>((resolve) => {
          fail = resolve;
        });
        await route.abort();
      },
      { times: 1 },
    );
    await seedStorage(page, {
      ...storedCart([await cartLine(request, OUD_WOOD.id)]),
      ...storedDraft(newEmail(), 'Nowhere'),
    });
    await page.goto('/checkout');
    await expect(page.getByText('Loading shipping locations...')).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    fail();
    await expect(page.getByText('Failed to load shipping locations')).toBeVisible();
    await noViolation(page);
    await payButton(page).click();
    await expect(toasts(page)).toContainText('Shipping Required');
    await expect(toasts(page)).toContainText('Please select a shipping location.');

    await page.getByRole('button', { name: 'Try again' }).click();
    const { place, amount } = await shippingPlace(request);
    await field(page, 'Shipping Location').selectOption(`${place} – ${formatNaira(amount)}`);
    await expect(page.getByText('Failed to load shipping locations')).toBeHidden();
  });
});

test('Back goes to the page before, or to /products', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, OUD_WOOD.id)]));
  await page.goto('/checkout');
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/products');
  await page.goto('/brands');
  await page.goto('/checkout');
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/brands');
});
