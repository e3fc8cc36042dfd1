import { orderNumber } from '#domain/orders/order.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';

test('a guest who has paid reads her own order, but only in the browser of the payment', {
  tag: ['@core', '@own'],
}, async ({ page, request, browser }) => {
  const { place } = await shippingPlace(request);
  await seedStorage(page, {
    ...storedCart([await cartLine(request, KHAMRAH.id, 2)]),
    ...storedDraft(newEmail(), place),
  });
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();

  const order = page.getByRole('region', { name: /^Order #/ });
  await expect(order.getByText('Thank you, Ngozi Okonkwo.')).toBeVisible();
  await expect(order.getByText(KHAMRAH.name)).toBeVisible();
  await expect(order.getByText('Quantity: 2')).toBeVisible();
  await expect(order.getByText(/^(With you|Ready to collect) /)).toBeVisible();
  await noViolationInMain(page, ['dark', 'light']);

  // Anybody with the page's address sees what spec §2 gives to the holder of a reference.
  const forwarded = await browser.newContext();
  const other = await forwarded.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { name: 'Payment Details' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'View My Orders' })).toBeVisible();
  await expect(other.getByRole('region', { name: /^Order #/ })).toHaveCount(0);
  await expect(other.getByText('12 Awolowo Road')).toHaveCount(0);

  await order.getByRole('link', { name: /^View Order #/ }).click();
  await expect(page).toHaveURL(/\/orders\/[^#]+#key=\w{32}$/);
  const id = new URL(page.url()).pathname.replace(/.*\//, '');
  await expect(
    page.getByRole('heading', { name: `Order #${orderNumber(id)}`, level: 1 }),
  ).toBeVisible();
  await expect(page.getByText('12 Awolowo Road')).toBeVisible();
  // She may keep and pass on the link, like that of the email.
  await other.goto(page.url());
  await expect(other.getByText('12 Awolowo Road')).toBeVisible();
  await forwarded.close();
});

test('an order that is unreadable for now is not lost', {
  tag: '@own',
}, async ({ page, request, allowConsole }) => {
  allowConsole.push(/status of 503/);
  const { place } = await shippingPlace(request);
  await seedStorage(page, {
    ...storedCart([await cartLine(request, KHAMRAH.id)]),
    ...storedDraft(newEmail(), place),
  });
  await page.route('**/api/order/shared/*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Your order is confirmed')).toBeVisible();
  await page.unroute('**/api/order/shared/*');
  await main.getByRole('button', { name: 'Show my order' }).click();
  await expect(page.getByRole('region', { name: /^Order #/ })).toBeVisible();
});
