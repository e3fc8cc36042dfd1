import type { APIRequestContext, Page } from '@playwright/test';
import { chooseArea, deliveryLine, PLACES_CALL, setClocks } from '../support/delivery.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, newEmail, seedStorage, storedCart } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { field, payButton } from './checkout-form.ts';

test.use({ allowConsole: [/payment\/initialize/] });

const MONTHS =
  'January|February|March|April|May|June|July|August|September|October|November|December';
const ARRIVAL = new RegExp(
  `With you (on \\w+, (${MONTHS}) \\d+|between \\w{3}, \\w{3} \\d+ and \\w{3}, \\w{3} \\d+)`,
);

/** Returns the words of arrival in a text. */
const arrivalIn = (text: string | null) =>
  ARRIVAL.exec((text ?? '').replace(/\s+/g, ' '))?.[0] ?? `no date in: ${text}`;

/** Opens the sums, which are folded on a phone. */
async function sums(page: Page) {
  const fold = page.getByRole('button', { name: /Order Summary/ });
  if (await fold.isVisible()) await fold.click();
  return page.getByRole('region', { name: /Order Summary/ });
}

/** Buys one bottle for an area. Returns the fee and date on each screen and in the email. */
async function buy(
  page: Page,
  request: APIRequestContext,
  state: string,
  area: string,
  fee: RegExp,
) {
  const email = newEmail();
  await page.goto(KHAMRAH.path);
  const line = await deliveryLine(page);
  await chooseArea(page, state, area);
  await expect(line).toContainText(fee);
  await expect(line).toContainText('With you');
  const said = { page: arrivalIn(await line.textContent()) };

  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const drawer = page.getByRole('dialog', { name: /Shopping Cart/ });
  await expect(drawer).toContainText('With you');
  await expect(drawer).toContainText(fee);
  const inDrawer = arrivalIn(await drawer.textContent());
  await drawer.getByRole('link', { name: 'Proceed to Checkout' }).click();

  await expect(field(page, 'State')).toHaveValue(state);
  await expect(field(page, 'City')).toHaveValue(area);
  await field(page, 'Full Name').fill('Amina Bello');
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill('0803 123 4567');
  await field(page, 'Address').fill('5 Zoo Road');
  const summary = await sums(page);
  await expect(summary).toContainText('With you');
  await expect(summary).toContainText(fee);
  const atCheckout = arrivalIn(await summary.textContent());
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  let text = '';
  await expect(async () => {
    const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
    text = ((await answer.json()) as { text: string }[]).map((mail) => mail.text).join('\n');
    expect(text).toContain('is confirmed');
  }).toPass();
  const [link = ''] = /\/orders\/\S+/.exec(text) ?? [];
  await page.goto(link);
  const order = page.getByRole('main');
  await expect(order).toContainText('With you');
  await expect(order).toContainText(fee);
  expect(text).toMatch(fee);
  return {
    ...said,
    drawer: inDrawer,
    checkout: atCheckout,
    order: arrivalIn(await order.textContent()),
    email: arrivalIn(text),
  };
}

test.describe('page, cart, checkout, order and email agree', { tag: '@own' }, () => {
  for (const [where, state, area, fee, words] of [
    ['in Lagos', 'Lagos', 'Ikeja', /₦3,000/, /^With you on /],
    ['elsewhere', 'Kano', 'Nasarawa', /₦7,000/, /^With you between /],
  ] as const) {
    test(where, async ({ page, request }) => {
      const said = await buy(page, request, state, area, fee);
      expect(said.page).toMatch(words);
      // Noon in Lagos may pass between the first word and the payment: then the later ones name the next day.
      await page.goto(KHAMRAH.path);
      const now = arrivalIn(await (await deliveryLine(page)).textContent());
      expect(new Set(Object.values(said)).size).toBeLessThanOrEqual(now === said.page ? 1 : 2);
      expect([said.page, now]).toContain(said.email);
      expect(said.order).toBe(said.email);
    });
  }
});

test('the checkout gives the order deadline, selects a city’s only place, and remembers it', async ({
  page,
  request,
}) => {
  await setClocks(page, '2026-11-23T09:50');
  await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
  await page.goto('/checkout');
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'City').selectOption('Ikeja');
  await expect(field(page, 'Shipping Location')).toHaveValue('Lagos – Ikeja');
  const summary = await sums(page);
  await expect(summary).toContainText('With you on Tuesday, November 24');
  await expect(summary).toContainText('Order within 2 h 10 min.');
  // Two places serve Eti-Osa; the one of Ikeja does not.
  await field(page, 'City').selectOption('Eti-Osa');
  await expect(page.getByText('We do not deliver to Eti-Osa from this place.')).toBeVisible();
  await field(page, 'Shipping Location').selectOption('Lagos – Lekki');
  await expect(page.getByText('We do not deliver to Eti-Osa from this place.')).toBeHidden();
  await page.goto(KHAMRAH.path);
  await expect(await deliveryLine(page)).toContainText('₦3,200: Lagos – Lekki.');
});

test('a fee that has changed since the page loaded is shown before anything is charged', {
  tag: '@own',
}, async ({ page, request }) => {
  const stale = [{ place: 'Lagos – Ikeja', amount: 2900, state: 'Lagos', areas: ['Ikeja'] }];
  await page.route(PLACES_CALL, (route) =>
    route.fulfill({ json: stale, headers: { 'access-control-allow-origin': '*' } }),
  );
  await seedStorage(page, storedCart([await cartLine(request, KHAMRAH.id)]));
  await page.goto(KHAMRAH.path);
  await chooseArea(page, 'Lagos', 'Ikeja');
  await expect(await deliveryLine(page)).toContainText('₦2,900: Lagos – Ikeja.');
  await page.goto('/checkout');
  await field(page, 'Full Name').fill('Amina Bello');
  await field(page, 'Email').fill(newEmail());
  await field(page, 'Phone').fill('0803 123 4567');
  await field(page, 'Address').fill('5 Zoo Road');
  await payButton(page).click();
  await expect(
    page.getByText('Delivery to Lagos – Ikeja now costs ₦3,000 instead of ₦2,900.'),
  ).toBeVisible();
});
