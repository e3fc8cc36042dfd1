import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { appDataCalls } from '#contract/app-data-calls.ts';
import { checkoutCalls } from '#contract/checkout-calls.ts';
import { SECRET_HEADER } from '#contract/headers.ts';
import { orderCalls } from '#contract/order-calls.ts';
import { promotionCalls } from '#contract/promotion-calls.ts';
import { reviewCalls } from '#contract/review-calls.ts';
import { createCall } from './call.ts';
import { CallError, isRefusal } from './errors.ts';
import { listExtensions } from './extensions.harness.ts';

let close = () => {};
afterEach(() => {
  close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A real server, so that the tests include ofetch. */
async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failure = async (base: string): Promise<CallError> => {
  const error = await createCall(base)(appDataCalls.categories, {}).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  return error;
};

describe('a request from the head of the page', () => {
  const orders = orderCalls.myOrders;
  const ofAmina = { token: () => 'amina', ended: () => {}, refused: () => true };
  const early = (
    answer: Promise<Response>,
    token = 'amina',
    signal = AbortSignal.timeout(9000),
  ) => ({
    early: { token, answer, signal },
  });
  /** A server that counts its requests. */
  async function count() {
    const asked: (string | undefined)[] = [];
    const base = await serve((request, response) => {
      asked.push(request.headers.authorization);
      response.end('[]');
    });
    return { asked, call: createCall(base, ofAmina) };
  }

  it('is used instead of a second request', async () => {
    const { asked, call } = await count();
    expect(await call(orders, early(Promise.resolve(Response.json([]))))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is not used for another customer', async () => {
    const { asked, call } = await count();
    const hers = Promise.resolve(Response.json({ message: 'Not hers' }, { status: 500 }));
    expect(await call(orders, early(hers, 'bola'))).toEqual([]);
    expect(asked).toEqual(['Bearer amina']);
  });

  it.each([
    [
      'a 401',
      () => Promise.resolve(new Response('{}', { status: 401 })),
      { kind: 401, leaves: true },
    ],
    [
      'a 500',
      () => Promise.resolve(new Response('', { status: 500 })),
      { kind: 500, leaves: false },
    ],
    ['no network', () => Promise.reject(new TypeError('no')), { kind: 'FETCH_ERROR' }],
  ])('fails as any other with %s, and is not sent again', async (_, answer, wanted) => {
    const { asked, call } = await count();
    const error = await call(orders, early(answer())).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject(wanted);
    expect(asked).toEqual([]);
  });

  it('ends when the first request times out', async () => {
    const { call } = await count();
    const signal = AbortSignal.abort(new DOMException('', 'TimeoutError'));
    const error = await call(orders, early(Promise.reject(signal.reason), 'amina', signal)).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ kind: 'TIMEOUT_ERROR' });
  });
});

describe('a call', () => {
  it.each([
    ['in the address', [] as const, '/api/payment/verify/a%3Db%2Cc-1', undefined],
    [
      'in a header, where the backend knows it',
      ['secret.header'] as const,
      '/api/payment/verify/-',
      'a%3Db%2Cc-1',
    ],
  ])(
    'sends the headers, and a secret %s, and parses the answer',
    async (_, extensions, path, secret) => {
      listExtensions(...extensions);
      let seen: unknown[] = [];
      const payment = {
        status: 'paid',
        reference: 'a=b,c-1',
        email: 'x@y.ng',
        amount: 1.5,
        channel: 'card',
      };
      const base = await serve((request, response) => {
        seen = [
          request.method,
          request.url,
          request.headers['idempotency-key'],
          request.headers[SECRET_HEADER],
        ];
        response.end(JSON.stringify({ payment }));
      });
      const answer = await createCall(base)(checkoutCalls.verifyPayment, {
        params: { reference: 'a=b,c-1' },
        headers: { 'idempotency-key': 'k' },
      });
      expect(answer.payment).toEqual(payment);
      expect(seen).toEqual(['GET', path, 'k', secret]);
    },
  );

  it('of an extension is sent only to a backend that lists it', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const asked: (string | undefined)[] = [];
    const base = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(404).end();
    });
    const tell = () =>
      createCall(base)(orderCalls.sharedOrder, { params: { token: 'k' } }).catch((error) => error);
    listExtensions('order.delivery');
    expect(await tell()).toMatchObject({ name: 'CallError', kind: 'UNLISTED_CALL' });
    expect(report.mock.calls).toEqual([
      ['GET /api/order/shared/{token}: no extension order.shared'],
    ]);
    expect(asked).toEqual([]);
    // A page whose backend has since lost the extension.
    listExtensions('order.shared');
    expect(await tell()).toMatchObject({ kind: 404 });
    expect(asked).toEqual(['/api/order/shared/k']);
  });

  it('is sent once, also if the server fails', async () => {
    let asked = 0;
    const base = await serve((_, response) => {
      asked++;
      response.writeHead(503).end('<h1>Bad gateway</h1>');
    });
    expect(await failure(base)).toMatchObject({ kind: 503, body: undefined });
    expect(asked).toBe(1);
  });

  it('carries the contract’s error', async () => {
    const body = { code: 'rate_limited', message: 'Wait a minute' };
    const base = await serve((_, response) => response.writeHead(429).end(JSON.stringify(body)));
    expect(await failure(base)).toMatchObject({ kind: 429, body });
  });

  it.each([
    ['application/json', '{"message":"User already exists"}'],
    ['application/json', '"User already exists"'],
    ['text/plain', 'User already exists'],
  ])('carries another backend’s message as %s', async (type, text) => {
    const base = await serve((_, response) =>
      response.writeHead(409, { 'content-type': type }).end(text),
    );
    expect(await failure(base)).toMatchObject({
      kind: 409,
      body: { message: 'User already exists' },
    });
  });

  it('reports an answer that breaks the contract', async () => {
    for (const text of ['', 'null', '<html>', '{"place":"Lekki","amount":3500}']) {
      const base = await serve((_, response) => response.end(text));
      expect((await failure(base)).kind).toBe('PARSING_ERROR');
      close();
    }
  });

  it('distinguishes no connection from no answer in time', async () => {
    const base = await serve((request) => request.socket.destroy());
    expect((await failure(base)).kind).toBe('FETCH_ERROR');
    close();
    const silent = await serve(() => {});
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 30);
      return controller.signal;
    });
    expect((await failure(silent)).kind).toBe('TIMEOUT_ERROR');
  });
});

describe('the session', () => {
  const order = { ...appDataCalls.categories, auth: 'required' } as const;
  const refusing = (status: number, code: string) =>
    serve((_, response) => response.writeHead(status).end(JSON.stringify({ code, message: 'No' })));

  /** Credentials that record their calls. */
  function credentials(token?: string) {
    const told: unknown[] = [];
    return {
      told,
      token: () => token,
      ended(ended: string) {
        told.push(`ended ${ended}`);
        token = undefined;
      },
      refused(refused: string | undefined) {
        told.push(`refused ${refused}`);
        return true;
      },
    };
  }

  it('sends the token only where the call takes one', async () => {
    const seen: unknown[] = [];
    const base = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('[]');
    });
    const call = createCall(base, credentials('secret'));
    await call(order, {});
    await call(reviewCalls.reviews, { params: { id: 'oud' } });
    await call(appDataCalls.categories, {});
    await createCall(base)(order, {});
    expect(seen).toEqual(['Bearer secret', 'Bearer secret', undefined, undefined]);
  });

  it.each([
    [401, 'unauthorized', '/api/order/my-orders', ['refused secret']],
    [401, 'credentials_invalid', '/api/account/delete', []],
    [401, 'unauthorized', '/api/auth/profile', []],
    [403, 'forbidden', '/api/order/my-orders', []],
  ] as const)('%i %s of %s', async (status, code, path, told) => {
    const customer = credentials('secret');
    const call = createCall(await refusing(status, code), customer);
    const leaves = told.length > 0;
    await expect(call({ ...order, path }, {})).rejects.toMatchObject({ kind: status, leaves });
    expect(customer.told).toEqual(told);
  });

  it('a 401 to a call without a token does not redirect', async () => {
    const customer = credentials('secret');
    const call = createCall(await refusing(401, 'unauthorized'), customer);
    await expect(call(appDataCalls.categories, {})).rejects.toMatchObject({ kind: 401 });
    expect(customer.told).toEqual([]);
  });

  describe('a read with an optional token', () => {
    const reviews = { params: { id: 'oud' } };
    /** Answers 401 to `Bearer secret`, and to a visitor without a token if `strict`. */
    async function shop(strict: boolean) {
      const seen: unknown[] = [];
      const base = await serve(({ headers: { authorization } }, response) => {
        seen.push(authorization);
        const refused = authorization === 'Bearer secret' || (strict && !authorization);
        response.writeHead(refused ? 401 : 200).end(refused ? '{"message":"No"}' : '[]');
      });
      return { seen, base };
    }

    it('ends the session after a 401, and is sent once more without a token', async () => {
      const { seen, base } = await shop(false);
      const customer = credentials('secret');
      expect(await createCall(base, customer)(reviewCalls.reviews, reviews)).toEqual([]);
      expect(seen).toEqual(['Bearer secret', undefined]);
      expect(customer.told).toEqual(['ended secret']);
    });

    it('leads to /login after the second 401, once', async () => {
      const { seen, base } = await shop(true);
      const customer = credentials('secret');
      const call = createCall(base, customer)(reviewCalls.reviews, reviews);
      await expect(call).rejects.toMatchObject({ kind: 401, leaves: true });
      expect(seen).toEqual(['Bearer secret', undefined]);
      expect(customer.told).toEqual(['ended secret', 'refused undefined']);
    });

    it('leads to /login after the first 401 without a session', async () => {
      const { seen, base } = await shop(true);
      const customer = credentials();
      const call = createCall(base, customer)(reviewCalls.reviews, reviews);
      await expect(call).rejects.toMatchObject({ kind: 401, leaves: true });
      expect(seen).toEqual([undefined]);
      expect(customer.told).toEqual(['refused undefined']);
    });

    it('does not redirect for a quote, which must not stop a purchase', async () => {
      const { seen, base } = await shop(true);
      const customer = credentials('secret');
      listExtensions('promotions');
      const quote = createCall(base, customer)(promotionCalls.quotePromotions, {
        body: { items: [] },
      });
      await expect(quote).rejects.toMatchObject({ kind: 401, leaves: false });
      expect(seen).toEqual(['Bearer secret', undefined]);
      expect(customer.told).toEqual(['ended secret']);
    });

    it('is sent again with the token of a login in another tab', async () => {
      const { seen, base } = await shop(true);
      const tokens = ['secret', 'newer'];
      const customer = { ...credentials(), token: () => tokens.shift() };
      expect(await createCall(base, customer)(reviewCalls.reviews, reviews)).toEqual([]);
      expect(seen).toEqual(['Bearer secret', 'Bearer newer']);
    });
  });

  it('a write with an optional token is never sent twice', async () => {
    let sent = 0;
    const base = await serve((_, response) => {
      sent++;
      response.writeHead(401).end();
    });
    const customer = credentials('secret');
    const write = { ...checkoutCalls.initializePayment, body: reviewCalls.writeReview.body };
    const body = { rating: 5, comment: 'Warm' };
    await expect(createCall(base, customer)(write, { body })).rejects.toMatchObject({ kind: 401 });
    expect(sent).toBe(1);
    expect(customer.told).toEqual(['refused secret']);
  });

  it('does not read an answer that the specification leaves open', async () => {
    const base = await serve((_, response) => response.writeHead(204).end());
    await expect(createCall(base)(reviewCalls.deleteReview, { params: { id: 'r' } })).resolves.toBe(
      undefined,
    );
  });
});

it('only a final refusal is a refusal', () => {
  const refused = (kind: CallError['kind']) => isRefusal(new CallError(kind, ''));
  expect([400, 409, 422].every(refused)).toBe(true);
  expect(
    (['FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR', 429, 500, 502] as const).some(refused),
  ).toBe(false);
});
