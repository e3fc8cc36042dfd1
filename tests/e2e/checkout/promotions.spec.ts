import type { APIRequestContext, Page, Route } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import { noViolation, noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCode, promote, stop, takeOff } from '../support/promotions.ts';
import { cartLine, newEmail, seedStorage, shippingPlace, storedCart } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD, testShop } from '../support/shop.ts';
import { field, messages, openFilled, payButton } from './checkout-form.ts';

/** A code at the checkout: its discount, its errors, and that nobody pays a different sum than she saw. */

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' });
const sum = (page: Page, name: string) => summary(page).locator(`dt:text-is("${name}") + dd`);
const foldOut = (page: Page) => page.locator('summary').filter({ hasText: 'Have a code?' });
const OFF = 5000;

/** Opens a filled checkout, and returns the price of its order. */
async function open(page: Page, request: APIRequestContext, id = KHAMRAH.id) {
  const { place, amount } = await shippingPlace(request);
  const line = await cartLine(request, id);
  await openFilled(page, line, place);
  return line.price + amount;
}

/** Begins an order like that of the page, as another browser would. */
async function sendOrder(
  request: APIRequestContext,
  {
    email,
    bottle,
    ...promotion
  }: { email: string; bottle: string; discount: number; code?: string },
) {
  const { place, amount } = await shippingPlace(request);
  const { id, name, price } = await cartLine(request, bottle);
  const answer = await request.post('/api/payment/initialize', {
    data: {
      items: [{ productId: id, name, price, image: '', quantity: 1 }],
      shippingInfo: {
        ...{ fullName: 'Ngozi Okonkwo', email, phone: '0803 123 4567', address: '12 Awolowo Road' },
        ...{ city: 'Eti-Osa', state: 'Lagos', country: 'Nigeria' },
      },
      ...{ email, totalAmount: price + amount, shippingFee: amount, shippingLocation: place },
      ...promotion,
    },
  });
  expect(answer.status()).toBe(200);
}

async function apply(page: Page, code: string) {
  await foldOut(page).click();
  await field(page, 'Code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

test('a code by keyboard alone: what is wrong with one, what another gives, and what is paid @own', async ({
  page,
  request,
}) => {
  const code = newCode();
  await promote({ code });
  const cost = await open(page, request);
  await foldOut(page).focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Code')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Code')).toBeFocused();
  await page.keyboard.type('NOBODY');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/NOBODY/);
  await expect(field(page, 'Code')).toHaveAttribute('aria-invalid', 'true');
  await noViolationInMain(page, ['light', 'dark']);
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost));

  await field(page, 'Code').press('ControlOrMeta+a');
  await page.keyboard.type(code.toLowerCase());
  await expect(field(page, 'Code')).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
  await expect(summary(page).getByText(/^(Total|To pay)$/)).toHaveCount(1);
  await expect(sum(page, `Harmattan sale (${code})`)).toHaveText(`−${formatNaira(OFF)}`);
  await noViolationInMain(page, ['light', 'dark']);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Remove the code ${code}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Code')).toBeFocused();
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost));
  await page.keyboard.type(code);
  // It counts although nobody has clicked 'Apply'.
  const sent = page.waitForRequest('**/api/payment/initialize');
  await payButton(page).focus();
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ code, discount: OFF, totalAmount: cost });
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText(formatNaira(cost - OFF))).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^View Order #/ })
    .click();
  const main = page.getByRole('main');
  for (const words of [`Harmattan sale (${code})`, `−${formatNaira(OFF)}`])
    await expect(main).toContainText(words);
  await expect(
    main
      .getByRole('term')
      .filter({ hasText: /^Total Amount$/ })
      .locator('+ dd'),
  ).toHaveText(formatNaira(cost - OFF));
});

for (const [what, cells, words] of [
  ['has ended', { ends: '2026-01-02' }, /ended/],
  ['wants a larger order', { from: '9000000' }, /more/],
  ['is for others', { for: 'brand', names: 'Creed' }, /products of Creed/],
] as const) {
  test(`a code that ${what} says so at its field, and nothing is sent @own`, async ({
    page,
    request,
  }) => {
    const code = newCode();
    await promote({ code, ...cells });
    await open(page, request);
    await apply(page, code);
    await expect(field(page, 'Code')).toHaveAccessibleDescription(words);
    let calls = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/payment/initialize')) calls += 1;
    });
    await payButton(page).click();
    await expect(field(page, 'Code')).toBeFocused();
    expect(calls).toBe(0);
    await page.reload();
    await expect(field(page, 'Code')).toHaveValue(code);
  });
}

test('a link with a code keeps it for the visit, in no address of a page or list @own', async ({
  page,
  request,
}) => {
  const code = newCode();
  await promote({ code });
  await page.goto(`${OUD_WOOD.path}?code=${code.toLowerCase()}&utm_source=letter`);
  for (const [name, value] of [
    ['link[rel="canonical"]', 'href'],
    ['meta[property="og:url"]', 'content'],
  ] as const)
    await expect(page.locator(name)).not.toHaveAttribute(value, /code=/);
  await page.goto(`/products?code=${code}`);
  await page.getByRole('combobox', { name: /sort/i }).first().selectOption('name');
  await expect(page).toHaveURL(/sortBy=name/);
  expect(page.url()).not.toContain('code=');
  const cost = await open(page, request);
  await expect(field(page, 'Code')).toHaveValue(code);
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
  await page.getByRole('button', { name: `Remove the code ${code}` }).click();
  await page.reload();
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost));
  await foldOut(page).click();
  await expect(field(page, 'Code')).toHaveValue('');
});

test.describe('when the shop’s answer changes', () => {
  test.use({ allowConsole: [/api\/payment\/initialize/] });

  test('a different discount is shown like other changes, and charged only after that @own', async ({
    page,
    request,
  }) => {
    const code = newCode();
    const id = await promote({ code });
    const cost = await open(page, request);
    await apply(page, code);
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
    await takeOff(id, 200_000);
    await payButton(page).click();
    await expect(messages(page)).toContainText(
      `${formatNaira(2000)} is taken off now, instead of ${formatNaira(OFF)}.`,
    );
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - 2000));
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(page.locator('body')).toContainText(formatNaira(cost - 2000));
  });

  test('an offer and a code already used as a guest are reported at the press, with the new sum @own', async ({
    page,
    request,
  }) => {
    const code = newCode();
    const label = `First order ${code}`;
    // A product that no other test buys, because all of them see an automatic promotion.
    const bottle = testShop.productId('Amouage Reflection Man');
    const first = await promote({
      ...{ label, counts: 'automatic', from: '1000', per_customer: '1' },
      ...{ for: 'products', names: bottle },
    });
    await promote({ code, naira: '7000', per_customer: '1' });
    const email = `${code.toLowerCase()}@example.com`;
    const cost = await open(page, request, bottle);
    await field(page, 'Email').fill(email);
    const used = (label: string) => `You have used ${label} before, and it counts no more for you.`;
    await sendOrder(request, { email, bottle, discount: OFF });
    await sendOrder(request, { email, bottle, discount: 7000, code });
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
    await payButton(page).click();
    await expect(messages(page)).toContainText(used(`'${label}'`));
    await expect(messages(page)).toContainText('Nothing is taken off any more');
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost));

    await apply(page, code);
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - 7000));
    await payButton(page).click();
    await expect(field(page, 'Code')).toHaveAccessibleDescription(used(`the code ${code}`));
    await expect(sum(page, 'Total')).not.toHaveText(formatNaira(cost - 7000));
    await field(page, 'Code').fill('');
    await stop(first);
    await page.getByRole('button', { name: 'Apply' }).click();
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(page.locator('body')).toContainText(formatNaira(cost));
  });

  test('a code for a first order says what it depends on, and the press who has ordered before @own', async ({
    page,
    request,
  }) => {
    const code = newCode();
    await promote({ code, first_order: 'yes' });
    const cost = await open(page, request);
    // Somebody has ordered with the phone number of the form, and another address.
    await sendOrder(request, { email: newEmail(), bottle: KHAMRAH.id, discount: 0 });
    await apply(page, code);
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
    const depends = summary(page).getByText("'Harmattan sale' counts if this is your first order.");
    await expect(depends).toBeVisible();
    await payButton(page).click();
    await expect(field(page, 'Code')).toBeFocused();
    await expect(field(page, 'Code')).toHaveAccessibleDescription(
      `The code ${code} is for a first order only. There is an order with your account, email address or phone number already.`,
    );
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost));
    await expect(depends).toHaveCount(0);
    await expect(field(page, 'Code')).toHaveValue(code);
    await expect(field(page, 'Full Name')).toHaveValue('Ngozi Okonkwo');
    await noViolationInMain(page, ['light', 'dark']);

    const digits = `${Math.floor(Math.random() * 9_000_000) + 1_000_000}`;
    await field(page, 'Phone').fill(`0806 ${digits}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(page.locator('body')).toContainText(formatNaira(cost - OFF));
  });

  test('a code that has ended since is reported at its field @own', async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    const code = newCode();
    const id = await promote({ code });
    const { place } = await shippingPlace(request);
    await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
    await page.goto(`/checkout?code=${code}`);
    await field(page, 'Full Name').fill('Ngozi Okonkwo');
    await field(page, 'Email').fill(`${code.toLowerCase()}@example.com`);
    await field(page, 'Phone').fill('0803 123 4567');
    await field(page, 'Address').fill('12 Awolowo Road');
    await field(page, 'State').selectOption('Lagos');
    await field(page, 'City').selectOption('Eti-Osa');
    const answered = page.waitForResponse('**/api/promotions/quote');
    await field(page, 'Shipping Location').selectOption(place);
    await answered;
    await stop(id);
    await payButton(page).click();
    await expect(field(page, 'Code')).toBeFocused();
    await expect(field(page, 'Code')).toHaveAccessibleDescription(/ended/);
  });
});

for (const [width, place] of [
  [320, 'form'],
  [390, 'form'],
  [1440, 'summary'],
] as const) {
  test(`at ${width} px the one field is in the ${place}; a link's code is there before any touch @own`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const code = newCode();
    await promote({ code });
    await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
    await page.goto(`/checkout?code=${code}`);
    await expect(field(page, 'Code')).toHaveValue(code);
    await expect(field(page, 'Code')).toHaveAccessibleDescription(
      `Harmattan sale: ${formatNaira(OFF)} off Remove the code ${code}`,
    );
    await expect(foldOut(page)).toHaveCount(1);
    const form = page.getByRole('form', { name: 'Shipping Information' });
    await expect(form.getByLabel('Code', { exact: true })).toHaveCount(place === 'form' ? 1 : 0);
    const [at, button] = [
      await field(page, 'Code').boundingBox(),
      await payButton(page).boundingBox(),
    ];
    if (place === 'form') {
      expect(at?.y).toBeLessThan(button?.y ?? 0);
      await expect(field(page, 'Shipping Location')).toBeVisible();
      expect(at?.y).toBeGreaterThan((await field(page, 'Shipping Location').boundingBox())?.y ?? 0);
    }
    await noViolationInMain(page, ['light', 'dark']);
    // Another one is refused with its reason, and Enter sends no order.
    await page.goto('/checkout?code=NOBODY');
    await expect(field(page, 'Code')).toHaveAccessibleDescription(/NOBODY/);
    await field(page, 'Code').press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('the drawer opens the field, and the checkout has what was applied there @own', async ({
  page,
  request,
}) => {
  const code = newCode();
  await promote({ code });
  await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
  await page.goto('/about');
  const open = () =>
    page
      .getByRole('banner')
      .getByRole('button', { name: /shopping cart/i })
      .click();
  await open();
  const drawer = page.getByRole('dialog', { name: /Shopping Cart/ });
  await drawer.getByText('Have a code?').click();
  await drawer.getByLabel('Code').fill(code);
  await drawer.getByLabel('Code').press('Enter');
  await expect(drawer).toContainText(`Harmattan sale (${code}): ${formatNaira(OFF)} off`);
  await noViolation(page);
  await drawer.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(field(page, 'Code')).toHaveValue(code);
  // One field on a page.
  await open();
  await expect(drawer.getByText('Total', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Have a code?')).toHaveCount(0);
});

test.describe('a script that fails to load', () => {
  test.use({ allowConsole: [/CartPromotions|ERR_FAILED/] });
  test("the cart's field for a code says so when it is opened, and opens at the next try @own", async ({
    page,
    request,
  }) => {
    await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
    await page.route(/CartPromotions/, (route) => route.abort());
    await page.goto('/about');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /shopping cart/i })
      .click();
    const drawer = page.getByRole('dialog', { name: /Shopping Cart/ });
    await drawer.getByText('Have a code?').click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Connection problem',
    );
    await page.unroute(/CartPromotions/);
    await drawer.getByText('Have a code?').click();
    await drawer.getByText('Have a code?').click();
    await expect(drawer.getByLabel('Code')).toBeVisible();
  });
});

/** The ways in which the quote fails while the rest of the shop answers. */
const FAILURES: readonly [what: string, answer: (route: Route) => unknown][] = [
  ['is lost', (route) => route.abort()],
  ['is a fault', (route) => route.fulfill({ status: 500, body: 'Internal Server Error' })],
  ['wants a login', (route) => route.fulfill({ status: 401, json: { message: 'No token' } })],
  ['is refused as one too many', (route) => route.fulfill({ status: 429, body: '' })],
  ['cannot be read', (route) => route.fulfill({ body: '<html>' })],
  ['never comes', () => {}],
];

test.describe('when the discount is unknown', { tag: '@core' }, () => {
  test.use({ allowConsole: [/api\/(promotions\/quote|payment\/initialize)/] });

  for (const [what, answer] of FAILURES) {
    test(`an answer that ${what} blocks no purchase: the order gives the sum, and is then accepted @own`, async ({
      page,
      request,
    }) => {
      const code = newCode();
      await promote({ code });
      let asked = 0;
      await page.route('**/api/promotions/quote', (route) => {
        asked += 1;
        return answer(route);
      });
      const cost = await open(page, request);
      await apply(page, code);
      const first = page.waitForRequest('**/api/payment/initialize');
      await payButton(page).click();
      expect((await first).postDataJSON()).toMatchObject({ code, discount: 0, totalAmount: cost });
      await expect(messages(page)).toContainText(`${formatNaira(OFF)} is taken off now.`);
      await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
      expect(asked).toBeGreaterThan(0);
      const second = page.waitForRequest('**/api/payment/initialize');
      await payButton(page).click();
      expect((await second).postDataJSON()).toMatchObject({ code, discount: OFF });
      await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
      await expect(page.locator('body')).toContainText(formatNaira(cost - OFF));
    });
  }

  test('an order without a promotion goes through at once, and one with a wrong code says so @own', async ({
    page,
    request,
  }) => {
    await page.route('**/api/promotions/quote', (route) => route.abort());
    const cost = await open(page, request);
    await apply(page, 'NOBODY');
    await payButton(page).click();
    await expect(field(page, 'Code')).toHaveAccessibleDescription(/NOBODY/);
    await field(page, 'Code').fill('');
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await expect(page.locator('body')).toContainText(formatNaira(cost));
  });
});

test.describe('without a network', () => {
  test.use({ allowConsole: [/api\/(promotions\/quote|payment\/initialize)/] });

  test('an old discount is dropped, and no payment begins @own', async ({ page, request }) => {
    const code = newCode();
    await promote({ code });
    const cost = await open(page, request);
    await apply(page, code);
    await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - OFF));
    await page.route('**/api/promotions/quote', (route) => route.abort());
    await summary(page)
      .getByRole('button', { name: /^One .+ more$/ })
      .click();
    await expect(summary(page)).toContainText('The shop did not say what is taken off.');
    await expect(sum(page, `Harmattan sale (${code})`)).toHaveCount(0);
    await page.route('**/api/payment/initialize', (route) => route.abort());
    await payButton(page).click();
    await expect(messages(page)).toContainText('The shop did not answer.');
    await page.unroute('**/api/promotions/quote');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect(sum(page, `Harmattan sale (${code})`)).toBeVisible();
    await expect(summary(page)).not.toContainText('did not say');
  });
});

test('products that another tab adds to the cart change the discount here @own', async ({
  page,
  request,
}) => {
  const code = newCode();
  await promote({ code, kind: 'per_cent', per_cent: '10' });
  const { price } = await cartLine(request, KHAMRAH.id);
  const cost = await open(page, request);
  await apply(page, code);
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - price / 10));
  const other = await page.context().newPage();
  await other.goto('/checkout');
  await summary(other)
    .getByRole('button', { name: /^One .+ more$/ })
    .click();
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost + price - price / 5));
});

test('the drawer says what is missing, and asks only after it is opened @own', async ({
  page,
  request,
}) => {
  // A product that no other test buys, because all of them see an automatic promotion.
  const line = await cartLine(request, testShop.productId('Amouage Interlude Man'));
  const from = line.price + 12_000;
  const id = await promote({
    counts: 'automatic',
    kind: 'delivery',
    states: 'Lagos',
    for: 'products',
    names: line.id,
    from: String(from),
  });
  let calls = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/promotions/quote')) calls += 1;
  });
  await seedStorage(page, storedCart([line]));
  await page.goto('/about');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /shopping cart/i })
    .hover();
  expect(calls).toBe(0);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /shopping cart/i })
    .click();
  const drawer = page.getByRole('dialog', { name: /Shopping Cart/ });
  await expect(drawer).toContainText('Add ₦12,000 more');
  await expect(drawer).toContainText('for free delivery in Lagos.');
  await stop(id);
});

test('a backend gets codes, notes and gifts only if it lists them', { tag: '@foreign' }, async ({
  page,
  request,
}) => {
  const told = testShop.api ? 0 : 1;
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  await page.goto(`${KHAMRAH.path}?code=NOBODY`);
  await open(page, request);
  await expect(foldOut(page)).toHaveCount(told);
  await expect(page.getByRole('checkbox', { name: 'This is a gift' })).toHaveCount(told);
  await expect(field(page, 'Note to the shop')).toHaveCount(told);
  if (!testShop.api) return;
  const sent = page.waitForRequest('**/api/payment/initialize');
  await payButton(page).click();
  const body = (await sent).postDataJSON();
  for (const name of ['code', 'discount']) expect(body).not.toHaveProperty(name);
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  expect(asked.filter((path) => path.includes('promotions'))).toEqual([]);
});
