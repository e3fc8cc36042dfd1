import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { newReference } from '#backend/base/ids.ts';
import { listenOn, type Running } from '#sandbox/sandbox.harness.ts';
import { createPaystack } from './paystack.ts';
import { readWebhook } from './webhook.ts';

/** The lists of payments and disputes, as servers answer it that do not behave like Paystack. */

const servers: Running[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const range = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') };
const payment = {
  id: 1,
  status: 'success',
  reference: newReference(),
  amount: 4_500_000,
  currency: 'NGN',
};

/** Reads a list whose pages are answered in a given way. Returns its outcome, and the pages that were asked for. */
async function listed(page: (query: URLSearchParams) => unknown, status = 200) {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    const body = page(new URL(request.url ?? '', 'http://x').searchParams);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = await listenOn(listener);
  servers.push(server);
  const paystack = createPaystack({ secretKey: 'k', baseUrl: server.url, allowedHosts: [] });
  const outcome = await paystack.lists.payments(range);
  return { asked, outcome, code: outcome.ok ? 'ok' : outcome.refusal.code };
}
const ok = (data: unknown, meta?: unknown) => ({ status: true, message: 'Fine', data, meta });

test('asks for the successful payments of the time', async () => {
  const { asked } = await listed(() => ok([payment], { pageCount: 1 }));
  expect(asked).toEqual([
    '/transaction?status=success&from=2026-11-20T00%3A00%3A00.000Z&to=2026-11-21T00%3A00%3A00.000Z&perPage=50&page=1',
  ]);
});

test.each([
  ['with the number of pages', { pageCount: 2 }],
  ['with that number as text', { pageCount: '2' }],
  ['without it', undefined],
])('reads on until the last page, %s', async (_, meta) => {
  const { outcome, asked } = await listed((query) => {
    const rows = query.get('page') === '1' ? 50 : 1;
    return ok(
      Array.from({ length: rows }, () => ({ ...payment, reference: newReference() })),
      meta,
    );
  });
  expect(outcome.ok && outcome.value).toHaveLength(51);
  expect(asked).toHaveLength(2);
});

test('is not stopped by the payment of another system, whatever it looks like', async () => {
  const odd = { reference: 'INV-1', status: 'paid', amount: '12' };
  const { outcome } = await listed(() => ok([odd, payment], { pageCount: 1 }));
  expect(outcome.ok && outcome.value.map(({ reference }) => reference)).toEqual([
    payment.reference,
  ]);
});

test.each([
  ['a payment of ours that cannot be read', ok([{ ...payment, amount: '12' }]), 200, 'bad_answer'],
  ['another shape', ok({ rows: [] }), 200, 'bad_answer'],
  ['a refusal', { status: false, message: 'Invalid key' }, 401, 'rejected'],
  ['too many requests', { status: false, message: 'Slow down' }, 429, 'rate_limited'],
  ['an error', {}, 500, 'bad_answer'],
])('%s is no list', async (_, body, status, code) => {
  expect((await listed(() => body, status)).code).toBe(code);
});

test('stops when it is told to', async () => {
  const stop = new AbortController();
  const server = await listenOn((_, response) => {
    response.end(JSON.stringify(ok([payment], { pageCount: 9 })));
    stop.abort(new Error('The process is closing'));
  });
  servers.push(server);
  const paystack = createPaystack({ secretKey: 'k', baseUrl: server.url, allowedHosts: [] });
  await expect(paystack.lists.payments({ ...range, signal: stop.signal })).rejects.toThrow();
});

describe('disputes', () => {
  const reference = newReference();
  const since = new Date('2026-11-20T00:00:00Z');
  const dispute = {
    id: 358_950,
    refund_amount: 400_000,
    currency: 'NGN',
    status: 'awaiting-merchant-feedback',
    resolution: null,
    transaction: { id: 7, reference },
    transaction_reference: null,
    dueAt: '2026-11-22T00:00:00.000Z',
  };
  /** The answer to each page is the rows. */
  async function disputes(rows: unknown, wanted = {}) {
    const asked: string[] = [];
    const server = await listenOn((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify(ok(rows, { pageCount: 1 })));
    });
    servers.push(server);
    const paystack = createPaystack({ secretKey: 'k', baseUrl: server.url, allowedHosts: [] });
    return { asked, outcome: await paystack.lists.disputes(since, wanted) };
  }

  test('are what their webhooks say', async () => {
    const ended = { ...dispute, status: 'resolved', resolution: 'declined' };
    const { outcome } = await disputes([dispute, ended]);
    const sent = [
      { event: 'charge.dispute.create', data: dispute },
      { event: 'charge.dispute.resolve', data: ended },
    ].map((event) => {
      const body = JSON.stringify(event);
      const signature = createHmac('sha512', 'k').update(body).digest('hex');
      const read = readWebhook('k', body, signature);
      return read.ok && read.value;
    });
    expect(outcome).toEqual({ ok: true, value: sent });
    expect(sent[0]).toMatchObject({ reference, dispute: { id: '358950', amount: 400_000 } });
  });

  test('of other systems are left out, and so are those of other payments where one is asked for', async () => {
    const foreign = { ...dispute, status: 7, transaction: { reference: 'INV-1' } };
    const other = { ...dispute, transaction: { reference: newReference() } };
    const { outcome, asked } = await disputes([foreign, other, dispute], {
      payment: { id: '7', reference },
    });
    expect(outcome.ok && outcome.value.map((one) => one.reference)).toEqual([reference]);
    expect(asked[0]).toMatch(/^\/dispute\?transaction=7&from=2026-11-20T00%3A00%3A00.000Z&to=/);
  });

  test('of ours that cannot be read are no list', async () => {
    const { outcome } = await disputes([{ ...dispute, status: 7 }]);
    expect(outcome).toMatchObject({ refusal: { code: 'bad_answer' } });
  });
});
