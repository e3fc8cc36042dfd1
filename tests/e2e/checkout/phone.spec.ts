import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, openFilled, payButton } from './checkout-form.ts';

test('a number with an extra digit leads to a hint beside its field, but blocks nobody', async ({
  page,
  request,
}) => {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  const question = page.getByText('Is this number right? A Nigerian one has 11 digits.');
  await field(page, 'Phone').fill('080312345678');
  await expect(question).toBeHidden();
  await field(page, 'Address').focus();
  await expect(question).toBeVisible();
  await field(page, 'Phone').focus();
  await expect(question).toBeHidden();
  await payButton(page).click();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
});
