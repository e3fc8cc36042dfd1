import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { hold } from '../support/order.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, payButton } from './checkout-form.ts';

/** A saved address, by the names of Chromium's types of fields. */
const SAVED = {
  NAME_FULL: 'Amina Bello',
  EMAIL_ADDRESS: 'amina@example.com',
  PHONE_HOME_WHOLE_NUMBER: '+2348031234567',
  ADDRESS_HOME_STREET_ADDRESS: '5 Zoo Road',
  ADDRESS_HOME_COUNTRY: 'NG',
};

/** Fills the form with an address that is saved in Chromium, as its own menu does. */
async function autofill(page: Page, state: string, city: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { root } = await browser.send('DOM.getDocument');
  const name = { nodeId: root.nodeId, selector: 'form [name=fullName]' };
  const { node } = await browser.send(
    'DOM.describeNode',
    await browser.send('DOM.querySelector', name),
  );
  const saved = { ...SAVED, ADDRESS_HOME_STATE: state, ADDRESS_HOME_CITY: city };
  const fields = Object.entries(saved).map(([type, value]) => ({ name: type, value }));
  await field(page, 'Full Name').focus();
  await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
}

test.beforeEach(async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
});

/** The values of `autocomplete` by the names of the fields. */
const KNOWN = {
  'Full Name': 'name',
  Email: 'email',
  Phone: 'tel',
  Address: 'street-address',
  State: 'address-level1',
  City: 'address-level2',
  Country: 'off',
  'Shipping Location': 'off',
};

/** Expects the parts of the address that no list limits. */
async function expectTyped(page: Page): Promise<void> {
  await expect(field(page, 'Full Name')).toHaveValue('Amina Bello');
  await expect(field(page, 'Email')).toHaveValue('amina@example.com');
  await expect(field(page, 'Phone')).toHaveValue(/8031234567$/);
  await expect(field(page, 'Address')).toHaveValue('5 Zoo Road');
}

for (const [state, city] of [
  ['Kano', 'Nasarawa'],
  ['Federal Capital Territory', 'Bwari'],
] as const)
  test(`the browser fills in an address in ${state}: draft, fee and summary follow (firefox-ios#22105)`, async ({
    page,
  }) => {
    await page.goto('/checkout');
    for (const [name, words] of Object.entries(KNOWN))
      await expect(field(page, name)).toHaveAttribute('autocomplete', words);
    await expect(payButton(page)).toBeEnabled();
    await autofill(page, state, city);
    await expectTyped(page);
    await expect(field(page, 'State')).toHaveValue(state);
    await expect(field(page, 'City')).toHaveValue(city);
    await expect(field(page, 'Shipping Location')).not.toHaveValue('');
    await expect(
      page.getByText(`Shipping to: 5 Zoo Road, ${city}, ${state}, Nigeria`),
    ).toBeAttached();
    await page.reload();
    await expectTyped(page);
    await expect(field(page, 'City')).toHaveValue(city);
  });

test('a state by a name that the list lacks is left to the shopper, and the rest is kept', async ({
  page,
}) => {
  await page.goto('/checkout');
  await expect(payButton(page)).toBeEnabled();
  for (const name of ['Lagos State', 'FCT', 'Abuja']) {
    await autofill(page, name, 'Ikeja');
    await expectTyped(page);
    await expect(field(page, 'State')).toHaveValue('');
  }
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'City').selectOption('Ikeja');
  await expect(page.getByText('Shipping to: 5 Zoo Road, Ikeja, Lagos')).toBeAttached();
});

test('what the browser fills in before the scripts arrive stays (firefox-ios#19437)', async ({
  page,
}) => {
  const scripts = await hold(page, '**/_assets/*.js', (route) => route.continue());
  await page.goto('/checkout', { waitUntil: 'commit' });
  await expect(field(page, 'State')).toBeVisible();
  await autofill(page, 'Kano', 'Nasarawa');
  await expectTyped(page);
  scripts.release();
  await expect(field(page, 'City')).toBeEnabled();
  await expectTyped(page);
  await expect(field(page, 'State')).toHaveValue('Kano');
});
