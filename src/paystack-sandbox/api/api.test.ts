import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begin, call, press, SECRET_KEY, startSandbox } from '#sandbox/sandbox.harness.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const initialize = (body: unknown, headers = {}) =>
  call(sandbox.url, '/transaction/initialize', body, headers);
const verify = async (reference: string) =>
  (await call(sandbox.url, `/transaction/verify/${reference}`)).body.data;

describe('initialize', () => {
  test('takes no payment below ₦50, as integrations report of Paystack', async () => {
    const real = await startSandbox({ smallestKobo: undefined });
    const answered = async (amount: number) =>
      (await call(real.url, '/transaction/initialize', { email: 'ada@example.com', amount })).body;
    expect(await answered(4999)).toMatchObject({ status: false, code: 'invalid_amount' });
    expect(await answered(5000)).toMatchObject({ status: true });
    await real.close();
  });

  test.each([
    [{ amount: 100 }, 'invalid_email_address'],
    [{ email: 'ada', amount: 100 }, 'invalid_email_address'],
    [{ email: 'ada@example.com' }, 'invalid_amount'],
    [{ email: 'ada@example.com', amount: 0 }, 'invalid_amount'],
    [{ email: 'ada@example.com', amount: -5 }, 'invalid_amount'],
    [{ email: 'ada@example.com', amount: 12.5 }, 'invalid_amount'],
    [{ email: 'ada@example.com', amount: '12.50' }, 'invalid_amount'],
    [{ email: 'ada@example.com', amount: '1e3' }, 'invalid_amount'],
    [{ email: 'ada@example.com', amount: 1e16 }, 'invalid_amount'],
    [{ email: 'ada@example.com', amount: 100, currency: 'GHS' }, 'unsupported_currency'],
    [{ email: 'ada@example.com', amount: 100, reference: 'a b' }, 'invalid_reference'],
    [{ email: 'ada@example.com', amount: 100, reference: 'a/../b' }, 'invalid_reference'],
    [{ email: 'ada@example.com', amount: 100, reference: '..' }, 'invalid_reference'],
    [{ email: 'ada@example.com', amount: 100, callback_url: 'javascript:1' }, 'invalid_params'],
    [{ email: 'ada@example.com', amount: 100, metadata: 'ọ'.repeat(1667) }, 'invalid_params'],
    ['{"email":', 'invalid_params'],
    ['[]', 'invalid_params'],
    ['', 'invalid_params'],
  ])('refuses %j with %s', async (body, code) => {
    const answer = await initialize(body);
    expect(answer.httpStatus).toBe(400);
    expect(answer.body).toMatchObject({ status: false, type: 'validation_error', code });
  });

  test('accepts a numeric string, makes a reference, uses naira', async () => {
    const { body } = await initialize({ email: 'ada@example.com', amount: '4500050' });
    expect(body).toEqual({
      status: true,
      message: 'Authorization URL created',
      data: {
        authorization_url: `${sandbox.url}/checkout/${body.data.access_code}`,
        access_code: expect.stringMatching(/^[0-9a-f]{20}$/),
        reference: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
    });
    expect(await verify(body.data.reference)).toMatchObject({ amount: 4_500_050, currency: 'NGN' });
  });
});

test.each([
  ['no key', {}, 'missing_key'],
  ['a wrong key', { authorization: 'Bearer sk_test_wrong' }, 'invalid_Key'],
  ['a key without Bearer', { authorization: SECRET_KEY }, 'invalid_Key'],
])('%s is 401 on every call', async (_, headers, code) => {
  for (const path of ['/transaction', '/transaction/verify/x', '/refund', '/dispute']) {
    const response = await fetch(sandbox.url + path, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ status: false, code });
  }
});

test.each([
  ['/transaction/verify/nobody', 400, 'transaction_not_found'],
  ['/plan', 404, 'not_found'],
])('%s answers %i %s', async (path, httpStatus, code) => {
  const answer = await call(sandbox.url, path);
  expect(answer.httpStatus).toBe(httpStatus);
  expect(answer.body.code).toBe(code);
});

test.each([
  [null, 'abandoned', 'card'],
  ['Pay now', 'success', 'card'],
  ['Decline', 'failed', 'card'],
  ['Bank transfer', 'pending', 'bank_transfer'],
  ['Cancel', 'abandoned', 'card'],
])('after %s verify says %s by %s', async (button, status, channel) => {
  const { authorization_url, reference } = await begin(sandbox.url, { metadata: { order: 'ọ-1' } });
  if (button) await press(authorization_url, button);
  const { body } = await call(sandbox.url, `/transaction/verify/${reference}`);
  const metadata = { order: 'ọ-1' };
  expect(body.data).toMatchObject({ status, channel, reference, metadata });
});

test('verify describes the card', async () => {
  const { authorization_url, reference } = await begin(sandbox.url, { amount: 4_500_000 });
  await press(authorization_url, 'Pay now');
  const data = await verify(reference);
  expect(data.id).toBeGreaterThan(2 ** 32);
  // 1.5 % of ₦45,000 and ₦100.
  expect(data.fees).toBe(77_500);
  expect(data.authorization).toMatchObject({ channel: 'card', last4: '4081' });
  expect(data.customer).toMatchObject({
    email: 'ada@example.com',
    first_name: null,
    last_name: null,
    phone: null,
  });
  expect(data.log).toMatchObject({ attempts: 1, errors: 0, success: true });
  expect(data.paid_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test('list filters and paginates, newest first', async () => {
  const own = await startSandbox();
  for (let i = 1; i <= 5; i++) {
    const { authorization_url } = await begin(own.url, { reference: `r${i}`, amount: i * 100 });
    if (i % 2) await press(authorization_url, 'Pay now');
  }
  const { body } = await call(own.url, '/transaction?status=success&perPage=2&page=1');
  expect(body.data.map((entry: { reference: string }) => entry.reference)).toEqual(['r5', 'r3']);
  expect(body.meta).toEqual({
    total: 3,
    total_volume: 900,
    skipped: 0,
    perPage: 2,
    page: 1,
    pageCount: 2,
  });
  await own.close();
});

test('list gives metadata back as it came, and keeps to the time', async () => {
  let now = Date.parse('2026-11-21T09:00:00Z');
  const own = await startSandbox({ clock: () => now });
  const sent = [{ order_id: 'ọ-1', shop: 'shop.example' }, '{"a":1}', 0, '', undefined];
  for (const metadata of sent) {
    await begin(own.url, { ...(metadata !== undefined && { metadata }) });
    now += 3_600_000;
  }
  const listed = async (query = '') =>
    (await call(own.url, `/transaction?${query}`)).body.data.map(
      ({ metadata }: { metadata: unknown }) => metadata,
    );
  expect(await listed()).toEqual([null, ...sent.slice(0, -1).reverse()]);
  expect(await listed('from=2026-11-21T10:00:00Z&to=2026-11-21T11:30:00Z')).toEqual([0, '{"a":1}']);
  await own.close();
});

test('disputes: by payment, by state and by time, newest first', async () => {
  let now = Date.parse('2026-11-21T09:00:00Z');
  const own = await startSandbox({ clock: () => now });
  for (const reference of ['r1', 'r2']) {
    const { authorization_url } = await begin(own.url, { reference });
    await press(authorization_url, 'Pay now');
    now += 3_600_000;
    const event = { event: 'charge.dispute.create', amount: 400_000 };
    await call(own.url, `/sandbox/events/${reference}`, event);
  }
  await call(own.url, '/sandbox/events/r1', { event: 'charge.dispute.resolve' });
  const listed = async (query: string) =>
    (await call(own.url, `/dispute?${query}`)).body.data.map(
      (one: { transaction: { reference: string } }) => one.transaction.reference,
    );
  expect(await listed('')).toEqual(['r2', 'r1']);
  expect(await listed('perPage=1&page=2')).toEqual(['r1']);
  expect(await listed('status=resolved')).toEqual(['r1']);
  expect(await listed('to=2026-11-21T10:30:00Z')).toEqual(['r1']);
  const { id } = (await call(own.url, '/transaction/verify/r2')).body.data;
  const { body } = await call(own.url, `/dispute?transaction=${id}`);
  expect(body.meta).toMatchObject({ total: 1, pageCount: 1 });
  expect(body.data).toMatchObject([
    { refund_amount: 400_000, status: 'awaiting-merchant-feedback', resolution: null },
  ]);
  await own.close();
});
