import { formatNaira } from '#domain/money/money.ts';
import { signUp, storedSession } from '../support/account.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, hold, logInMadeUp, madeUpSession } from '../support/order.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD, testShop } from '../support/shop.ts';
import { expectColour, main, ordersOf, rows, SCRIPTS, title } from './orders-page.ts';

const day = (iso: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Africa/Lagos' }).format(
    new Date(iso),
  );
const moment = (iso: string) =>
  new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Lagos',
  }).format(new Date(iso));

test('a purchase signed in: the order in the list, and all of it in detail', {
  tag: '@foreign',
}, async ({ page, request }) => {
  const customer = await signUp(request);
  const lines = [await cartLine(request, OUD_WOOD.id, 2), await cartLine(request, KHAMRAH.id)];
  const { place } = await shippingPlace(request);
  await seedStorage(page, {
    ...storedCart(lines),
    ...storedDraft(newEmail(), place),
    ...storedSession(customer),
  });
  await page.goto('/checkout');
  await expect(page.getByText('Shipping to:')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(title(page, 'Payment Successful!')).toBeVisible();
  await main(page).getByRole('link', { name: 'View My Orders' }).click();

  await expect(page).toHaveURL('/orders');
  const [order] = await ordersOf(page, customer);
  if (!order?.paidAt) throw new Error('No paid order was made');
  const number = order._id.slice(-5).toUpperCase();
  const row = rows(page);
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('heading', { name: `Order #${number}` })).toBeVisible();
  await expect(row.getByText(day(order.createdAt))).toBeVisible();
  await expect(row.getByText(formatNaira(order.totalAmount))).toBeVisible();
  await expectColour(row.getByText('Paid', { exact: true }), 'palm');
  await expect(row.getByText('2 items')).toBeVisible();
  const chip = row.getByRole('listitem').filter({ hasText: lines[0]?.name ?? '' });
  await expect(chip.getByText('x2', { exact: true })).toBeVisible();
  await expect(chip.locator('img')).toHaveAttribute('src', testShop.thumbnail);

  await row.getByRole('link', { name: `View order #${number}` }).click();
  await expect(page).toHaveURL(`/orders/${order._id}`);
  await expect(title(page, `Order #${number}`)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`Order #${number}`));
  const head = main(page).getByRole('status');
  await expect(head.getByText(day(order.createdAt))).toBeVisible();
  await expectColour(head.getByText('Paid', { exact: true }), 'palm');

  const items = page.getByRole('region', { name: 'Order Items' });
  for (const { name, price, quantity, image } of order.items) {
    const item = items.getByRole('listitem').filter({ hasText: name });
    await expect(item.getByText(`Quantity: ${quantity}`)).toBeVisible();
    await expect(item.getByText('each')).toHaveCount(quantity > 1 ? 1 : 0);
    if (quantity > 1) await expect(item.getByText(`${formatNaira(price)} each`)).toBeVisible();
    await expect(item.getByText(formatNaira(price * quantity)).last()).toBeVisible();
    await expect(item.locator('img')).toHaveCount(image ? 1 : 0);
  }
  const sum = (name: string) => items.getByRole('term').filter({ hasText: name }).locator('+ dd');
  await expect(sum('Shipping')).toHaveText(formatNaira(order.shippingFee));
  await expect(sum('Total Amount')).toHaveText(formatNaira(order.totalAmount));

  const named = (name: string) =>
    main(page)
      .locator('div')
      .filter({ has: page.getByText(name, { exact: true }) });
  const value = (name: string) => named(name).last().getByRole('definition');
  await expect(page.getByRole('heading', { name: 'Payment Information' })).toBeVisible();
  await expect(value('Payment Reference')).toHaveText(order.paymentReference);
  await expect(value('Payment Status')).toHaveText('Paid');
  await expect(value('Paid At')).toHaveText(moment(order.paidAt));
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible();
  await expect(value('Full Name')).toHaveText('Ngozi Okonkwo');
  await expect(value('Email')).toHaveText(order.shippingInfo.email);
  await expect(value('Phone')).toHaveText('0803 123 4567');
  await expect(value('Address')).toHaveText('12 Awolowo Road');
  await expect(value('City and State')).toHaveText('Eti-Osa, Lagos');
  await expect(value('Country')).toHaveText('Nigeria');
  const steps = page.getByRole('region', { name: 'Order Timeline' }).getByRole('listitem');
  await expect(steps).toHaveText([
    `Order Created${moment(order.createdAt)}`,
    `Payment Confirmed${moment(order.paidAt)}`,
  ]);
  await main(page).getByRole('link', { name: 'Back to Orders' }).click();
  await expect(page).toHaveURL('/orders');
});

test.describe('one order', () => {
  test.use({ allowConsole: [/api\/order\/order-00001/] });

  test('skeletons, a shop that cannot be reached, Retry, and what is not paid', async ({
    page,
  }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    let answer = anOrder('order-00001', { status: 'failed', paidAt: null });
    const path = '**/api/order/order-00001';
    const scripts = await hold(page, SCRIPTS, (route) => route.continue());
    const order = await hold(page, path, (route) => route.abort());
    await page.goto('/orders/order-00001', { waitUntil: 'commit' });
    await scripts.asked;
    await expect(title(page, 'Loading your order…')).toBeAttached();
    await noViolationInMain(page);
    scripts.release();
    await order.asked;
    await expect(main(page).locator('.skeleton').first()).toBeVisible();
    order.release();
    await expect(title(page, 'Order not found')).toBeVisible();
    await expect(main(page).getByText("The order you're looking for doesn't exist.")).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Back to Orders' })).toHaveAttribute(
      'href',
      '/orders',
    );
    await expect(main(page).getByText('That is not certain, and no order is lost.')).toBeVisible();
    await expect(main(page).getByText('The shop could not be reached.')).toBeVisible();
    await noViolationInMain(page);

    await page.unroute(path);
    await page.route(path, (route) => route.fulfill({ json: answer }));
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await expect(title(page, 'Order #00001')).toBeVisible();
    await expect(main(page)).toBeFocused();
    await expect(main(page).getByText('The payment of this order was declined')).toBeVisible();
    const failed = main(page).getByText('Failed', { exact: true });
    await expect(failed).toHaveCount(2);
    for (const badge of await failed.all()) await expectColour(badge, 'danger');
    await noViolationInMain(page, ['dark', 'light']);

    answer = anOrder('order-00001', { status: 'cancelled', paidAt: null });
    await page.reload();
    await expect(main(page).getByText('No payment arrived for this order')).toBeVisible();
    await expect(main(page).getByText('Cancelled', { exact: true })).toHaveCount(2);
  });
});
