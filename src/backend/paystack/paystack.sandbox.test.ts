import { afterEach, beforeEach, expect, test } from 'vitest';
import { newReference } from '#backend/base/ids.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import { whyUnpaid } from '#backend/payment-provider/why-unpaid.ts';
import { call, press, SECRET_KEY, startReceiver, startSandbox } from '#sandbox/sandbox.harness.ts';
import { createPaystack, type Paystack } from './paystack.ts';

/** The adapter against the sandbox, over real HTTP: the calls that the shop makes from checkout to paid. */

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let shop: Awaited<ReturnType<typeof startReceiver>>;
let paystack: Paystack;
beforeEach(async () => {
  shop = await startReceiver();
  sandbox = await startSandbox({ webhookUrl: shop.url });
  paystack = connect();
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

const connect = (change = {}) =>
  createPaystack({
    secretKey: SECRET_KEY,
    baseUrl: sandbox.url,
    allowedHosts: [new URL(sandbox.url).host],
    ...change,
  });
const order = {
  reference: 'TRR-4f9a1c2b7d8e4a6f',
  email: 'ada@example.com',
  amountKobo: 4_500_050,
  callbackUrl: 'http://127.0.0.1:4321/payment/callback',
};
const start = async (input: Parameters<PaymentProvider['begin']>[0] = order) => {
  const outcome = await paystack.begin(input);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value.page;
};
const verified = async (reference = order.reference) => {
  const outcome = await paystack.verify(reference);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
};

test('initialize, pay, webhook, verify: paid', async () => {
  const page = await start({ ...order, metadata: { name: 'Ṣọlá Adébáyọ̀' } });
  expect(await verified()).toMatchObject({ state: 'not_begun', paidAt: null });
  await press(page, 'Pay now');

  const [webhook] = await shop.until(1);
  const signature = String(webhook?.headers['x-paystack-signature']);
  expect(
    paystack.readNews(
      Buffer.from(webhook?.body ?? ''),
      new Headers({ 'x-paystack-signature': signature ?? '' }),
    ),
  ).toMatchObject({
    ok: true,
    value: { event: 'charge.success', reference: order.reference },
  });
  const transaction = await verified();
  expect(transaction).toEqual({
    id: expect.stringMatching(/^\d+$/),
    state: 'succeeded',
    word: 'success',
    reference: order.reference,
    amountKobo: 4_500_050,
    requestedAmountKobo: 4_500_050,
    currency: 'NGN',
    channel: 'card',
    paidAt: expect.stringMatching(/Z$/),
    customer: { first_name: null, last_name: null, email: 'ada@example.com', phone: null },
    metadata: { name: 'Ṣọlá Adébáyọ̀' },
  });
  expect(whyUnpaid(transaction, order)).toBeNull();
});

test.each([
  ['Decline', 'failed'],
  ['Bank transfer', 'pending'],
  ['Cancel', 'abandoned'],
])('%s leaves it %s and not paid', async (button, status) => {
  await press(await start(), button);
  const transaction = await verified();
  expect(transaction.word).toBe(status);
  expect(whyUnpaid(transaction, order)).toBe('not_successful');
});

test('Cancel leads to the cancel address', async () => {
  const cancelUrl = 'http://127.0.0.1:4321/checkout';
  const left = await press(await start({ ...order, cancelUrl }), 'Cancel');
  expect(left.headers.get('location')).toBe(cancelUrl);
});

test('reports a taken reference, an unknown reference, a wrong key and a wrong amount', async () => {
  await start();
  expect(await paystack.begin(order)).toMatchObject({
    refusal: { code: 'duplicate_reference' },
  });
  expect(await paystack.verify('TRR-nobody')).toMatchObject({
    refusal: { code: 'unknown_reference' },
  });
  const free = { ...order, reference: 'TRR-free', amountKobo: 0 };
  expect(await paystack.begin(free)).toMatchObject({
    ok: false,
    refusal: { code: 'amount_rejected' },
  });
  const odd = { ...order, reference: 'TRR-odd', email: 'ada' };
  expect(await paystack.begin(odd)).toMatchObject({
    ok: false,
    refusal: { code: 'email_rejected' },
  });
  const stranger = connect({ secretKey: 'sk_test_other' });
  expect(await stranger.verify(order.reference)).toMatchObject({
    refusal: { code: 'rejected', message: 'verify refused (401): Invalid key' },
  });
});

test.each([['127.0.0.1:1'], ['checkout.paystack.com'], []])(
  'a page on another host than %s is never given to a shopper',
  async (...allowedHosts) => {
    expect(await connect({ allowedHosts }).begin(order)).toMatchObject({
      refusal: { code: 'bad_answer' },
    });
  },
);

test('lists all successful payments with our references, newest first', async () => {
  const from = new Date();
  const references = Array.from({ length: 53 }, newReference);
  for (const reference of references) await press(await start({ ...order, reference }), 'Pay now');
  // Of another system, and not paid.
  await press(await start({ ...order, reference: 'INV-2026-1' }), 'Pay now');
  await start({ ...order, reference: newReference() });
  const listed = await paystack.lists.payments({ from, to: new Date() });
  expect(listed.ok && listed.value.map(({ reference }) => reference)).toEqual(references.reverse());
  const one = await paystack.verify(references[0] ?? '');
  expect(listed.ok && listed.value[0]).toEqual(one.ok && one.value);
  expect(await paystack.lists.payments({ from: new Date(0), to: from })).toEqual({
    ok: true,
    value: [],
  });
});

test('lists the refunds of all payments', async () => {
  const references = [newReference(), newReference()];
  for (const [place, reference] of references.entries()) {
    await press(await start({ ...order, reference }), 'Pay now');
    await paystack.refunds.make({
      reference,
      providerId: '',
      amountKobo: 100 + place,
      merchantNote: 'rfd_x',
    });
  }
  const listed = await paystack.refunds.since(new Date(Date.now() - 60_000));
  expect(listed.ok && listed.value.map(({ reference, amount }) => [reference, amount])).toEqual([
    [references[1], 101],
    [references[0], 100],
  ]);
});

test('doctor names what the key cannot do, and finds nothing wrong where it can do all', async () => {
  expect(await paystack.check.account()).toMatchObject({ state: 'note', time: expect.any(Number) });
  await call(sandbox.url, '/sandbox/faults', { on: 'banks', kind: 'error' });
  await call(sandbox.url, '/sandbox/faults', { on: 'disputes', kind: 'error' });
  expect(await paystack.check.account()).toMatchObject({
    state: 'fault',
    says: expect.stringContaining('about disputes, banks, for refunds to an account'),
  });
  expect(await connect({ secretKey: 'sk_test_other' }).check?.account()).toMatchObject({
    state: 'fault',
    says: expect.stringContaining('does not know the key'),
  });
});
