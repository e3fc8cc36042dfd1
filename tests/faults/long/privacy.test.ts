import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER } from '#contract/headers.ts';
import { SECRET_KEY } from '#sandbox/sandbox.harness.ts';
import { mailServer } from '../../contract/emails/emails.harness.ts';
import { orderBody } from '../../contract/shop.harness.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { type FaultShop, openFaultShop } from '../shop.harness.ts';
import { pay } from '../shopper.ts';

/** Nothing that a shopper types, and no secret, reaches the log, even when things go wrong. */

const SHOPPER = {
  fullName: 'Ngozi Adichie-Bello',
  email: 'ngozi.log@example.com',
  password: 'Oud-wood-log1',
  wrongPassword: 'Oud-wood-log2',
  phone: '0803 987 6543',
  address: '14 Marina Crescent',
  network: '102.89.77.66',
  search: 'a-very-private-search',
};
const KEYS = {
  device: 'device-of-ngozi-0123456789',
  attempt: 'attempt-of-ngozi-0123456789',
  smtpUser: 'smtp-user-of-shop',
  smtpPassword: 'smtp-password-of-shop',
  publisher: 'publisher-secret-of-thirty-two-chars',
};

let database: FreshDatabase;
let shop: FaultShop;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

test('the log of a whole purchase, with every failure, has no personal data and no secret', async () => {
  const mail = await mailServer({ recipient: () => 550 });
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { oud: 100 },
    places: 1,
    settings: {
      LOG_LEVEL: 'debug',
      SMTP_URL: `smtp://${KEYS.smtpUser}:${KEYS.smtpPassword}@127.0.0.1:${mail.port}`,
      PUBLISHER_URL: `http://127.0.0.1:9/publish?hook=${KEYS.publisher}`,
      PUBLISHER_SECRET: KEYS.publisher,
      MERCHANT_EMAIL: 'merchant.log@example.com',
    },
  });
  const api = await shop.start(0);
  shop.relay.target = api.url;
  const secrets: string[] = [...Object.values(SHOPPER), ...Object.values(KEYS), SECRET_KEY];
  const ask = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await fetch(`${api.url}${path}`, {
      method,
      headers: {
        'x-client-address': SHOPPER.network,
        [DEVICE_HEADER]: KEYS.device,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
  };
  const post = (path: string, body: object, headers = {}) => ask('POST', path, body, headers);
  const emailText = async (like: string) => {
    const { rows } = await shop.client.query<{ text: string }>(
      'select text from emails where id like $1 and recipient = $2 order by created_at desc',
      [like, SHOPPER.email],
    );
    return rows[0]?.text ?? '';
  };
  const { fullName, email, password, phone, address } = SHOPPER;

  // An account: sign-up, wrong code, code, wrong password, login, forgotten password.
  await post('/api/auth/register', { fullName, email, password });
  const otp = /^\d{6}$/m.exec(await emailText('account:%'))?.[0] ?? '';
  secrets.push(otp);
  await post('/api/auth/verify-otp', { email, otp: otp === '000000' ? '000001' : '000000' });
  const verified = await post('/api/auth/verify-otp', { email, otp });
  expect(verified.status).toBe(200);
  await post('/api/auth/login', { email, password: SHOPPER.wrongPassword });
  const login = await post('/api/auth/login', { email, password });
  expect(login.status).toBe(200);
  secrets.push(verified.body.token, login.body.token);
  const auth = { authorization: `Bearer ${login.body.token}` };
  await ask('GET', '/api/auth/profile', undefined, auth);
  await post('/api/auth/forgot-password', { email });
  await ask('GET', `/api/product?search=${SHOPPER.search}`);
  await ask('GET', `/api/nothing/${SHOPPER.email}`);
  await ask('GET', '/api/product', undefined, { 'x-request-id': SHOPPER.email });

  // An order: Paystack fails first, then answers, and is paid; its verify fails once.
  const fault = (on: string, kind: string) =>
    fetch(`${shop.sandbox.url}/sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ on, kind }),
    }).then((answer) => expect(answer.status).toBe(201));
  const order = orderBody([['oud', 10_000, 1]], {
    email,
    shippingInfo: { ...orderBody([]).shippingInfo, fullName, email, phone, address },
  });
  await fault('initialize', 'error');
  const failed = await post('/api/payment/initialize', order, auth);
  expect(failed.body.code).toBe('payment_unavailable');
  const attempt = { ...auth, [IDEMPOTENCY_HEADER]: KEYS.attempt };
  const begun = await post('/api/payment/initialize', order, attempt);
  const { reference, authorization_url: page } = begun.body.data;
  secrets.push(reference, new URL(page).pathname.slice(1));
  await fault('verify', 'error');
  await ask('GET', `/api/payment/verify/${reference}`, undefined, auth);
  const delivered = shop.relay.delivered();
  await pay(page);
  await delivered;
  const paid = await ask('GET', `/api/payment/verify/${reference}`, undefined, auth);
  expect(paid.body.payment.status).toMatch(/paid|success/);
  await ask('GET', `/api/payment/verify/${reference}x`);
  await post('/api/payment/webhook', { event: 'charge.success', data: { reference } });

  // The order, by its owner and by the link in the email, and a refund.
  const { rows } = await shop.client.query<{ id: string }>(
    'select id from orders where reference = $1',
    [reference],
  );
  const id = rows[0]?.id ?? '';
  expect((await ask('GET', `/api/order/${id}`, undefined, auth)).status).toBe(200);
  await ask('GET', `/api/order/${id}`);
  await vi.waitFor(async () => expect(await emailText('paid:%')).not.toBe(''), 20_000);
  const token = /orders\/[^\s#?]*[?#]\S*?([A-Za-z0-9_-]{20,})/.exec(await emailText('paid:%'))?.[1];
  expect(token).toBeDefined();
  secrets.push(token ?? '');
  await ask('GET', `/api/order/shared/${token}`);
  const refunded = shop.relay.delivered();
  const event = await fetch(`${shop.sandbox.url}/sandbox/events/${reference}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'refund.processed' }),
  });
  expect(event.status).toBe(201);
  await refunded;
  const reported = () => api.log.map(({ event }) => event);
  await vi.waitFor(
    () =>
      expect(reported()).toEqual(
        expect.arrayContaining([
          'email_undeliverable',
          'payment_initialize_failed',
          'payment_verify_failed',
          'order_transition',
          'publisher_not_told',
        ]),
      ),
    { interval: 100 },
  );
  await api.stop();

  const requests = api.lines.filter((line) => / request /.test(line));
  expect(requests.length).toBeGreaterThan(20);
  expect(requests.join('\n')).toContain('"route":"/api/payment/verify/:reference"');
  const text = api.lines.join('\n').toLowerCase();
  expect(secrets.filter((secret) => secret.length < 5)).toEqual([]);
  expect(secrets.filter((secret) => text.includes(secret.toLowerCase()))).toEqual([]);
  // Also in parts and other spellings.
  expect(text).not.toMatch(/ngozi|adichie|marina|9876543|803 987|example\.com/);
});
