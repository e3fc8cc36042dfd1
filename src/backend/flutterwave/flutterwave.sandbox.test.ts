import { afterEach, beforeEach, expect, test } from 'vitest';
import { newReference } from '#backend/base/ids.ts';
import type { NewPayment } from '#backend/payment-provider/provider.ts';
import { whyUnpaid } from '#backend/payment-provider/why-unpaid.ts';
import { call, FLUTTERWAVE, press, startReceiver, startSandbox } from '#sandbox/sandbox.harness.ts';
import { createFlutterwave, type Flutterwave } from './flutterwave.ts';

/** The adapter against the sandbox, over real HTTP: the calls that the shop makes from checkout to refunded. */

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let shop: Awaited<ReturnType<typeof startReceiver>>;
let flutterwave: Flutterwave;
beforeEach(async () => {
  shop = await startReceiver();
  sandbox = await startSandbox({ webhookUrl: shop.url, transferDelayMs: 20 });
  flutterwave = connect();
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

const connect = (change = {}) =>
  createFlutterwave({
    secretKey: FLUTTERWAVE.secretKey,
    webhookHash: FLUTTERWAVE.hash,
    baseUrl: `${sandbox.url}/v3`,
    allowedHosts: [new URL(sandbox.url).host],
    ...change,
  });
const order = {
  reference: newReference(),
  email: 'ada@example.com',
  amountKobo: 4_500_050,
  callbackUrl: 'http://127.0.0.1:4321/payment/callback',
};
const start = async (input: NewPayment = order) => {
  const outcome = await flutterwave.begin(input);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value.page;
};
const verified = async (reference = order.reference) => {
  const outcome = await flutterwave.verify(reference);
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
};
/** Pays, and returns Flutterwave's number of the payment. */
const pay = async (reference = order.reference) => {
  await press(await start({ ...order, reference }), 'Pay now');
  return (await verified(reference)).id;
};
const fault = (on: string, kind: string, rest = {}) =>
  call(sandbox.url, '/sandbox/faults', { on, kind, provider: 'flutterwave', ...rest });
const read = ({ body, headers }: { body: Buffer; headers: object }) =>
  flutterwave.readNews(body, new Headers(headers as Record<string, string>));

test('begin, pay, webhook, verify: paid', async () => {
  const page = await start({ ...order, metadata: { name: 'Ṣọlá Adébáyọ̀' } });
  const left = await press(page, 'Pay now');
  const back = new URL(left.headers.get('location') ?? '');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    status: 'successful',
    tx_ref: order.reference,
  });
  const [webhook] = await shop.until(1);
  expect(webhook && read(webhook)).toMatchObject({
    ok: true,
    value: { about: 'money', event: 'charge.completed', reference: order.reference },
  });
  const payment = await verified();
  expect(payment).toEqual({
    id: expect.stringMatching(/^\d+$/),
    state: 'succeeded',
    word: 'successful',
    reference: order.reference,
    amountKobo: 4_500_050,
    requestedAmountKobo: null,
    currency: 'NGN',
    channel: 'card',
    paidAt: expect.stringMatching(/Z$/),
    customer: {
      first_name: 'Anonymous',
      last_name: 'customer',
      email: 'ada@example.com',
      phone: 'N/A',
    },
    metadata: { name: 'Ṣọlá Adébáyọ̀' },
  });
  expect(whyUnpaid(payment, order)).toBeNull();
});

test('not found is no failure, whether the answer has 200 or 400', async () => {
  await start();
  await fault('verify', 'unaware');
  for (const _ of ['400', '200'])
    expect(await flutterwave.verify(order.reference)).toMatchObject({
      refusal: { code: 'unknown_reference' },
    });
  expect(await flutterwave.verify('TRR-nobody')).toMatchObject({
    refusal: { code: 'unknown_reference' },
  });
});

test('a transfer is on its way, then it is paid', async () => {
  await press(await start(), 'Bank transfer');
  await expect.poll(async () => (await verified()).state).toBe('succeeded');
  expect(await verified()).toMatchObject({ channel: 'bank_transfer' });
});

test('a payment that was declined has failed, and its message asks nothing', async () => {
  await press(await start(), 'Decline');
  expect(await verified()).toMatchObject({ state: 'failed', paidAt: null });
  const [webhook] = await shop.until(1);
  expect(webhook && read(webhook)).toMatchObject({ value: { about: 'other', reference: null } });
});

test('money that came before she cancelled is found', async () => {
  const left = await press(await start(), 'Pay, then cancel');
  expect(left.headers.get('location')).toContain('status=cancelled');
  expect(await verified()).toMatchObject({ state: 'succeeded' });
});

test.each([
  ['amount_short', 'amount_too_small'],
  ['wrong_currency', 'wrong_currency'],
] as const)('%s does not pay', async (kind, why) => {
  await pay();
  await fault('verify', kind);
  expect(whyUnpaid(await verified(), order)).toBe(why);
});

test('an answer about another payment, another shape or none is not about ours', async () => {
  await pay();
  for (const kind of ['another_reference', 'shape', 'html', 'empty', 'error', 'cut']) {
    await fault('verify', kind);
    const outcome = await flutterwave.verify(order.reference);
    expect(outcome, kind).toMatchObject({
      refusal: { code: kind === 'cut' ? 'network' : 'bad_answer' },
    });
  }
  await fault('verify', 'hang');
  expect(await connect({ timeoutMs: 50 }).verify(order.reference)).toMatchObject({
    refusal: { code: 'timeout' },
  });
});

test('reports a taken reference, a wrong key and a wrong amount', async () => {
  await start();
  expect(await flutterwave.begin(order)).toMatchObject({
    refusal: { code: 'duplicate_reference' },
  });
  const free = { ...order, reference: 'TRR-free', amountKobo: 0 };
  expect(await flutterwave.begin(free)).toMatchObject({ refusal: { code: 'amount_rejected' } });
  const odd = { ...order, reference: 'TRR-odd', email: 'ada' };
  expect(await flutterwave.begin(odd)).toMatchObject({ refusal: { code: 'email_rejected' } });
  const stranger = connect({ secretKey: 'FLWSECK_TEST-other-X' });
  expect(await stranger.verify(order.reference)).toMatchObject({ refusal: { code: 'rejected' } });
});

test.each([['127.0.0.1:1'], ['checkout.flutterwave.com'], []])(
  'a page on another host than %s is never given to a shopper',
  async (...allowedHosts) => {
    expect(await connect({ allowedHosts }).begin(order)).toMatchObject({
      refusal: { code: 'bad_answer' },
    });
  },
);

test('the sealed order stays away from a payment that it would make too long', async () => {
  const sealed = 'x'.repeat(4096);
  await start({ ...order, metadata: { shop: 'turare.example', sealed } });
  const other = { ...order, reference: 'TRR-long' };
  await start({ ...other, metadata: { shop: 'turare.example', sealed: sealed.repeat(2) } });
  for (const [reference, meta] of [
    [order.reference, { shop: 'turare.example', sealed }],
    [other.reference, { shop: 'turare.example' }],
  ] as const) {
    const { face: _, ...record } = await pageRecord(reference);
    expect(record.metadata).toEqual(meta);
  }
});

/** Pays a payment that was begun, and returns what it has. */
async function pageRecord(reference: string) {
  const overview = await (await fetch(sandbox.url)).text();
  const path = new RegExp(`href="([^"]+)">${reference}<`).exec(overview)?.[1] ?? '';
  await press(sandbox.url + path, 'Pay now');
  return { face: 'flutterwave', ...(await verified(reference)) };
}

test('lists all successful payments with our references, newest first', async () => {
  const from = new Date();
  const references = Array.from({ length: 23 }, newReference);
  for (const reference of references) await pay(reference);
  await pay('INV-2026-1');
  await start({ ...order, reference: newReference() });
  const listed = await flutterwave.lists.payments({ from, to: new Date() });
  const found = listed.ok ? listed.value.map(({ reference }) => reference) : [];
  expect(found.toSorted()).toEqual(references.toSorted());
  const times = listed.ok ? listed.value.map(({ paidAt }) => paidAt) : [];
  expect(times).toEqual(times.toSorted().reverse());
  expect(await flutterwave.lists.payments({ from: new Date(0), to: from })).toEqual({
    ok: true,
    value: [],
  });
});

test('pays a part back, and reads it in the list and in the message', async () => {
  const providerId = await pay();
  const ours = { reference: order.reference, providerId };
  const made = await flutterwave.refunds.make({
    ...ours,
    amountKobo: 100_050,
    merchantNote: 'rfd_x One was broken',
  });
  expect(made).toMatchObject({ value: { status: 'processing', amount: 100_050, currency: 'NGN' } });
  const since = new Date(Date.now() - 60_000);
  for (const listed of [
    await flutterwave.refunds.of({ ...ours, since }),
    await flutterwave.refunds.of({ ...ours, providerId: '', since }),
    await flutterwave.refunds.since(since),
  ])
    expect(listed).toMatchObject({
      value: [{ amount: 100_050, merchantNote: 'rfd_x One was broken' }],
    });
  await call(sandbox.url, `/sandbox/events/${order.reference}`, { event: 'refund.processed' });
  const messages = await shop.until(3);
  const last = messages.at(-1);
  expect(last && read(last)).toMatchObject({
    value: {
      about: 'refund',
      reference: null,
      providerId,
      refund: { status: 'done', amount: 100_050 },
    },
  });
});

test('refuses to pay back more than came, and payments that nobody has made', async () => {
  const providerId = await pay();
  const refund = { reference: order.reference, providerId, merchantNote: 'rfd_x' };
  expect(await flutterwave.refunds.make({ ...refund, amountKobo: 4_500_051 })).toMatchObject({
    refusal: { code: 'rejected' },
  });
  const unknown = { ...refund, reference: 'TRR-nobody', providerId: '', amountKobo: 100 };
  expect(await flutterwave.refunds.make(unknown)).toMatchObject({
    refusal: { code: 'unknown_reference' },
  });
});

test('doctor knows a test key, a wrong one, and a call that the key cannot make', async () => {
  expect(await flutterwave.check.account()).toMatchObject({
    state: 'note',
    time: expect.any(Number),
  });
  await fault('refunds', 'error');
  expect(await flutterwave.check.account()).toMatchObject({
    state: 'fault',
    says: expect.stringContaining('about refunds'),
  });
  const stranger = connect({ secretKey: 'FLWSECK_TEST-other-X' });
  expect(await stranger.check.account()).toMatchObject({
    state: 'fault',
    says: expect.stringContaining('does not know the key'),
  });
});

test('each provider knows its own payments alone', async () => {
  await pay();
  const answer = await call(sandbox.url, `/transaction/verify/${order.reference}`);
  expect(answer.httpStatus).toBe(400);
  expect((await call(sandbox.url, '/transaction')).body.data).toEqual([]);
});
