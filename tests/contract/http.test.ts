import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { apiError } from '#contract/errors.ts';
import { openShop, orderBody, product, type TestShop } from './shop.harness.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({
    products: [product({ id: 'oud' })],
    settings: { CORS_ORIGINS: 'https://turare.example' },
  });
});
afterAll(() => shop.close());

const INITIALIZE = '/api/payment/initialize';
const send = async (path: string, init: RequestInit) => {
  const answer = await shop.app.request(path, init);
  return {
    status: answer.status,
    headers: answer.headers,
    body: apiError.parse(await answer.json()),
  };
};

describe('refusals have the contract’s shape', () => {
  test('an unknown address', async () => {
    for (const path of ['/api/nothing', '/api', '/', '/media', '/api/product/']) {
      const { status, body } = await send(path, {});
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  test('a wrong method, with the allowed ones', async () => {
    const cases = [
      ['/api/product', 'POST', 'HEAD, GET'],
      ['/api/payment/initialize', 'GET', 'POST'],
      ['/api/review/oud', 'PUT', 'HEAD, GET, POST, DELETE'],
      ['/api/payment/webhook', 'GET', 'POST'],
      ['/api/openapi.json', 'DELETE', 'HEAD, GET'],
      [`/media/${'a'.repeat(40)}/640.avif`, 'POST', 'HEAD, GET'],
    ] as const;
    for (const [path, method, allow] of cases) {
      const { status, headers, body } = await send(path, { method });
      expect([path, status, body.code, headers.get('allow')]).toEqual([
        path,
        405,
        'method_not_allowed',
        allow,
      ]);
    }
  });

  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded'])(
    'content type %s',
    async (type) => {
      const { status, body } = await send(INITIALIZE, {
        method: 'POST',
        body: new Blob([JSON.stringify(orderBody([['oud', 10_000, 1]]))]),
        headers: type ? { 'content-type': type } : {},
      });
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test.each(['', '{', '{"items":', 'undefined', "{'a':1}"])('the body %j', async (text) => {
    const { status, body } = await send(INITIALIZE, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect([status, body.code]).toEqual([400, 'malformed_json']);
  });

  test('a body that is too large, with and without its length', async () => {
    const text = JSON.stringify({ note: 'x'.repeat(300 * 1024) });
    const headers = { 'content-type': 'application/json' };
    const whole = await send(INITIALIZE, { method: 'POST', body: text, headers });
    const stream = new Blob([text]).stream();
    const streamed = await send(INITIALIZE, {
      method: 'POST',
      body: stream,
      headers,
      duplex: 'half',
    } as RequestInit);
    expect([whole.status, streamed.status]).toEqual([413, 413]);
    expect((await send('/api/payment/webhook', { method: 'POST', body: text })).status).toBe(413);
  });

  test.each(['/api/product/%', '/api/product/%E0%A4', '/media/%zz/640.jpg'])('%s', async (path) => {
    expect((await send(path, {})).status).toBe(404);
  });

  test('every fault, by its path and in English', async () => {
    const { body } = await shop.post(INITIALIZE, {
      ...orderBody([['oud', 10_000, 1]]),
      email: 'nobody',
      shippingInfo: { fullName: ' ', email: 'ada@example.com', phone: 5 },
    });
    expect(body.fields).toMatchObject({
      email: 'Please enter a valid email',
      'shippingInfo.fullName': 'Full name is required',
      'shippingInfo.phone': 'Phone number is required',
      'shippingInfo.address': 'Address is required',
    });
    expect(body.message).toMatch(/^The request is not valid\. /);
  });

  test('no call of the table answers 501', async () => {
    for (const [name, { method, path }] of Object.entries(endpoints)) {
      const { status, body } = await shop.app.request(path.replace(/\{\w+\}/, 'x'), { method });
      expect([name, status]).not.toEqual([name, 501]);
      await body?.cancel();
    }
  });
});

test('an unexpected error is 500 without a stack trace, and a log line without personal data', async () => {
  const { db } = shop.services;
  const spy = vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('disk on fire'));
  const { status, body } = await shop.post(INITIALIZE, orderBody([['oud', 10_000, 1]]), {
    'x-request-id': 'req-1',
  });
  spy.mockRestore();
  expect(status).toBe(500);
  expect(body).toMatchObject({ code: 'internal', requestId: 'req-1' });
  expect(JSON.stringify(body)).not.toMatch(/fire|at /);
  const line = shop.log.at(-1);
  expect(line).toMatchObject({ event: 'request_failed', request: 'req-1', route: INITIALIZE });
  expect(JSON.stringify(line)).not.toMatch(/ada@|Ada Obi|Allen/);
});

test('a failed query is logged without its values', async () => {
  const { db } = shop.services;
  const { sql } = await import('drizzle-orm');
  const { describeError } = await import('#backend/base/log.ts');
  const error = await db
    .execute(sql`select ${'ada@example.com'}::int`)
    .catch((reason: unknown) => reason);
  expect(JSON.stringify(describeError(error))).not.toContain('select');
});

test('headers: request id, no sniffing, no scripts; payments are not stored in caches', async () => {
  const { headers } = await shop.get('/api/product');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{10,}$/);
  for (const [sent, kept] of [
    ['trace-1', true],
    ['two words', false],
    ['a'.repeat(65), false],
  ]) {
    const answer = await shop.get('/api/nothing', { 'x-request-id': String(sent) });
    expect(answer.headers.get('x-request-id') === sent).toBe(kept);
  }
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toBe('no-cache');
  const payment = await shop.get('/api/payment/verify/tr-unknown-reference');
  expect(payment.headers.get('cache-control')).toBe('no-store');
});

test('another origin may call the API only if the settings name it', async () => {
  const ask = (origin: string) =>
    shop.app.request(INITIALIZE, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const known = await ask('https://turare.example');
  expect(known.headers.get('access-control-allow-origin')).toBe('https://turare.example');
  expect(known.headers.get('access-control-allow-headers')).toContain('idempotency-key');
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('HEAD answers as GET, without a body', async () => {
  const answer = await shop.app.request('/api/product', { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('a supervisor learns that the process lives, and a load balancer that it is ready', async () => {
  expect((await shop.get('/api/health')).body).toEqual({
    status: 'ok',
    shop: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(await shop.get('/api/ready')).toMatchObject({
    status: 200,
    body: { status: 'ready', email: 'ok' },
  });
});

describe('the network address behind a proxy', () => {
  const PRODUCTION = {
    SHOP_MODE: 'production',
    SITE_URL: 'https://turare.example',
    PAYSTACK_SECRET_KEY: 'sk_live_turare',
    ORDER_SEAL_KEY: 'seal'.repeat(8),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MERCHANT_EMAIL: 'orders@turare.example',
  };
  const login = (shop: TestShop) =>
    shop.post(
      '/api/auth/login',
      { email: 'ada@example.com', password: 'Guess-12345' },
      { 'x-forwarded-for': '102.89.1.1' },
    );

  test('is reported missing once in production, with the setting to change', async () => {
    const production = await openShop({ settings: PRODUCTION });
    try {
      for (let n = 0; n < 3; n++) await login(production);
      expect(production.log).toEqual([
        {
          event: 'client_address_unknown',
          message: expect.stringContaining('set CLIENT_ADDRESS_HEADER=x-forwarded-for'),
        },
      ]);
    } finally {
      await production.close();
    }
  });

  test('is not reported missing with the right setting, nor in development', async () => {
    const settings = { ...PRODUCTION, CLIENT_ADDRESS_HEADER: 'x-forwarded-for' };
    const production = await openShop({ settings });
    try {
      await login(production);
      expect(production.log).toEqual([]);
      // The build reads the catalogue without the proxy.
      await production.get('/api/product');
      expect(production.log).toEqual([]);
      for (let n = 0; n < 2; n++) {
        await production.post('/api/auth/login', { email: 'ada@example.com', password: 'x' });
      }
      expect(production.log).toEqual([
        {
          event: 'client_address_unreadable',
          message: expect.stringContaining('no address in the header x-forwarded-for'),
        },
      ]);
    } finally {
      await production.close();
    }
    await login(shop);
    expect(shop.log.filter(({ event }) => event === 'client_address_unknown')).toEqual([]);
  });
});
