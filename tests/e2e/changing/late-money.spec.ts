/** Money that arrives on the page of an ended order, with a webhook that comes after the shopper. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { endUnpaid } from '#backend/orders/ending.ts';
import { orders } from '#backend/orders/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { slug } from '#domain/products/slug.ts';
import { field, openFilled, payButton, toasts } from '../checkout/checkout-form.ts';
import { expect, test } from '../support/fixtures.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';

const UNITS = 2;
const STOCK = 2;
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem('turare:cart'));

/** Adds a product with few units. Returns its id. */
async function addScarce(name: string): Promise<string> {
  const row = {
    id: slug(name),
    name,
    brand: 'Night Market',
    priceKobo: 26_800_000,
    description: `About ${name}.`,
    tags: ['oud'],
    categories: ['Niche'],
    stock: STOCK,
    createdAt: new Date(Date.UTC(2020, 0, 1)),
  };
  await inOwnShop((db) =>
    writeCatalogue(db, (transaction) => insertProducts(transaction, [{ row, pictures: [] }])),
  );
  return row.id;
}

const ordersOf = async (email: string) => {
  let found: (typeof orders.$inferSelect)[] = [];
  await inOwnShop(async (db) => {
    found = await db.select().from(orders).where(eq(orders.email, email));
  });
  return found;
};

/** Ends her order as staff or the sweep do. */
const end = (email: string, remark: string) =>
  inOwnShop(async (db: Database) => {
    const [order] = await db.select().from(orders).where(eq(orders.email, email));
    await transact(db, (transaction) =>
      endUnpaid(transaction, order?.id ?? '', 'cancelled', remark),
    );
  });

/** Holds all but the first question about a payment, so its answer stays on the page. Returns their release. */
async function letAskOnce(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/payment/verify/**', async (route) => {
    asked++;
    if (asked > 1) await promise;
    await route.continue();
  });
  return resolve;
}

/** The ways in which her order ends. */
const ENDINGS: Record<string, (page: Page, email: string) => Promise<void>> = {
  'replaced by one with another phone number': async (page) => {
    const tab = await page.context().newPage();
    await tab.goto('/checkout');
    await expect(field(tab, 'Phone')).not.toHaveValue('');
    await field(tab, 'Phone').fill('0803 765 4321');
    await payButton(tab).click();
    await expect(tab.getByRole('button', { name: 'Pay now' })).toBeVisible();
    await tab.close();
  },
  'cancelled by staff': (_, email) => end(email, 'Cancelled by the shop'),
  'not paid in time': (_, email) => end(email, 'Not paid in time'),
};

for (const [index, [how, ended]] of Object.entries(ENDINGS).entries()) {
  test(`an order that was ${how} and is paid on its old page: one message, one cleared cart`, {
    tag: index === 0 ? ['@core', '@own'] : '@own',
  }, async ({ page, request, baseURL }) => {
    const id = await addScarce(`Late Money ${index} ${Date.now()}`);
    const { place } = await shippingPlace(request);
    const email = await openFilled(page, await cartLine(request, id, UNITS), place);
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
    const old = page.url();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/checkout/);
    await ended(page, email);

    await page.goto(old);
    // Not before: the checkout also asks about her payment, and each fault occurs once.
    const { protocol, hostname, port } = new URL(baseURL ?? '');
    const faults = `${protocol}//${hostname}:${Number(port) + 1}/sandbox/faults`;
    for (const fault of [
      { on: 'webhook', kind: 'late', delayMs: 12_000 },
      // Paystack's verify call does not know about the money at once.
      { on: 'verify', kind: 'unaware' },
    ]) {
      expect((await request.post(faults, { data: { ...fault, email } })).status()).toBe(201);
    }
    const askAgain = await letAskOnce(page);
    await page.getByRole('button', { name: 'Pay now' }).click();
    // The truth of that moment, and what to do.
    await expect(title(page, 'Payment Failed')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('please do not pay again');
    expect(JSON.parse((await cartOf(page)) ?? '{}').items).toMatchObject([{ id, quantity: UNITS }]);
    // It asks again by itself, long before the webhook comes.
    askAgain();
    await expect(title(page, 'Payment Successful!')).toBeVisible();
    expect(await cartOf(page)).toBeNull();
    const made = await ordersOf(email);
    expect(made.filter(({ status }) => status === 'paid')).toHaveLength(1);
    expect(made.filter(({ status }) => status === 'pending')).toEqual([]);
    expect(made.every(({ refundNeeded }) => !refundNeeded)).toBe(true);
    await page.goto('/brands');
    await expect(toasts(page)).not.toContainText('Payment Successful!');
  });
}
