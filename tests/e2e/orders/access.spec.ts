import type { APIRequestContext, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { SECRET_HEADER } from '#contract/headers.ts';
import { signUp, storedSession } from '../support/account.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { beginPayment, cartLine, newEmail, seedStorage } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { expectColour, LIST, main, ordersOf, rows, title } from './orders-page.ts';

/** Pays for a bottle without an account. Returns the email address. */
async function payAsGuest(page: Page): Promise<string> {
  const email = newEmail();
  const line = await cartLine(page.request, KHAMRAH.id);
  const { authorization_url } = await beginPayment(page.request, [line], email);
  await page.goto(authorization_url);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(title(page, 'Payment Successful!')).toBeVisible();
  return email;
}

/** Returns the link to an order in the email to this address with this subject. */
async function linkIn(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  const mails = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
  const all = (await mails.json()) as { subject: string; text: string }[];
  const { text = '' } = all.find((mail) => subject.test(mail.subject)) ?? {};
  return /https?:\S+\/orders\/\S+#key=\S+/.exec(text)?.[0] ?? '';
}

test.describe('the owner of an order', () => {
  test.use({ allowConsole: [/api\/order\/.*404|404.*api\/order\//] });

  test('a guest’s order belongs to the owner of its address, and does not exist for others', async ({
    page,
    request,
  }) => {
    const [owner, other] = [await signUp(request), await signUp(request, 'Bola Ade')];
    await beginPayment(request, [await cartLine(request, KHAMRAH.id)], owner.email);
    const [order] = await ordersOf(page, owner);
    if (!order) throw new Error('The order of the guest is not there');

    await seedStorage(page, storedSession(other));
    await page.goto(`/orders/${order._id}`);
    await expect(title(page, 'Order not found')).toBeVisible();
    await expect(main(page).getByText("The order you're looking for doesn't exist.")).toBeVisible();
    await expect(page).toHaveTitle(/Order not found/);
    await noViolationInMain(page);
    await main(page).getByRole('link', { name: 'Back to Orders' }).click();
    await expect(main(page).getByText('No orders yet')).toBeVisible();

    await page.evaluate(
      (session) => localStorage.setItem('turare:session', JSON.stringify(session)),
      owner.session,
    );
    await page.goto('/orders');
    await expectColour(rows(page).getByText('Pending', { exact: true }), 'amber');
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

  test('the emailed link shows its order without an account, but not with a wrong key', {
    tag: ['@core', '@own'],
  }, async ({ page, request }) => {
    const email = await payAsGuest(page);
    const link = await linkIn(request, email, /is confirmed/);
    const secret = link.split('#key=')[1] ?? '';
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url(), sent.headers().referer ?? ''));

    await page.goto(link);
    await expect(title(page, /^Order #/)).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Lattafa Khamrah' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Back to Orders' })).toBeHidden();
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
    await page.reload();
    await expect(title(page, /^Order #/)).toBeVisible();
    // A link within the page keeps the secret in the address.
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await expect(page).toHaveURL(link);
    await page.reload();
    await expect(title(page, /^Order #/)).toBeVisible();
    expect(asked.filter((each) => each.includes(secret))).toEqual([]);

    await page.goto(`${link.slice(0, -4)}AAAA`);
    await expect(title(page, 'Order not found')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
    // The secret of one order with the number of another.
    await page.goto(link.replace(/\/orders\/[^#]+/, '/orders/another'));
    await expect(title(page, 'Order not found')).toBeVisible();

    // As in earlier emails.
    await page.goto(link.replace('#', '?'));
    await expect(title(page, /^Order #/)).toBeVisible();
    await expect(page).toHaveURL(link);
  });

  test('the outbox of a shop on trial shows an email as its reader sees it, without scripts', {
    tag: '@own',
  }, async ({ page }) => {
    const email = await payAsGuest(page);
    await page.goto(`/dev/mail?to=${encodeURIComponent(email)}`);
    const mail = page.locator('article').filter({ hasText: 'is confirmed' });
    await mail.getByText('As HTML').click();
    const frame = mail.locator('iframe');
    await expect(frame).toHaveAttribute('sandbox', '');
    const shown = frame.contentFrame();
    await expect(shown.getByRole('heading', { name: 'Your order is confirmed' })).toBeVisible();
    const picture = shown.locator('img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test('an expired link leads to a new one by email', {
    tag: '@own',
  }, async ({ page, request, allowConsole }) => {
    allowConsole.push(/status of 410/);
    const email = await payAsGuest(page);
    const first = await linkIn(request, email, /is confirmed/);
    await inOwnShop((db) =>
      db.execute(
        sql`update orders set paid_at = now() - interval '181 days' where email = ${email}`,
      ),
    );
    await page.goto(first);
    await expect(title(page, 'This link has ended')).toBeVisible();
    await noViolationInMain(page, ['dark', 'light']);
    await main(page).getByRole('button', { name: 'Send a new link' }).click();
    await expect(main(page).getByText('A new link is on its way')).toBeVisible();
    await page.goto(await linkIn(request, email, /A new link/));
    await expect(title(page, /^Order #/)).toBeVisible();
    await page.goto(first);
    await expect(title(page, 'This link has ended')).toBeVisible();
  });

  test('the emailed link works for any logged-in person, and still works after a logout', {
    tag: '@own',
  }, async ({ page, context }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    await page.route('**/api/order/shared/*', (route) => {
      expect(route.request().headers()[SECRET_HEADER]).toBe('secret');
      expect(route.request().headers().authorization).toBeUndefined();
      return route.fulfill({ json: anOrder('o-12345') });
    });
    await page.goto('/orders/o-12345#key=secret');
    await expect(title(page, 'Order #12345')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Back to Orders' })).toBeVisible();
    await noViolationInMain(page, ['dark', 'light']);

    // A page without our scripts, which would hold a session in memory.
    const tab = await context.newPage();
    await tab.goto('/robots.txt');
    await tab.evaluate(() => localStorage.removeItem('turare:session'));
    await expect(main(page).getByRole('link', { name: 'Back to Orders' })).toBeHidden();
    await expect(title(page, 'Order #12345')).toBeVisible();
  });
});

test.describe('a logged-out visitor', () => {
  test.use({ allowConsole: [/status of 401/] });

  test('a session that has run out leads to /login', async ({ page }) => {
    await seedStorage(page, { 'turare:session': madeUpSession('Amina') });
    await page.goto('/orders');
    await expect(page).toHaveURL('/login?next=%2Forders');
  });

  test('logging out in another tab removes the orders here', { tag: '@core' }, async ({
    page,
    context,
  }) => {
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
