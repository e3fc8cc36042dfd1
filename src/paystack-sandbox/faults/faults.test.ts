import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  begin,
  call,
  press,
  SECRET_KEY,
  startReceiver,
  startSandbox,
} from '#sandbox/sandbox.harness.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let shop: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  shop = await startReceiver();
  sandbox = await startSandbox({ webhookUrl: shop.url });
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

const arm = (fault: Record<string, unknown>) => call(sandbox.url, '/sandbox/faults', fault);
const asking = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
const order = { email: 'ada@example.com', amount: 4_500_000, reference: 'order-1' };
const places = ['initialize', 'verify'] as const;
const ask = (on: (typeof places)[number], signal?: AbortSignal) =>
  on === 'initialize'
    ? fetch(`${sandbox.url}/transaction/initialize`, {
        method: 'POST',
        headers: asking,
        body: JSON.stringify(order),
        ...(signal && { signal }),
      })
    : fetch(`${sandbox.url}/transaction/verify/order-1`, {
        headers: asking,
        ...(signal && { signal }),
      });
const known = async () => (await call(sandbox.url, '/transaction/verify/order-1')).body.status;

test.each(places)('%s answers with the ordered fault once, and does nothing', async (on) => {
  if (on === 'verify') await begin(sandbox.url, order);
  for (const [kind, status, body] of [
    ['error', 500, /"status":false/],
    ['html', 200, /^<!doctype html>/],
    ['empty', 200, /^$/],
    ['shape', 200, /^\{"result":"ok"/],
  ] as const) {
    expect((await arm({ on, kind })).httpStatus).toBe(201);
    const answer = await ask(on);
    expect([kind, answer.status]).toEqual([kind, status]);
    expect(await answer.text()).toMatch(body);
    expect(await known()).toBe(on === 'verify');
  }
  expect((await (await ask(on)).json()).data.reference).toBe('order-1');
});

test('hang: the caller gives up, and nothing happened', async () => {
  await arm({ on: 'initialize', kind: 'hang' });
  const hanging = request(`${sandbox.url}/transaction/initialize`, {
    method: 'POST',
    headers: asking,
  });
  const failed = once(hanging, 'error');
  hanging.end(JSON.stringify(order));
  await once(hanging, 'finish');
  // While the fault is listed, the request has not been read.
  while ((await call(sandbox.url, '/sandbox/faults')).body.faults.length > 0);
  hanging.destroy(new Error('given up'));
  expect(String((await failed)[0])).toContain('given up');
  expect(await known()).toBe(false);
});

test('cut: the transaction exists, but the answer never arrives', async () => {
  await arm({ on: 'initialize', kind: 'cut' });
  await expect(ask('initialize')).rejects.toThrow('fetch failed');
  expect(await known()).toBe(true);
  await arm({ on: 'verify', kind: 'cut' });
  await expect(ask('verify')).rejects.toThrow('fetch failed');
  expect((await ask('verify')).status).toBe(200);
});

test.each([
  ['amount_short', { amount: 4_499_999, requested_amount: 4_500_000, reference: 'order-1' }],
  ['wrong_currency', { currency: 'USD', amount: 4_500_000 }],
  ['another_reference', { reference: 'order-2', amount: 4_500_000 }],
])('%s: in the answer of verify and in the webhook', async (kind, data) => {
  const { authorization_url } = await begin(sandbox.url, order);
  await arm({ on: 'webhook', kind, reference: 'order-2' });
  await press(authorization_url, 'Pay now');
  const [webhook] = await shop.until(1);
  expect(JSON.parse(String(webhook?.body)).data).toMatchObject({ ...data, status: 'success' });
  await arm({ on: 'verify', kind, reference: 'order-2' });
  expect(await (await ask('verify')).json()).toMatchObject({ status: true, data });
  expect((await (await ask('verify')).json()).data).toMatchObject({
    reference: 'order-1',
    amount: 4_500_000,
    currency: 'NGN',
  });
});

test('a fault can be limited to one shopper and a number of calls; the overview lists it', async () => {
  await begin(sandbox.url, order);
  await arm({ on: 'verify', kind: 'error', times: 9, email: 'ada@example.com' });
  await arm({ on: 'verify', kind: 'html', email: 'someone-else@example.com' });
  expect((await ask('verify')).status).toBe(500);
  const { faults } = (await call(sandbox.url, '/sandbox/faults')).body;
  expect(faults).toMatchObject([{ kind: 'error', times: 8 }, { kind: 'html' }]);
  expect(await (await fetch(sandbox.url)).text()).toContain('verify: error, 8 more, for ada@');
  await fetch(`${sandbox.url}/sandbox/faults?email=ada@example.com`, { method: 'DELETE' });
  expect((await ask('verify')).status).toBe(200);
  await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' });
  expect((await call(sandbox.url, '/sandbox/faults')).body.faults).toEqual([]);
});

test.each([
  ['{', /body/],
  [{ on: 'verify' }, /kind/],
  [{ on: 'initialize', kind: 'amount_short' }, /kind: this kind cannot occur in that place/],
  [{ on: 'webhook', kind: 'hang' }, /kind/],
  [{ on: 'verify', kind: 'error', times: 0 }, /times/],
  [{ on: 'verify', kind: 'error', mail: 'x' }, /mail/],
])('refuses an invalid order: %j', async (wanted, words) => {
  const { httpStatus, body } = await call(sandbox.url, '/sandbox/faults', wanted);
  expect(httpStatus).toBe(400);
  expect(body.message).toMatch(words);
});
