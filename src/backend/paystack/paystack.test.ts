import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { listenOn, type Running } from '#sandbox/sandbox.harness.ts';
import { createPaystack } from './paystack.ts';

/** The adapter against servers that do not behave like Paystack. */

const servers: Running[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** An adapter whose Paystack is this listener. */
async function against(listener: RequestListener, timeoutMs = 5000) {
  const server = await listenOn(listener);
  servers.push(server);
  const settings = { secretKey: 'sk_test_x', allowedHosts: ['checkout.paystack.com'], timeoutMs };
  return createPaystack({ ...settings, baseUrl: `${server.url}/` });
}
/** Answers every call with this body. */
const saying =
  (body: unknown, status = 200, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const order = {
  reference: 'order-1',
  email: 'ada@example.com',
  amountKobo: 4_500_000,
  callbackUrl: 'https://turare.example/payment/callback',
};
const page = {
  authorization_url: 'https://checkout.paystack.com/0peioxfhpn',
  access_code: '0peioxfhpn',
  reference: 'order-1',
};
const payment = {
  id: 4_099_260_516_000,
  status: 'success',
  reference: 'order-1',
  amount: 4_500_000,
  currency: 'NGN',
};
const ok = (data: unknown) => ({ status: true, message: 'Fine', data });
/** The outcome of both calls to a server. */
async function both(listener: RequestListener, timeoutMs?: number) {
  const paystack = await against(listener, timeoutMs);
  const outcomes = [await paystack.begin(order), await paystack.verify('order-1')];
  return outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.refusal.code));
}

test('text that PostgreSQL cannot store loses its NUL characters', async () => {
  const odd = { ...payment, channel: 'ca\u0000rd', currency: 'NGN\u0000', id: '7\u0000' };
  const paystack = await against(saying(ok(odd)));
  expect(await paystack.verify('order-1')).toMatchObject({
    value: { channel: 'card', currency: 'NGN', id: '7' },
  });
});

describe('a server that', () => {
  test.each<[string, RequestListener, string]>([
    ['answers 500', saying(ok(payment), 500), 'bad_answer'],
    ['answers 502 with a page', saying('<h1>Bad gateway</h1>', 502), 'bad_answer'],
    ['answers a page', saying('<h1>Welcome</h1>'), 'bad_answer'],
    ['answers a page with 404', saying('<h1>Not found</h1>', 404), 'bad_answer'],
    ['answers nothing', saying(''), 'bad_answer'],
    ['answers null', saying('null'), 'bad_answer'],
    ['answers without data', saying({ status: true, message: 'Fine' }), 'bad_answer'],
    ['answers data in another format', saying(ok([])), 'bad_answer'],
    ['answers endlessly', saying(`"${'x'.repeat(2_000_000)}"`), 'bad_answer'],
    ['contradicts itself', saying(ok(payment), 400), 'bad_answer'],
    ['is busy', saying({ status: false, message: 'Slow down' }, 429), 'rate_limited'],
    ['is busy and says so', saying({ status: false, code: 'rate_limited' }, 400), 'rate_limited'],
    ['refuses', saying({ status: false, message: 'Invalid key' }, 401), 'rejected'],
    ['refuses with 200', saying({ status: false, message: 'No' }), 'rejected'],
    ['hangs up', (request) => request.socket.destroy(), 'network'],
    [
      'hangs up in the middle',
      (request, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"status":true,', () => request.socket.destroy());
      },
      'network',
    ],
  ])('%s', async (_, listener, code) => {
    expect(await both(listener)).toEqual([code, code]);
  });

  test('never answers', async () => {
    expect(await both(() => {}, 50)).toEqual(['timeout', 'timeout']);
  });

  test('begins to answer and never ends', async () => {
    const listener: RequestListener = (_, response) => {
      response.writeHead(200).write('{"status":true');
    };
    expect(await both(listener, 50)).toEqual(['timeout', 'timeout']);
  });

  test('is not there', async () => {
    const server = await listenOn(() => {});
    await server.close();
    const paystack = createPaystack({ secretKey: 'k', baseUrl: server.url, allowedHosts: [] });
    const outcome = await paystack.verify('order-1');
    expect(outcome).toMatchObject({ refusal: { code: 'network' } });
    expect(outcome).toHaveProperty('refusal.message', expect.stringContaining('ECONNREFUSED'));
  });

  test('redirects is not followed, so that the key goes nowhere else', async () => {
    const keys: unknown[] = [];
    const elsewhere = await listenOn((request, response) => {
      keys.push(request.headers.authorization);
      response.end();
    });
    servers.push(elsewhere);
    for (const status of [301, 302, 307, 308]) {
      const listener = saying('', status, { location: elsewhere.url });
      expect(await both(listener)).toEqual(['bad_answer', 'bad_answer']);
    }
    expect(keys).toEqual([]);
  });
});

describe('initialize', () => {
  test('asks as Paystack describes', async () => {
    const asked: unknown[] = [];
    const paystack = await against(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      asked.push(request.url, request.headers.authorization, JSON.parse(body));
      saying(ok(page))(request, response);
    });
    const cancelUrl = 'https://turare.example/checkout';
    const metadata = { order: 'ọjà-1' };
    expect(await paystack.begin({ ...order, cancelUrl, metadata })).toEqual({
      ok: true,
      value: { page: page.authorization_url },
    });
    expect(asked).toEqual([
      '/transaction/initialize',
      'Bearer sk_test_x',
      {
        email: 'ada@example.com',
        amount: 4_500_000,
        currency: 'NGN',
        reference: 'order-1',
        callback_url: order.callbackUrl,
        metadata: { order: 'ọjà-1', cancel_action: cancelUrl },
      },
    ]);
  });

  test.each([
    'https://evil.example/0peioxfhpn',
    'https://checkout.paystack.com.evil.example/x',
    'https://checkout.paystack.com@evil.example/x',
    'https://user:pass@checkout.paystack.com/x',
    'https://checkout.paystack.com:8443/x',
    'http://checkout.paystack.com/x',
    'javascript:alert(1)//checkout.paystack.com',
    '/x',
    '',
  ])('never gives a shopper the page %s', async (authorization_url) => {
    const paystack = await against(saying(ok({ ...page, authorization_url })));
    expect(await paystack.begin(order)).toMatchObject({
      ok: false,
      refusal: { code: 'bad_answer' },
    });
  });

  test('refuses an answer for another reference', async () => {
    const paystack = await against(saying(ok({ ...page, reference: 'order-2' })));
    expect(await paystack.begin(order)).toMatchObject({
      ok: false,
      refusal: { code: 'bad_answer' },
    });
  });
});

describe('verify', () => {
  test.each([
    [0, null],
    ['', null],
    ['text', null],
    ['{"a"', null],
    [null, null],
    [undefined, null],
    [[], null],
    [{ a: 1 }, { a: 1 }],
    ['{"a":1}', { a: 1 }],
  ])('reads metadata %j as %j', async (metadata, read) => {
    const paystack = await against(saying(ok({ ...payment, metadata })));
    expect(await paystack.verify('order-1')).toEqual({
      ok: true,
      value: {
        id: '4099260516000',
        state: 'succeeded',
        word: 'success',
        reference: 'order-1',
        amountKobo: 4_500_000,
        requestedAmountKobo: null,
        currency: 'NGN',
        channel: null,
        paidAt: null,
        customer: null,
        metadata: read,
      },
    });
  });

  test('a field that is only shown never stops a payment', async () => {
    const odd = { channel: 7, paid_at: 'yesterday', customer: { first_name: 1 } };
    const paystack = await against(saying(ok({ ...payment, ...odd })));
    const outcome = await paystack.verify('order-1');
    expect(outcome).toMatchObject({ ok: true, value: { channel: null, paidAt: null } });
  });

  test('converts times to UTC, from either spelling', async () => {
    const paystack = await against(saying(ok({ ...payment, paidAt: '2026-11-21T10:00:00+01:00' })));
    expect(await paystack.verify('order-1')).toMatchObject({
      value: { paidAt: '2026-11-21T09:00:00.000Z' },
    });
  });

  test.each([
    ['a status that we do not know', { status: 'paid' }],
    ['another reference', { reference: 'order-2' }],
    ['an amount as text', { amount: '4500000' }],
    ['half a kobo', { amount: 0.5 }],
    ['less than nothing', { amount: -1 }],
    ['no currency', { currency: undefined }],
    ['a requested amount as text', { requested_amount: '4500000' }],
  ])('%s is a bad answer', async (_, change) => {
    const paystack = await against(saying(ok({ ...payment, ...change })));
    expect(await paystack.verify('order-1')).toMatchObject({
      ok: false,
      refusal: { code: 'bad_answer' },
    });
  });

  test.each([
    [400, { message: 'Transaction reference not found.', code: 'transaction_not_found' }],
    [400, { message: 'Transaction reference not found' }],
    [404, { message: 'Entity not found' }],
  ])('recognizes an unknown reference by %i %j', async (status, body) => {
    const paystack = await against(saying({ status: false, ...body }, status));
    expect(await paystack.verify('order-1')).toMatchObject({
      refusal: { code: 'unknown_reference' },
    });
  });

  test.each(['', '.', '..', '../../x', 'a b', 'a/b', 'a%2fb', 'ọ'])(
    'does not ask for %j, which no payment can have',
    async (reference) => {
      const paystack = await against(() => expect.unreachable());
      expect(await paystack.verify(reference)).toMatchObject({
        refusal: { code: 'unknown_reference' },
      });
    },
  );
});
