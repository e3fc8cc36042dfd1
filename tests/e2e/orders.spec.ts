import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Order } from '../../src/contract/order.ts';
import { formatNaira } from '../../src/domain/money.ts';
import { bearer, type Customer, signUp, storedSession } from './account.ts';
import { expect, test } from './fixtures.ts';
import { anOrder, hold, logInMadeUp, madeUpSession } from './order.ts';
import {
  beginPayment,
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from './seed.ts';

const KHAMRAH = 'lattafa-khamrah';
const OUD = 'tom-ford-oud-wood';
const LIST = '**/api/order/my-orders';
const SCRIPTS = '**/_assets/*.js';

const main = (page: Page) => page.getByRole('main');
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
/** The orders of the list; their skeletons are hidden from assistive technology. */
const rows = (page: Page) => main(page).getByRole('listitem').filter({ hasText: 'Order #' });
/** Header and footer are looked at with the pages that have nothing else. */
const noViolation = async (page: Page, schemes: ('dark' | 'light')[] = ['light']) => {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).include('main').analyze();
    expect(violations).toEqual([]);
  }
};
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

async function ordersOf(page: Page, customer: Customer): Promise<Order[]> {
  const answer = await page.request.get('/api/order/my-orders', { headers: bearer(customer) });
  return (await answer.json()) as Order[];
}

test('a purchase signed in: the order in the list, and all of it in detail', async ({
  page,
  request,
}) => {
  const customer = await signUp(request);
  const lines = [await cartLine(request, OUD, 2), await cartLine(request, KHAMRAH)];
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
  await expect(row.getByText('Paid', { exact: true })).toHaveClass(/status-paid/);
  await expect(row.getByText('2 items')).toBeVisible();
  const chip = row.getByRole('listitem').filter({ hasText: lines[0]?.name ?? '' });
  await expect(chip.getByText('x2', { exact: true })).toBeVisible();
  await expect(chip.locator('img')).toHaveAttribute('src', /\/media\/.*\/160\.webp/);

  await row.getByRole('link', { name: `View order #${number}` }).click();
  await expect(page).toHaveURL(`/orders/${order._id}`);
  await expect(title(page, `Order #${number}`)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`Order #${number}`));
  const head = main(page).getByRole('status');
  await expect(head.getByText(day(order.createdAt))).toBeVisible();
  await expect(head.getByText('Paid', { exact: true })).toHaveClass(/status-paid/);

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

test.describe('whose it is', () => {
  test.use({ allowConsole: [/api\/order\/.*404|404.*api\/order\//] });

  test('an order made as a guest is of who has that address, and does not exist for others', async ({
    page,
    request,
  }) => {
    const [owner, other] = [await signUp(request), await signUp(request, 'Bola Ade')];
    await beginPayment(request, [await cartLine(request, KHAMRAH)], owner.email);
    const [order] = await ordersOf(page, owner);
    if (!order) throw new Error('The order of the guest is not there');

    await seedStorage(page, storedSession(other));
    await page.goto(`/orders/${order._id}`);
    await expect(title(page, 'Order not found')).toBeVisible();
    await expect(main(page).getByText("The order you're looking for doesn't exist.")).toBeVisible();
    await expect(page).toHaveTitle(/Order not found/);
    await noViolation(page);
    await main(page).getByRole('link', { name: 'Back to Orders' }).click();
    await expect(main(page).getByText('No orders yet')).toBeVisible();

    await page.evaluate(
      (session) => localStorage.setItem('turare:session', JSON.stringify(session)),
      owner.session,
    );
    await page.goto('/orders');
    await expect(rows(page).getByText('Pending', { exact: true })).toHaveClass(/status-pending/);
    await rows(page).getByRole('link', { name: /^View/ }).click();
    await expect(
      main(page).getByText('Paystack has not confirmed your payment yet.'),
    ).toBeVisible();
    await expect(main(page).getByText('Order Created')).toBeVisible();
    await expect(main(page).getByText('Payment Confirmed')).toHaveCount(0);
    await expect(main(page).getByText('Paid At')).toHaveCount(0);
    await main(page).getByRole('link', { name: 'Ask again whether it has arrived' }).click();
    await expect(title(page, 'Waiting for your payment')).toBeVisible();
  });

  test('the link of the mail shows its order without an account, and with a wrong key none', async ({
    page,
    request,
  }) => {
    const email = newEmail();
    const line = await cartLine(request, KHAMRAH);
    const { authorization_url } = await beginPayment(request, [line], email);
    await page.goto(authorization_url);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    const mails = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
    const [{ text }] = (await mails.json()) as [{ text: string }];
    const link = /https?:\S+\/orders\/\S+\?key=\S+/.exec(text)?.[0] ?? '';

    await page.goto(link);
    await expect(title(page, /^Order #/)).toBeVisible();
    await expect(main(page).getByRole('link', { name: line.name })).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Back to Orders' })).toBeHidden();
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
    await page.reload();
    await expect(title(page, /^Order #/)).toBeVisible();

    await page.goto(`${link.slice(0, -4)}AAAA`);
    await expect(title(page, 'Order not found')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
    // The secret of one order under the number of another.
    await page.goto(link.replace(/\/orders\/[^?]+/, '/orders/another'));
    await expect(title(page, 'Order not found')).toBeVisible();
  });

  test('the link of the mail opens for whoever is logged in, and stays when that ends', async ({
    page,
    context,
  }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    await page.route('**/api/order/shared/secret', (route) => {
      expect(route.request().headers().authorization).toBeUndefined();
      return route.fulfill({ json: anOrder('o-12345') });
    });
    await page.goto('/orders/o-12345?key=secret');
    await expect(title(page, 'Order #12345')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Back to Orders' })).toBeVisible();
    await noViolation(page, ['dark', 'light']);

    // A page without scripts of ours, which would keep a session of their own in mind.
    const tab = await context.newPage();
    await tab.goto('/robots.txt');
    await tab.evaluate(() => localStorage.removeItem('turare:session'));
    await expect(main(page).getByRole('link', { name: 'Back to Orders' })).toBeHidden();
    await expect(title(page, 'Order #12345')).toBeVisible();
  });
});

test.describe('the list', () => {
  test('skeletons, then the four states of an order, three chips and how many more', async ({
    page,
  }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    const statuses = ['paid', 'pending', 'failed', 'cancelled'] as const;
    const orders = statuses.map((status, index) =>
      anOrder(`order-0000${index}`, { status }, index === 0 ? 5 : 1),
    );
    const scripts = await hold(page, SCRIPTS, (route) => route.continue());
    const list = await hold(page, LIST, (route) => route.fulfill({ json: orders }));
    await page.goto('/orders', { waitUntil: 'commit' });
    await scripts.asked;
    await expect(main(page).getByText('Loading your orders…')).toBeVisible();
    await noViolation(page);
    scripts.release();
    await list.asked;
    await expect(main(page).locator('[data-skeleton]')).toHaveCount(3);
    list.release();

    await expect(rows(page)).toHaveCount(4);
    await expect(main(page).locator('[data-skeleton]')).toHaveCount(0);
    await expect(main(page).getByText('4 orders')).toBeVisible();
    const colours = await main(page)
      .locator('.status')
      .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).color));
    expect(new Set(colours).size).toBe(4);
    await expect(main(page).locator('.status')).toHaveText([
      'Paid',
      'Pending',
      'Failed',
      'Cancelled',
    ]);
    const [many, one] = [rows(page).first(), rows(page).nth(1)];
    // The day in Lagos, which is an hour ahead of UTC.
    await expect(many.getByText('November 20, 2026')).toBeVisible();
    await expect(many.getByText('5 items')).toBeVisible();
    await expect(many.getByText(/^x\d$/)).toHaveText(['x1', 'x2', 'x3']);
    await expect(many.getByText('+2 more')).toBeVisible();
    await expect(one.getByText('1 item', { exact: true })).toBeVisible();
    await expect(one.getByText(/more$/)).toHaveCount(0);
    await noViolation(page, ['dark', 'light']);
  });

  test('none yet', async ({ page }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    await page.route(LIST, (route) => route.fulfill({ json: [] }));
    await page.goto('/orders');
    await expect(main(page).getByText('No orders yet')).toBeVisible();
    await expect(main(page).getByText('Start shopping to see your orders here.')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Browse Products' })).toHaveAttribute(
      'href',
      '/products',
    );
    await noViolation(page);
  });

  test.describe('not to be had', () => {
    test.use({ allowConsole: [/api\/order\/my-orders/] });

    test('says so; Retry loads the page anew, and without a network keeps it', async ({
      page,
      context,
    }) => {
      await logInMadeUp(page, madeUpSession('Amina'));
      let up = false;
      await page.route(LIST, (route) =>
        up ? route.fulfill({ json: [anOrder('order-00001')] }) : route.abort(),
      );
      await page.goto('/orders');
      await expect(main(page).getByText('Failed to load orders')).toBeVisible();
      await expect(main(page).getByText('Please try again later.')).toBeVisible();
      await noViolation(page);

      const retry = main(page).getByRole('button', { name: 'Retry' });
      await context.setOffline(true);
      await page.evaluate(() => Object.assign(window, { same: true }));
      await retry.click();
      await expect(main(page).getByText('Failed to load orders')).toBeVisible();
      await expect(main(page)).toBeFocused();
      expect(await page.evaluate(() => 'same' in window)).toBe(true);

      await context.setOffline(false);
      up = true;
      await retry.click();
      await expect(rows(page)).toHaveCount(1);
      expect(await page.evaluate(() => 'same' in window)).toBe(false);
    });
  });

  test('another customer who logs in in another tab sees none of hers', async ({
    page,
    context,
  }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route(LIST, async (route) => {
      const hers = route.request().headers().authorization === 'Bearer made-up-Amina';
      if (!hers) await released;
      await route.fulfill({ json: [anOrder(hers ? 'order-AMINA' : 'order-0BOLA')] });
    });
    await page.goto('/orders');
    await expect(page.getByRole('heading', { name: 'Order #AMINA' })).toBeVisible();

    // A page without scripts of ours, which would keep a session of their own in mind.
    const tab = await context.newPage();
    await tab.goto('/robots.txt');
    await tab.evaluate(
      (session) => localStorage.setItem('turare:session', JSON.stringify(session)),
      madeUpSession('Bola'),
    );
    await expect(main(page).locator('[data-skeleton]')).toHaveCount(3);
    await expect(page.getByText('#AMINA')).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { name: 'Order #0BOLA' })).toBeVisible();
  });
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
    await noViolation(page);
    scripts.release();
    await order.asked;
    await expect(main(page).locator('.skeleton').first()).toBeVisible();
    order.release();
    await expect(title(page, 'Failed to load order')).toBeVisible();
    await expect(main(page).getByText('The shop could not be reached.')).toBeVisible();
    await noViolation(page);

    await page.unroute(path);
    await page.route(path, (route) => route.fulfill({ json: answer }));
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await expect(title(page, 'Order #00001')).toBeVisible();
    await expect(main(page)).toBeFocused();
    await expect(main(page).getByText('The payment of this order was declined')).toBeVisible();
    await expect(main(page).locator('.status-failed')).toHaveCount(2);
    await noViolation(page, ['dark', 'light']);

    answer = anOrder('order-00001', { status: 'cancelled', paidAt: null });
    await page.reload();
    await expect(main(page).getByText('No payment arrived for this order')).toBeVisible();
    await expect(main(page).locator('.status-cancelled')).toHaveText(['Cancelled', 'Cancelled']);
  });
});

test.describe('who is not logged in', () => {
  test.use({ allowConsole: [/status of 401/] });

  test('a session that has run out leads to /login', async ({ page }) => {
    await seedStorage(page, { 'turare:session': madeUpSession('Amina') });
    await page.goto('/orders');
    await expect(page).toHaveURL('/login?next=%2Forders');
  });

  test('logging out in another tab takes the orders away here', async ({ page, context }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    await context.route(LIST, (route) => route.fulfill({ json: [anOrder('order-00001')] }));
    await context.route('**/api/auth/logout', (route) => route.fulfill({ json: { message: '' } }));
    await page.goto('/orders');
    await expect(rows(page)).toHaveCount(1);
    const tab = await context.newPage();
    await tab.goto('/brands');
    await tab.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(rows(page)).toHaveCount(0);
  });
});
