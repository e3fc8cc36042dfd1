import type { APIRequestContext, Page } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';
import { field, offerWrapping, openFilled, payButton } from './checkout-form.ts';

/** Extras that a shopper adds to her order: a note to the packers, and a gift. */

const box = (page: Page, name: string) => page.getByRole('checkbox', { name });
const GIFT = 'This is a gift';
const OTHER = 'Deliver to somebody else';

async function open(page: Page, request: APIRequestContext) {
  const { place } = await shippingPlace(request);
  return openFilled(page, await cartLine(request, KHAMRAH.id), place);
}

/** Clicks the button, and returns the request body. */
async function sent(page: Page) {
  const call = page.waitForRequest('**/api/payment/initialize');
  await payButton(page).focus();
  await page.keyboard.press('Enter');
  const body = (await call).postDataJSON();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  return body;
}

test('a gift for somebody else, with a card and a note, by keyboard alone @own', async ({
  page,
  request,
}) => {
  await open(page, request);
  await field(page, 'Shipping Location').focus();
  await page.keyboard.press('Tab');
  await expect(box(page, GIFT)).toBeFocused();
  await expect(field(page, 'Message on the card')).toBeHidden();
  await page.keyboard.press('Space');
  await expect(field(page, 'Message on the card')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Message on the card')).toBeFocused();
  await page.keyboard.type('Happy birthday,');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Halima!');
  await page.keyboard.press('Tab');
  await expect(box(page, OTHER)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Receiver’s name')).toBeFocused();
  await page.keyboard.type('Halima Sani');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Note to the shop')).toBeFocused();
  await page.keyboard.type('The gate is blue.');
  await noViolationInMain(page, ['light', 'dark']);

  // The phone is missing: the error is at its field, which gets the focus.
  await payButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Receiver’s phone')).toBeFocused();
  await expect(field(page, 'Receiver’s phone')).toHaveAccessibleDescription(
    'The receiver’s phone number is required',
  );
  await noViolationInMain(page);
  await page.keyboard.type('0805 222 3333');
  const { shippingInfo, email } = await sent(page);
  expect(shippingInfo).toMatchObject({
    fullName: 'Halima Sani',
    phone: '0805 222 3333',
    email,
    gift: 'yes',
    giftMessage: 'Happy birthday,\nHalima!',
    buyerName: 'Ngozi Okonkwo',
    buyerPhone: '0803 123 4567',
    note: 'The gate is blue.',
  });
  expect(shippingInfo).not.toHaveProperty('receiverName');

  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('Thank you, Ngozi Okonkwo.')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^View Order #/ })
    .click();
  for (const words of ['Halima Sani', 'Bought by', 'Ngozi Okonkwo', 'The gate is blue.'])
    await expect(page.getByRole('main')).toContainText(words);
});

test('what was typed outlives a reload, and goes along only while it is a gift @own', async ({
  page,
  request,
}) => {
  await open(page, request);
  await box(page, GIFT).check();
  await field(page, 'Message on the card').fill('Happy birthday');
  await box(page, OTHER).check();
  await field(page, 'Receiver’s name').fill('Halima Sani');
  await field(page, 'Note to the shop').fill('The gate is blue.');
  await page.reload();
  await expect(field(page, 'Message on the card')).toHaveValue('Happy birthday');
  await expect(field(page, 'Receiver’s name')).toHaveValue('Halima Sani');
  await expect(field(page, 'Note to the shop')).toHaveValue('The gate is blue.');
  await box(page, GIFT).uncheck();
  const { shippingInfo } = await sent(page);
  expect(shippingInfo).toMatchObject({ fullName: 'Ngozi Okonkwo', note: 'The gate is blue.' });
  for (const name of ['gift', 'giftMessage', 'buyerName', 'receiverName'])
    expect(shippingInfo).not.toHaveProperty(name);
  await page.goBack();
  await box(page, GIFT).check();
  await expect(field(page, 'Message on the card')).toHaveValue('Happy birthday');
});

test('a tick before the scripts have run makes it a gift @own', async ({ page, request }) => {
  let run: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    run = resolve;
  });
  await page.route('**/_assets/Checkout*.js', async (route) => {
    await held;
    await route.continue();
  });
  const { place } = await shippingPlace(request);
  const opened = openFilled(page, await cartLine(request, KHAMRAH.id), place);
  await box(page, GIFT).check();
  run();
  await opened;
  await expect(field(page, 'Message on the card')).toBeVisible();
  await expect(box(page, GIFT)).toBeChecked();
});

test('wrapping is a product: its tick adds it to the cart, and no gift has none @own', async ({
  page,
  request,
}) => {
  const wrapping = await offerWrapping(page, request, OUD_WOOD.id);
  await open(page, request);
  const wrap = box(page, `${wrapping.name}, ${formatNaira(wrapping.price)}`);
  await expect(wrap).toBeHidden();
  await box(page, GIFT).check();
  await expect(wrap).not.toBeChecked();
  await wrap.check();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByRole('listitem')).toHaveCount(2);
  await wrap.uncheck();
  await expect(summary.getByRole('listitem')).toHaveCount(1);
  await wrap.check();
  await summary.getByRole('button', { name: `Remove ${wrapping.name}` }).click();
  await expect(wrap).not.toBeChecked();
  await wrap.check();
  await box(page, GIFT).uncheck();
  await expect(summary.getByRole('listitem')).toHaveCount(1);
  expect((await sent(page)).items).toHaveLength(1);
});
