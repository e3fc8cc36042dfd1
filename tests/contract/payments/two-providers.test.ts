import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { emails } from '#backend/mail/tables.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { refunds } from '#backend/refunds/tables.ts';
import type { ChosenWay } from '#domain/payments/ways.ts';
import { FLUTTERWAVE, press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { orderBody, product, REFUND } from '../shop.harness.ts';

/** A shop with Paystack and Flutterwave: its checkout, and the faults that other shops had with two providers. */

let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 10_000 })],
    settings: {
      PAYMENT_WAYS: 'paystack,transfer,flutterwave',
      RESERVED_PER_ADDRESS: '10000',
      BEGUN_PER_ADDRESS: '10000',
    },
    timeoutMs: 1500,
  });
});
afterAll(() => shop.close());
beforeEach(() => shop.clearFaults());
afterEach(async () => {
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
});

let attempts = 0;
const KEY = 'two-providers-attempt-';
/** Presses 'Proceed to Payment' as one browser does that has made these attempts before. */
function shopper() {
  const email = `shopper-${++attempts}@example.com`;
  const keys: string[] = [];
  return {
    email,
    async press(way?: ChosenWay, quantity = 1) {
      const key = KEY + ++attempts;
      const answer = await shop.post(
        '/api/payment/initialize',
        orderBody([['oud', 10_000, quantity]], { email, ...(way && { way }) }),
        { 'idempotency-key': key, ...(keys[0] && { 'previous-attempts': keys.join(',') }) },
      );
      keys.unshift(key);
      return answer;
    },
  };
}
const flutterwaveFault = (on: string, kind: string, times = 1, rest = {}) =>
  shop.break({ on, kind, times, provider: 'flutterwave', ...rest });
const paymentOf = async (reference: string) => {
  const { db } = shop.services;
  const [row] = await db.select().from(payments).where(eq(payments.reference, reference));
  return row;
};
const state = async (reference: string) => {
  await shop.services.settlement.verify(reference);
  return shop.orderOf(reference);
};
const told = async (order: { id: string }) =>
  (await emailsOfOrder(shop.services.db, order)).map(({ id }) => id.split(':')[0]);
/** Sends a message as Flutterwave does. */
const message = (
  body: object,
  headers: Record<string, string> = { 'verif-hash': FLUTTERWAVE.hash },
) => shop.post('/api/payment/webhook/flutterwave', body, headers);
/** Makes a paid order at Flutterwave. */
async function paid(quantity = 1) {
  const { body } = await shopper().press('flutterwave', quantity);
  await press(body.data.authorization_url, 'Pay now');
  await vi.waitFor(async () =>
    expect(await state(body.data.reference)).toMatchObject({ status: 'paid' }),
  );
  return shop.orderOf(body.data.reference);
}

describe('the checkout', () => {
  test('offers both, and each leads to its own page', async () => {
    const { extensions } = (await shop.get('/api/extensions')).body;
    expect(extensions).toEqual(
      expect.arrayContaining(['payment.ways', 'payment.paystack', 'payment.flutterwave']),
    );
    const { body } = await shopper().press('flutterwave');
    const { authorization_url: page, reference } = body.data;
    expect(page).toContain('/v3/hosted/pay/');
    expect(await paymentOf(reference)).toMatchObject({
      provider: 'flutterwave',
      way: 'flutterwave',
      page,
    });
    const other = (await shopper().press()).body.data;
    expect(other.authorization_url).toContain('/checkout/');
    expect(await paymentOf(other.reference)).toMatchObject({
      provider: 'paystack',
      way: 'paystack',
    });
  });

  test('a payment at Flutterwave is known from its message, and the order is paid', async () => {
    const { body } = await shopper().press('flutterwave');
    await press(body.data.authorization_url, 'Pay now');
    await expect.poll(async () => (await shop.orderOf(body.data.reference)).status).toBe('paid');
    expect(await paymentOf(body.data.reference)).toMatchObject({
      received: 1_300_000,
      currency: 'NGN',
      channel: 'card',
      providerId: expect.stringMatching(/^\d+$/),
    });
  });

  test('a declined payment is failed, and one that she cancels after the money came is paid', async () => {
    const declined = (await shopper().press('flutterwave')).body.data;
    await press(declined.authorization_url, 'Decline');
    expect(await state(declined.reference)).toMatchObject({ status: 'failed' });
    const cancelled = (await shopper().press('flutterwave')).body.data;
    await flutterwaveFault('webhook', 'lost');
    await press(cancelled.authorization_url, 'Pay, then cancel');
    expect(await state(cancelled.reference)).toMatchObject({ status: 'paid' });
  });

  test('the order is sealed beside the payment', async () => {
    const { reference } = await paid();
    expect(await shop.flutterwave.verify(reference)).toMatchObject({
      value: { metadata: { sealed: expect.stringMatching(/^[\w-]{512,}$/) } },
    });
  });
});

describe('nobody pays at two providers', () => {
  test('A is paid, and its message is late: B is refused, and she reads of the payment at A', async () => {
    const her = shopper();
    const { reference, authorization_url: page } = (await her.press('paystack')).body.data;
    await shop.break({ on: 'webhook', kind: 'lost', email: her.email });
    await press(page, 'Pay now');
    expect(await her.press('flutterwave')).toMatchObject({
      status: 409,
      body: { code: 'already_paid', reference },
    });
  });

  test('a transfer at A is on its way: B is refused, also while there is enough stock', async () => {
    for (const [first, second] of [
      ['paystack', 'flutterwave'],
      ['flutterwave', 'paystack'],
    ] as const) {
      const her = shopper();
      const { reference, authorization_url: page } = (await her.press(first)).body.data;
      await press(page, 'Bank transfer');
      expect(await her.press(second)).toMatchObject({
        status: 409,
        body: { code: 'payment_under_way', reference },
      });
    }
  });

  test.each([
    ['paystack', 'flutterwave', 'Paystack'],
    ['transfer', 'flutterwave', 'Paystack'],
    ['flutterwave', 'paystack', 'Flutterwave'],
  ] as const)('%s does not answer: %s is refused with a sentence', async (first, second, name) => {
    const her = shopper();
    await her.press(first);
    const provider = first === 'flutterwave' ? 'flutterwave' : 'paystack';
    await shop.break({ on: 'verify', kind: 'error', times: 2, provider, email: her.email });
    const refused = await her.press(second);
    expect(refused).toMatchObject({ status: 502, body: { code: 'payment_unavailable' } });
    expect(refused.body.fields.way).toContain(`${name} does not answer, so nobody knows`);
    await shop.clearFaults();
    // Nobody knows whether she has sent money to an open account.
    const then = first === 'transfer' ? 409 : 200;
    expect(await her.press(second)).toMatchObject({ status: then });
  });

  test('a page of A that never reached her is not in the way, and its late money is found', async () => {
    const her = shopper();
    await shop.break({ on: 'initialize', kind: 'cut', email: her.email });
    const refused = await her.press('paystack');
    expect(refused).toMatchObject({ status: 502, body: { code: 'payment_unavailable' } });
    expect(refused.body.fields.way).toBe(
      'Paystack does not answer at the moment. Nothing was charged. Choose ‘Card, USSD or bank transfer, with Flutterwave’ and press again, or try again in a few minutes.',
    );
    // Paystack stays down, and has the payment all the same.
    await shop.break({ on: 'verify', kind: 'error', times: 1, email: her.email });
    const begun = await her.press('flutterwave');
    expect(begun.status).toBe(200);
    await shop.clearFaults();
    const { db } = shop.services;
    const first = (await db.select().from(payments)).find(
      ({ page, provider }) => page === null && provider === 'paystack',
    );
    expect(await shop.orderOf(first?.reference ?? '')).toMatchObject({ status: 'cancelled' });
    expect(first?.nextAt).not.toBeNull();
    const overview = await (await fetch(shop.account.PAYSTACK_URL)).text();
    const path = new RegExp(`href="([^"]+)">${first?.reference}<`).exec(overview)?.[1] ?? '';
    await press(begun.body.data.authorization_url, 'Pay now');
    expect(await state(begun.body.data.reference)).toMatchObject({ status: 'paid' });
    await press(shop.account.PAYSTACK_URL + path, 'Pay now');
    expect(await state(first?.reference ?? '')).toMatchObject({ refundNeeded: true });
  });

  test('an account at A that could not be opened ends on the page of A, not of B', async () => {
    const her = shopper();
    await shop.break({ on: 'charge', kind: 'error', email: her.email });
    const { body } = await her.press('transfer');
    expect(body.data.authorization_url).toContain('/checkout/');
  });

  test('paid at both: the second payment is due for a refund, and she and staff are told', async () => {
    const her = shopper();
    const first = (await her.press('paystack')).body.data;
    const second = (await her.press('flutterwave')).body.data;
    await press(second.authorization_url, 'Pay now');
    expect(await state(second.reference)).toMatchObject({ status: 'paid' });
    await press(first.authorization_url, 'Pay now');
    const order = await state(first.reference);
    expect(order).toMatchObject({ status: 'cancelled', refundNeeded: true });
    expect(order.remark).toMatch(/^Paid twice/);
    expect(await told(order)).toContain('refund-due');
    const sent = await shop.services.db.select().from(emails);
    expect(sent.some(({ id }) => id.includes(order.id) && id.startsWith('merchant'))).toBe(true);
    const { db } = shop.services;
    const [left] = await db.select().from(stock).where(eq(stock.productId, 'oud'));
    expect(left?.reserved).toBeGreaterThanOrEqual(0);
  });

  test('both do not answer: she reads what to do, and no order keeps its units', async () => {
    const her = shopper();
    await shop.break({ on: 'initialize', kind: 'error', email: her.email });
    await flutterwaveFault('initialize', 'error', 1, { email: her.email });
    expect((await her.press('paystack')).body.fields.way).toContain('Choose ‘Card');
    const refused = await her.press('flutterwave');
    expect(refused).toMatchObject({ status: 502 });
    expect(refused.body.fields.way).toContain('Flutterwave does not answer at the moment.');
    const rows = await shop.services.db
      .select()
      .from(payments)
      .where(eq(payments.provider, 'paystack'));
    const mine = await Promise.all(rows.map(({ reference }) => shop.orderOf(reference)));
    expect(mine.filter(({ email, status }) => email === her.email && status === 'pending')).toEqual(
      [],
    );
  });
});

describe('what Flutterwave answers', () => {
  test.each([
    ['amount_short', 'amount_too_small'],
    ['wrong_currency', 'wrong_currency'],
  ])('%s pays for nothing, and is due for a refund', async (kind, why) => {
    const her = shopper();
    const { body } = await her.press('flutterwave');
    await flutterwaveFault('webhook', 'lost', 1, { email: her.email });
    await press(body.data.authorization_url, 'Pay now');
    await flutterwaveFault('verify', kind, 1, { email: her.email });
    expect(await state(body.data.reference)).toMatchObject({
      status: 'failed',
      refundNeeded: true,
      remark: `Paid, but not as asked (${why})`,
    });
  });

  test('an answer about the payment of another order changes nothing', async () => {
    const other = await paid();
    const her = shopper();
    const { body } = await her.press('flutterwave');
    await press(body.data.authorization_url, 'Bank transfer');
    await flutterwaveFault('verify', 'another_reference', 1, {
      email: her.email,
      reference: other.reference,
    });
    expect(await state(body.data.reference)).toMatchObject({ status: 'pending' });
  });

  test('a payment that Flutterwave does not find waits, and never fails', async () => {
    const her = shopper();
    const { body } = await her.press('flutterwave');
    expect(await state(body.data.reference)).toMatchObject({ status: 'pending' });
    await flutterwaveFault('verify', 'unaware', 1, { email: her.email });
    expect(await state(body.data.reference)).toMatchObject({ status: 'pending' });
  });
});

describe('messages of Flutterwave', () => {
  test.each([
    ['without a hash', {}],
    ['with an empty one', { 'verif-hash': '' }],
    ['with another', { 'verif-hash': 'nobody' }],
    ['with the right one in another case', { 'verif-hash': FLUTTERWAVE.hash.toUpperCase() }],
  ])('%s are refused', async (_, headers) => {
    const data = { id: 1, tx_ref: 'x', status: 'successful' };
    expect(await message({ event: 'charge.completed', data }, headers)).toMatchObject({
      status: 401,
    });
  });

  test.each(['wrong_hash', 'no_hash'])(
    'one with %s changes nothing until the sweep asks',
    async (kind) => {
      const her = shopper();
      const { body } = await her.press('flutterwave');
      await flutterwaveFault('webhook', kind, 1, { email: her.email });
      await press(body.data.authorization_url, 'Pay now');
      expect(await paymentOf(body.data.reference)).toMatchObject({ newsAt: null });
      expect(await state(body.data.reference)).toMatchObject({ status: 'paid' });
    },
  );

  test('a message that lies about a payment only makes the shop ask', async () => {
    const { body } = await shopper().press('flutterwave');
    const data = { id: 7, tx_ref: body.data.reference, status: 'successful', amount: 13_000 };
    expect(await message({ event: 'charge.completed', data })).toMatchObject({ status: 200 });
    expect(await shop.orderOf(body.data.reference)).toMatchObject({ status: 'pending' });
  });

  test('a message about a reference that no order has is kept and asked about, a repeated one once', async () => {
    const reference = (await shopper().press('flutterwave')).body.data.reference as string;
    const unknown = reference.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const data = { id: 8, tx_ref: unknown, status: 'successful' };
    for (let time = 0; time < 2; time++)
      expect(await message({ event: 'charge.completed', data })).toMatchObject({ status: 200 });
    expect(await paymentOf(unknown)).toMatchObject({
      provider: 'flutterwave',
      orderId: null,
      received: null,
    });
    await shop.services.db.delete(payments).where(eq(payments.reference, unknown));
  });

  test.each([
    ['a test of the dashboard', { event: 'test_assess' }],
    [
      'one about a refund of a payment that the shop does not know',
      { id: 5, AmountRefunded: 100, status: 'completed', TransactionId: 77 },
    ],
    ['one of v4', { type: 'charge.completed', data: { id: 'chg_1', status: 'succeeded' } }],
    [
      'one without a reference',
      { event: 'charge.completed', data: { id: 9, status: 'successful' } },
    ],
  ])('%s is taken, and changes nothing', async (_, body) => {
    expect(await message(body)).toMatchObject({ status: 200 });
  });

  test('one of a failed try leaves the order open, so that she can try again on the page', async () => {
    const { body } = await shopper().press('flutterwave');
    await press(body.data.authorization_url, 'Decline');
    await expect
      .poll(async () => {
        const answer = await fetch(`${shop.account.PAYSTACK_URL}/sandbox/webhooks`);
        const { deliveries } = (await answer.json()) as { deliveries: Record<string, string>[] };
        return deliveries.find(({ reference }) => reference === body.data.reference)?.state;
      })
      .toBe('delivered');
    expect(await shop.orderOf(body.data.reference)).toMatchObject({ status: 'pending' });
    expect(await state(body.data.reference)).toMatchObject({ status: 'failed' });
  });
});

describe('refunds at Flutterwave', () => {
  const atProvider = async (order: { reference: string }) => {
    const { providerId } = (await paymentOf(order.reference)) ?? {};
    const listed = await shop.flutterwave.refunds.of({
      reference: order.reference,
      providerId: providerId ?? '',
      since: new Date(0),
    });
    return listed.ok ? listed.value : [];
  };
  const rows = (order: { reference: string }) =>
    shop.services.db.select().from(refunds).where(eq(refunds.payment, order.reference));
  const refund = (order: { id: string }, change = {}) =>
    shop.services.refunds.refund(order.id, { ...REFUND, ...change });
  /** Lets two minutes pass since the refund was sent. */
  const later = (order: { reference: string }) =>
    shop.services.db.execute(
      `update refunds set sent_at = sent_at - interval '3 minutes', next_try_at = now() where payment = '${order.reference}'`,
    );

  test('one is made, and a message says that it is done', async () => {
    const order = await paid();
    expect(await refund(order)).toMatchObject({ value: { kind: 'made' } });
    expect(await rows(order)).toMatchObject([{ status: 'processing', amount: 1_300_000 }]);
    await shop.happen(order.reference, { event: 'refund.processed' });
    await expect.poll(async () => (await rows(order))[0]?.status).toBe('done');
    expect(await moneyOf(shop.services.db, order.id)).toMatchObject({ remaining: 0 });
  });

  test('one whose answer is lost is found in the list, and never sent twice', async () => {
    const order = await paid();
    await flutterwaveFault('webhook', 'lost');
    await flutterwaveFault('refund', 'cut');
    expect(await refund(order)).toMatchObject({ value: { kind: 'waits' } });
    await later(order);
    await shop.services.refunds.sweep();
    expect(await rows(order)).toMatchObject([{ status: 'processing' }]);
    expect(await atProvider(order)).toHaveLength(1);
  });

  test('one that the list never shows is left to staff after two minutes', async () => {
    const order = await paid();
    await flutterwaveFault('refund', 'error');
    expect(await refund(order)).toMatchObject({ value: { kind: 'waits' } });
    await shop.services.refunds.sweep();
    expect(await rows(order)).toMatchObject([{ status: 'requested' }]);
    await later(order);
    await shop.services.refunds.sweep();
    expect(await rows(order)).toMatchObject([
      { status: 'failed', refusal: expect.stringContaining('Look into the Flutterwave dashboard') },
    ]);
    expect(await atProvider(order)).toEqual([]);
    // Somebody has looked, and asks again.
    expect(await refund(order)).toMatchObject({ value: { kind: 'made' } });
    expect(await atProvider(order)).toHaveLength(1);
  });

  test('one that appears in the list late is known before another is sent', async () => {
    const order = await paid();
    await flutterwaveFault('webhook', 'lost');
    await flutterwaveFault('refund', 'cut');
    await refund(order, { amountKobo: 500_000 });
    await shop.services.db.execute(
      `update refunds set status = 'failed', refusal = 'not listed', next_try_at = null where payment = '${order.reference}'`,
    );
    await refund(order);
    const made = await atProvider(order);
    expect(made.map(({ amount }) => amount).toSorted()).toEqual([500_000, 800_000]);
    expect((await rows(order)).map(({ status }) => status)).toEqual(['processing', 'processing']);
  });

  test('without comments in the list the amount decides', async () => {
    const order = await paid();
    await flutterwaveFault('webhook', 'lost');
    await flutterwaveFault('refund', 'cut');
    await refund(order);
    const { of } = shop.flutterwave.refunds;
    const bare = vi.spyOn(shop.flutterwave.refunds, 'of').mockImplementation(async (input) => {
      const listed = await of(input);
      return listed.ok
        ? { ok: true, value: listed.value.map((each) => ({ ...each, merchantNote: null })) }
        : listed;
    });
    await later(order);
    await shop.services.refunds.sweep();
    bare.mockRestore();
    expect(await rows(order)).toMatchObject([
      { status: 'processing', providerId: expect.any(String) },
    ]);
  });

  test('one that was made in the dashboard is known from its message, by the number of the payment', async () => {
    const order = await paid();
    await shop.happen(order.reference, { event: 'refund.pending', amount: 200_050 });
    await expect
      .poll(() => rows(order))
      .toMatchObject([{ status: 'processing', amount: 200_050, requestedBy: null }]);
  });

  test('Flutterwave refuses: the refund has failed at once, with its words', async () => {
    const order = await paid();
    await flutterwaveFault('webhook', 'lost');
    await shop.happen(order.reference, { event: 'refund.pending', amount: 1_000_000 });
    const refused = await refund(order, { amountKobo: 1_300_000 });
    expect(refused.ok).toBe(false);
    expect(
      await shop.services.db.$count(
        refunds,
        and(eq(refunds.payment, order.reference), eq(refunds.status, 'requested')),
      ),
    ).toBe(0);
  });
});

describe('a shop without Paystack', () => {
  let alone: SandboxShop;
  beforeAll(async () => {
    alone = await openSandboxShop({
      products: [product({ id: 'oud', stock: 100 })],
      settings: { PAYMENT_WAYS: 'flutterwave', FLUTTERWAVE_WEBHOOK_HASH: '' },
    });
  });
  afterAll(() => alone.close());

  test('begins at Flutterwave, also for a client that sends no way', async () => {
    const { extensions } = (await alone.get('/api/extensions')).body;
    expect(extensions).toContain('payment.flutterwave');
    expect(extensions).not.toContain('payment.paystack');
    expect(extensions).not.toContain('payment.ways');
    const { page, reference } = await alone.begin();
    expect(page).toContain('/v3/hosted/pay/');
    await press(page, 'Pay now');
    await alone.services.settlement.verify(reference);
    expect(await alone.orderOf(reference)).toMatchObject({ status: 'paid' });
    const refused = await alone.post(
      '/api/payment/initialize',
      orderBody([['oud', 10_000, 1]], { way: 'paystack' }),
    );
    expect(refused).toMatchObject({ status: 400, body: { fields: { way: expect.any(String) } } });
  });

  test('refuses every message while it has no hash', async () => {
    for (const hash of ['', FLUTTERWAVE.hash])
      expect(
        await alone.post('/api/payment/webhook/flutterwave', {}, { 'verif-hash': hash }),
      ).toMatchObject({ status: 401 });
  });

  test('says as before that no payment can begin, with no other way to choose', async () => {
    await alone.break({ on: 'initialize', kind: 'error', provider: 'flutterwave' });
    const answer = await alone.post('/api/payment/initialize', orderBody([['oud', 10_000, 1]]));
    expect(answer).toMatchObject({ status: 502, body: { code: 'payment_unavailable' } });
    expect(answer.body.fields).toBeUndefined();
  });
});
