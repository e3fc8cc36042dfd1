import { formatNaira } from '#domain/money/money.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { pressAt, typeInto } from '../support/keyboard.ts';
import { newCode, promote } from '../support/promotions.ts';
import { cartLine, shippingPlaces } from '../support/seed.ts';
import { BOX, KHAMRAH } from '../support/shop.ts';
import { field, offerWrapping, typeAddress } from './checkout-form.ts';

const SCHEMES = ['light', 'dark'] as const;
const OFF = 5000;

test('a set for somebody else, wrapped and with a code, is chosen and bought by keyboard alone', {
  tag: '@own',
}, async ({ page, request }) => {
  test.slow();
  const code = newCode();
  await promote({ code });
  const wrapping = await offerWrapping(page, request, KHAMRAH.id);
  const { price } = await cartLine(request, BOX.id);
  const fee =
    (await shippingPlaces(request)).find(({ place }) => place === 'Kano – City')?.amount ?? 0;
  const total = price + wrapping.price + fee;
  const main = page.getByRole('main');
  const box = (name: string) => main.getByRole('checkbox', { name });
  const words = (name: string) => page.getByRole('textbox', { name, exact: true });

  // A list's card leads to the set's page, and adds nothing.
  await page.goto('/categories/gift-sets');
  await pressAt(page, main.getByRole('link', { name: `Choose what is in ${BOX.name}` }), 'Enter');
  await expect(page).toHaveURL(BOX.path);
  const choice = main.getByRole('group', { name: 'Choose any 3' });
  const add = main.getByRole('button', { name: 'ADD TO CART' });
  await expect(box('Rayhaan Corium')).toBeDisabled();
  await expect(add).toBeDisabled();
  for (const name of ['Rayhaan Elixir', 'Rayhaan Lion', 'Rayhaan Aquatica'])
    await pressAt(page, box(name), 'Space');
  await expect(choice.getByRole('status')).toHaveText('3 chosen. Add the set to your cart.');
  await expect(box('Rayhaan Pacific Aura')).toBeDisabled();
  await noViolationInMain(page, SCHEMES);
  await pressAt(page, add, 'Enter');
  await pressAt(page, main.getByRole('button', { name: 'View Cart' }), 'Enter');
  const drawer = page.getByRole('dialog', { name: 'Shopping Cart (1)' });
  await expect(drawer).toContainText('Rayhaan Elixir, Rayhaan Lion, Rayhaan Aquatica');
  await pressAt(page, drawer.getByRole('link', { name: 'Proceed to Checkout' }), 'Enter');
  await expect(page).toHaveURL('/checkout');

  await typeAddress(page);
  // The only place that delivers there is chosen for her.
  await expect(page.getByLabel('Shipping Location')).toHaveValue('Kano – City');
  await pressAt(page, box('This is a gift'), 'Space');
  await typeInto(page, words('Message on the card'), 'Happy birthday, Halima!');
  await pressAt(page, box(`${wrapping.name}, ${formatNaira(wrapping.price)}`), 'Space');
  await pressAt(page, box('Deliver to somebody else'), 'Space');
  await typeInto(page, words('Receiver’s name'), 'Halima Sani');
  await typeInto(page, words('Receiver’s phone'), '0805 222 3333');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const sum = (name: string) => summary.locator(`dt:text-is("${name}") + dd`);
  await pressAt(page, page.locator('summary').filter({ hasText: 'Have a code?' }), 'Enter');
  await typeInto(page, field(page, 'Code'), code);
  await page.keyboard.press('Enter');
  await expect(sum('Total')).toHaveText(formatNaira(total - OFF));
  await noViolationInMain(page, SCHEMES);
  await pressAt(page, page.getByRole('button', { name: 'Proceed to Payment' }), 'Enter');

  await pressAt(page, page.getByRole('button', { name: 'Pay now' }), 'Enter');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(main).toContainText(formatNaira(total - OFF));
  await expect(main).toContainText('Rayhaan Elixir, Rayhaan Lion, Rayhaan Aquatica');
  await pressAt(page, main.getByRole('link', { name: /^View Order #/ }), 'Enter');
  for (const told of [
    BOX.name,
    'Rayhaan Elixir, Rayhaan Lion, Rayhaan Aquatica',
    wrapping.name,
    `Harmattan sale (${code})`,
    formatNaira(total - OFF),
    'Happy birthday, Halima!',
    'Halima Sani',
    'Amina Bello',
  ])
    await expect(main).toContainText(told);
});
