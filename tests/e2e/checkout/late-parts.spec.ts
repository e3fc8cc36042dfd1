import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, shippingPlace, storedCart } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, messages, openFilled, payButton, toasts } from './checkout-form.ts';

// Later parts of the form are separate scripts, which a bad line may lose.
test.use({ allowConsole: [/ERR_FAILED/] });

test('rules and calls that fail to load: nothing typed is lost, and the next press fetches them', async ({
  page,
  request,
}) => {
  const { place } = await shippingPlace(request);
  await page.route('**/_assets/press.*.js', (route) => route.abort());
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  await payButton(page).click();
  await expect(toasts(page)).toContainText('Connection problem');
  await expect(messages(page)).toContainText('Everything you typed is kept.');
  await expect(field(page, 'Full Name')).toHaveValue('Ngozi Okonkwo');
  await page.unroute('**/_assets/press.*.js');
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
});

test('cities that fail to load: explained, and tried again', async ({ page, request }) => {
  await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
  await page.route('**/_assets/areas.*.js', (route) => route.abort());
  await page.goto('/checkout');
  await field(page, 'State').selectOption('Kano');
  await expect(page.getByText('Failed to load cities')).toBeVisible();
  await page.unroute('**/_assets/areas.*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await field(page, 'City').selectOption('Nasarawa');
  await expect(page.getByText('Failed to load cities')).toBeHidden();
});

test('gift fields that fail to load: explained, and tried again with the next tick @own', async ({
  page,
  request,
}) => {
  const { place } = await shippingPlace(request);
  await page.route('**/_assets/GiftFields.*.js', (route) => route.abort());
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  const gift = page.getByRole('checkbox', { name: 'This is a gift' });
  await gift.check();
  await expect(toasts(page)).toContainText('A part of this page could not be loaded.');
  await page.unroute('**/_assets/GiftFields.*.js');
  await gift.uncheck();
  await gift.check();
  await expect(field(page, 'Message on the card')).toBeVisible();
});
