import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  begin,
  buttonsOf,
  call,
  post,
  press,
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

const order = (event: unknown, reference = 'order-1') =>
  call(sandbox.url, `/sandbox/events/${reference}`, event);
const arm = (fault: object) => call(sandbox.url, '/sandbox/faults', fault);
const statusOf = async () =>
  (await call(sandbox.url, '/transaction/verify/order-1')).body.data.status as string;
const pay = async () => {
  const { authorization_url } = await begin(sandbox.url, { reference: 'order-1' });
  await press(authorization_url, 'Pay now');
};
/** The webhooks so far, at least that many. */
const webhooks = async (count: number) =>
  (await shop.until(count)).map(({ body }) => JSON.parse(String(body)));

test('a refund is pending, processed, and then has its own reference; all of the money reverses the payment', async () => {
  await pay();
  expect((await order({ event: 'refund.pending', amount: 1_000_000 })).httpStatus).toBe(201);
  await order({ event: 'refund.processing' });
  await order({ event: 'refund.processed' });
  expect(await statusOf()).toBe('success');
  const [, pending, , processed] = await webhooks(4);
  // As Paystack's samples: no id, no reference but that of the transaction.
  expect(pending).toEqual({
    event: 'refund.pending',
    data: {
      status: 'pending',
      transaction_reference: 'order-1',
      refund_reference: null,
      amount: '1000000',
      currency: 'NGN',
      processor: 'mpgs_zen',
      customer: { first_name: null, last_name: null, email: 'ada@example.com' },
      integration: 100_000,
      domain: 'test',
    },
  });
  expect(processed.data).toMatchObject({
    status: 'processed',
    amount: '1000000',
    refund_reference: expect.stringMatching(/^TRF_/),
  });
  await order({ event: 'refund.processed', amount: 3_500_000 });
  expect(await statusOf()).toBe('reversed');
});

test('a refund that fails returns nothing', async () => {
  await pay();
  await order({ event: 'refund.failed' });
  const [, failed] = await webhooks(2);
  expect(failed.data).toMatchObject({ status: 'failed', amount: 4_500_000 });
  expect(await statusOf()).toBe('success');
});

test.each([
  ['merchant-accepted', 'reversed'],
  ['declined', 'success'],
])('a dispute begins, is reminded of and ends as %s: %s', async (resolution, status) => {
  await pay();
  await order({ event: 'charge.dispute.create' });
  await order({ event: 'charge.dispute.remind' });
  await order({ event: 'charge.dispute.resolve', resolution });
  const [, create, remind, resolve] = await webhooks(4);
  expect(create).toMatchObject({
    event: 'charge.dispute.create',
    data: {
      id: expect.any(Number),
      refund_amount: 4_500_000,
      status: 'awaiting-merchant-feedback',
      resolution: null,
      transaction: { reference: 'order-1', status: 'success' },
      transaction_reference: null,
      category: 'chargeback',
    },
  });
  expect(create.data).not.toHaveProperty('reference');
  expect([remind.data.id, resolve.data.id]).toEqual([create.data.id, create.data.id]);
  expect(resolve.data).toMatchObject({ status: 'resolved', resolution });
  expect(await statusOf()).toBe(status);
});

test('the page has a button for each, and the overview leads to it', async () => {
  await pay();
  expect(await (await fetch(sandbox.url)).text()).toContain('href="/sandbox/events/order-1"');
  const page = `${sandbox.url}/sandbox/events/order-1`;
  const buttons = buttonsOf(await (await fetch(page)).text());
  for (const action of buttons.values()) {
    expect((await post(page, action)).status).toBe(303);
  }
  const names = (await webhooks(1 + buttons.size)).map(({ event }) => event);
  expect(new Set(names).size).toBe(9);
  expect(names.filter((name) => name === 'charge.success')).toHaveLength(2);
});

test('the page reads an amount in naira', async () => {
  await pay();
  await fetch(`${sandbox.url}/sandbox/events/order-1`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'refund.processed', amount: '2500.50' }),
    redirect: 'manual',
  });
  const [, refund] = await webhooks(2);
  expect(refund.data.amount).toBe('250050');
});

test('a payment that is not there or not made has no events', async () => {
  await begin(sandbox.url, { reference: 'order-1' });
  expect(await order({ event: 'refund.pending' })).toMatchObject({
    httpStatus: 400,
    body: { message: 'order-1 is not paid: nothing can happen to its payment' },
  });
  expect((await order({ event: 'refund.pending' }, 'order-2')).httpStatus).toBe(404);
  expect((await fetch(`${sandbox.url}/sandbox/events/order-2`)).status).toBe(404);
  expect((await order({ event: 'refund.lost' })).body.message).toMatch(/^event: /);
});

test('charge.success comes twice, late, never, or before verify knows it', async () => {
  await arm({ on: 'webhook', kind: 'twice' });
  await arm({ on: 'verify', kind: 'unaware' });
  await pay();
  const [first, second] = await webhooks(2);
  expect(second).toEqual(first);
  expect(await statusOf()).toBe('abandoned');
  expect(await statusOf()).toBe('success');

  await arm({ on: 'webhook', kind: 'lost' });
  await order({ event: 'charge.success' });
  await arm({ on: 'webhook', kind: 'late', delayMs: 300 });
  const ordered = Date.now();
  await order({ event: 'charge.success' });
  const late = await webhooks(3);
  expect(Date.now() - ordered).toBeGreaterThan(250);
  expect(late).toHaveLength(3);
});
