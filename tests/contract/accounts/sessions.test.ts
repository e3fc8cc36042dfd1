import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '#contract/endpoints.ts';
import { apiError } from '#contract/errors.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { forgetAsked } from '../orders/time.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { bearer, type Customer, lastEmail, PASSWORD, pass, signUp } from './account.harness.ts';

let shop: TestShop;
let ada: Customer;
const paystack = createFakePaystack();
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud' })], paystack });
  ada = await signUp(shop, 'ada@example.com');
});
afterAll(() => shop.close());

const profile = (headers: Record<string, string>) => shop.get('/api/auth/profile', headers);
const login = async (email = ada.email): Promise<string> =>
  (await shop.post('/api/auth/login', { email, password: PASSWORD })).body.token;

const guarded = Object.entries<Endpoint>(endpoints).filter(([, call]) => call.auth === 'required');

test('calls that need a login are these', () => {
  expect(guarded.map(([name]) => name).toSorted()).toEqual([
    'askNewEmail',
    'changeAddress',
    'changeEmail',
    'changeProfile',
    'customer',
    'deleteAccount',
    'deleteAddress',
    'deleteReview',
    'exportAccount',
    'logout',
    'logoutEverywhere',
    'myOrders',
    'order',
    'profile',
    'writeReview',
  ]);
});

describe.each(guarded)('%s', (_, { method, path }) => {
  const ask = async (headers: Record<string, string>) => {
    const answer = await shop.app.request(path.replace(/\{\w+\}/, 'oud'), { method, headers });
    return { answer, body: apiError.parse(await answer.json()) };
  };

  test('without a token, with a wrong one, one cut short, and another scheme: 401 in the contract’s shape', async () => {
    const tokens = [
      {},
      bearer('nonsense'),
      bearer('A'.repeat(43)),
      bearer(ada.token.slice(0, -1)),
      bearer(`${ada.token}x`),
      { authorization: `Basic ${ada.token}` },
      { authorization: ada.token },
    ];
    for (const headers of tokens) {
      const { answer, body } = await ask(headers as Record<string, string>);
      expect([answer.status, body.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('with an expired token', async () => {
    const token = await login();
    await shop.services.db.execute(
      sql`update sessions set expires_at = now() where account_id = ${ada.id} and token_hash = encode(sha256(${token}), 'hex')`,
    );
    const { answer, body } = await ask(bearer(token));
    expect([answer.status, body.code]).toEqual([401, 'unauthorized']);
  });
});

test('a session lasts 30 days and no longer', async () => {
  const auth = bearer(await login());
  await pass(shop, 30 * 24 * 60 - 1);
  expect((await profile(auth)).status).toBe(200);
  await pass(shop, 2);
  expect((await profile(auth)).status).toBe(401);
  ada = { ...ada, token: await login() };
  ada.auth = bearer(ada.token);
});

test('profile answers the token that was sent, and the user; the answer is not stored', async () => {
  const { status, body, headers } = await profile(ada.auth);
  expect(status).toBe(200);
  expect(body).toEqual({
    token: ada.token,
    user: { id: ada.id, fullName: 'Ada Obi', email: ada.email },
  });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('every login has a token of its own', async () => {
  const tokens = await Promise.all([login(), login()]);
  expect(new Set(tokens).size).toBe(2);
});

test('a bad token is refused at checkout, since the customer would not find the order in her account', async () => {
  const answer = await shop.post(
    '/api/payment/initialize',
    orderBody([['oud', 10_000, 1]], { email: 'guest@example.com' }),
    bearer('A'.repeat(43)),
  );
  expect(answer.status).toBe(401);
  expect(answer.body.code).toBe('unauthorized');
});

test('a payment can be verified even with a bad token', async () => {
  const body = orderBody([['oud', 10_000, 1]], { email: 'guest@example.com' });
  const { data } = (await shop.post('/api/payment/initialize', body)).body;
  const answer = await shop.get(`/api/payment/verify/${data.reference}`, bearer('A'.repeat(43)));
  expect(answer.status).toBe(200);
});

test('log out ends this session and no other', async () => {
  const [one, other] = [await login(), await login()];
  expect((await shop.post('/api/auth/logout', undefined, bearer(one))).status).toBe(200);
  expect((await profile(bearer(one))).status).toBe(401);
  expect((await profile(bearer(other))).status).toBe(200);
});

test('log out everywhere ends all sessions of the account, and no one else’s', async () => {
  const musa = await signUp(shop, 'musa@example.com');
  const [one, other] = [await login(), await login()];
  expect((await shop.post('/api/auth/logout-everywhere', undefined, bearer(one))).status).toBe(200);
  for (const token of [one, other, ada.token])
    expect((await profile(bearer(token))).status).toBe(401);
  expect((await profile(musa.auth)).status).toBe(200);
});

describe('personal data', () => {
  const buy = async (email: string, headers: Record<string, string> = {}, pay = true) => {
    const body = orderBody([['oud', 10_000, 1]], { email });
    const { data } = (await shop.post('/api/payment/initialize', body, headers)).body;
    if (pay) {
      paystack.become(data.reference, { ...SUCCESS, customer: { email } });
      await shop.get(`/api/payment/verify/${data.reference}`);
    }
    return data.reference as string;
  };

  test('the export has the customer’s own account, orders, reviews and sessions', async () => {
    const bola = await signUp(shop, 'bola@example.com', { fullName: 'Bola Ade' });
    await buy('bola@example.com');
    await buy('elsewhere@example.com');
    await shop.post('/api/review/oud', { rating: 5, comment: 'Warm' }, bola.auth);
    const { status, body } = await shop.get('/api/account/export', bola.auth);
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ id: bola.id, email: bola.email, fullName: 'Bola Ade' });
    expect(body.orders.map((order: { email: string }) => order.email)).toEqual([bola.email]);
    expect(body.reviews.map((review: { comment: string }) => review.comment)).toEqual(['Warm']);
    expect(body.sessions).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  test('deletion takes the password; the orders stay, without the person', async () => {
    const email = 'chidi@example.com';
    const chidi = await signUp(shop, email);
    const references = [
      await buy(email, {}, false),
      await buy(email),
      await buy(email, chidi.auth),
    ];
    await shop.post('/api/review/oud', { rating: 1, comment: 'No' }, chidi.auth);
    const before = (await shop.get('/api/product/oud')).body.product;
    const remove = (password: string) => shop.post('/api/account/delete', { password }, chidi.auth);
    const refused = await remove('Wrong-pass1');
    expect([refused.status, refused.body.code]).toEqual([401, 'credentials_invalid']);
    expect((await remove(PASSWORD)).status).toBe(200);

    expect((await profile(chidi.auth)).status).toBe(401);
    const after = (await shop.get('/api/product/oud')).body.product;
    expect(after.numReviews).toBe(before.numReviews - 1);
    expect(await lastEmail(shop, email)).toBeUndefined();
    // An order that may still be delivered keeps its address until it must have arrived.
    await pass(shop, 15 * 24 * 60);
    const { sweepAccounts } = await import('#backend/customers/sweep.ts');
    await sweepAccounts(shop.services.db);
    const { rows } = await shop.services.db.execute(
      sql`select * from orders where reference in ${references}`,
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/chidi|Ada Obi|803 ?123|Allen/);
    expect(rows.every((row) => row.total_kobo !== null && row.city === 'Ikeja')).toBe(true);
    const again = await signUp(shop, email);
    expect((await shop.get('/api/order/my-orders', again.auth)).body).toEqual([]);
  });

  test('an order that is paid after its account was deleted sends no email', async () => {
    const email = 'dayo@example.com';
    const dayo = await signUp(shop, email);
    const reference = await buy(email, dayo.auth, false);
    await shop.post('/api/account/delete', { password: PASSWORD }, dayo.auth);
    paystack.become(reference, SUCCESS);
    await forgetAsked(shop.services.db);
    const { body } = await shop.get(`/api/payment/verify/${reference}`);
    expect(body.payment.status).toBe('paid');
    expect(await lastEmail(shop, email)).toBeUndefined();
  });
});
