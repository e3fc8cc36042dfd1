import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { purchases } from '../orders/purchases.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { bearer, lastCode, lastEmail, PASSWORD, pass, signUp } from './account.harness.ts';

/** Faults that other shops had with guests, their orders and their accounts. Each test names the public report. */
const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({
    paystack,
    products: [product({ id: 'oud', stock: 1000 })],
    settings: { SITE_URL: 'https://turare.example' },
  });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());

/** Orders as a guest, or with a token, and pays. Returns the reference. */
async function buy(email: string, auth = {}, key?: string): Promise<string> {
  const body = orderBody([['oud', 10_000, 1]], { email });
  const headers = { ...(key && { 'idempotency-key': key }), ...auth };
  const answer = await shop.post('/api/payment/initialize', body, headers);
  expect(answer.status).toBe(200);
  const { reference } = answer.body.data;
  await buying.hear(reference, SUCCESS);
  return reference;
}
const orders = async (auth: object): Promise<string[]> =>
  (await shop.get('/api/order/my-orders', { ...auth })).body.map(
    (one: { paymentReference: string }) => one.paymentReference,
  );

test('who bought as a guest can register, and reset a password first (Smartstore#1355)', async () => {
  const reference = await buy('Chioma.Guest@Example.COM');
  const email = 'chioma.guest@example.com';
  const forgot = await shop.post('/api/auth/forgot-password', { email: email.toUpperCase() });
  expect(forgot).toMatchObject({ status: 200, body: { email } });
  expect((await lastEmail(shop, email))?.subject).toContain('No ');
  const capitals = 'CHIOMA.GUEST@example.com';
  const register = { fullName: 'Chioma', email: capitals, password: PASSWORD };
  expect((await shop.post('/api/auth/register', register)).status).toBe(200);
  const otp = await lastCode(shop, email);
  const { body } = await shop.post('/api/auth/verify-otp', { email: capitals, otp });
  expect(body.user.email).toBe(email);
  expect(await orders(bearer(body.token))).toEqual([reference]);
});

test('an order of a guest is not that of who signs in afterwards, and stays when she deletes her account (odoo#284761)', async () => {
  const reference = await buy('guest.a@example.com');
  const link = /\/orders\/(ord_\w+)#key=([\w-]+)/.exec(
    (await lastEmail(shop, 'guest.a@example.com'))?.text ?? '',
  );
  const other = await signUp(shop, 'signed.in.b@example.com');
  expect(await orders(other.auth)).toEqual([]);
  await shop.post('/api/account/delete', { password: PASSWORD }, other.auth);
  await pass(shop, 15 * 24 * 60);
  await sweepAccounts(shop.services.db);
  const shown = await shop.get(`/api/order/shared/${link?.[2]}`);
  expect(shown.body).toMatchObject({ _id: link?.[1], paymentReference: reference });
  expect(shown.body.email).toBe('guest.a@example.com');
});

test('addresses with other dots are other people (woocommerce#65822, maho#280)', async () => {
  await buy('a.d.a@gmail.com');
  const ada = await signUp(shop, 'ada@gmail.com');
  expect(await orders(ada.auth)).toEqual([]);
});

test.each([
  ['a day', 1],
  ['fifteen days', 15],
])(
  'an address that is registered anew %s after the erasure shows no order (vue-storefront#2756)',
  async (_, days) => {
    const email = `returns${days}@example.com`;
    const guest = await buy(email);
    const first = await signUp(shop, email);
    const own = await buy(email, first.auth);
    expect((await orders(first.auth)).toSorted()).toEqual([guest, own].toSorted());
    await shop.post('/api/account/delete', { password: PASSWORD }, first.auth);
    await pass(shop, days * 24 * 60);
    await sweepAccounts(shop.services.db);
    const again = await signUp(shop, email);
    expect(await orders(again.auth)).toEqual([]);
    const { body } = await shop.get('/api/account/export', again.auth);
    expect([body.orders, body.reviews, body.addresses]).toEqual([[], [], []]);
  },
);

test('who registers the address of a guest without the code reads nothing (southernexposure.com#14)', async () => {
  const email = 'victim@example.com';
  const key = 'the-attempt-of-a-guest-01';
  await buy(email, {}, key);
  const { body } = await shop.post('/api/auth/register', {
    fullName: 'Thief',
    email,
    password: PASSWORD,
  });
  expect(Object.keys(body)).toEqual(['email', 'attempt']);
  for (const token of [body.attempt, email, key]) {
    for (const path of ['/api/order/my-orders', '/api/account/export', '/api/account/profile'])
      expect((await shop.get(path, bearer(token))).status).toBe(401);
  }
  const login = await shop.post('/api/auth/login', { email, password: PASSWORD });
  expect(login.status).toBe(401);
  // The key of her attempt shows the order to her own browser alone, which made it up.
  expect((await shop.get('/api/order/shared/the-attempt-of-a-guest-02')).status).toBe(404);
  const { rows } = await shop.services.db.execute<{ count: number }>(
    sql`select count(*)::int from accounts where email = ${email}`,
  );
  expect(rows[0]?.count).toBe(0);
  expect(await lastCode(shop, email)).toMatch(/^\d{6}$/);
});
