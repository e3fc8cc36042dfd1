import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Backend, createBackend } from '#backend/backend.ts';
import { selectProducts } from '#backend/db/stocked-products.ts';
import { orders, webhookEvents } from '#backend/db/tables/order-tables.ts';
import { stock } from '#backend/db/tables/stock-tables.ts';
import type { Transaction } from '#backend/payments/transaction.ts';
import { readSettings } from '#backend/settings.ts';
import { verifyAnswer } from '#contract/checkout.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';

const paystack = createFakePaystack();
let shop: TestShop;
/** A second process of the same shop, from the database's point of view. */
let twin: Backend;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud', stock: 5 })], paystack });
  const settings = readSettings({ DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir });
  twin = await createBackend(settings, { paystack, log: (entry) => shop.log.push(entry) });
});
afterAll(async () => {
  await twin.close();
  await shop.close();
});
beforeEach(async () => {
  paystack.down = false;
  const { db } = shop.services;
  await db.delete(orders);
  await db.delete(webhookEvents);
  await db.update(stock).set({ onHand: 5, reserved: 0, soldCount: 0 });
});

/** Two units at ₦10,000 and ₦3,000 shipping, not paid yet. */
async function begin(quantity = 2): Promise<string> {
  const { body } = await shop.post(
    '/api/payment/initialize',
    orderBody([['oud', 10_000, quantity]]),
  );
  return body.data.reference;
}
const verify = async (reference: string) => {
  const { status, body } = await shop.get(`/api/payment/verify/${reference}`);
  expect(status).toBe(200);
  return verifyAnswer.parse(body).payment;
};
const sendWebhook = ({ body, signature }: { body: string; signature: string }, app = shop.app) =>
  app.request('/api/payment/webhook', {
    method: 'POST',
    body,
    headers: { 'x-paystack-signature': signature },
  });
const orderOf = async (reference: string) => {
  const { db } = shop.services;
  const [order] = await db.select().from(orders).where(eq(orders.reference, reference));
  if (!order) throw new Error('No such order');
  return order;
};
const stockAndSold = async () => {
  const [row] = await selectProducts(shop.services.db);
  return [row?.stock, row?.soldCount];
};
/** Lets the reservations expire, and forgets when Paystack was last asked. */
const expire = () =>
  shop.services.db.update(orders).set({
    reservationExpiresAt: sql`now() - interval '1 second'`,
    claimedUntil: sql`now()`,
    checkedAt: null,
  });
const sweep = () => shop.services.settlement.sweep();

describe('a payment', () => {
  test('is settled by the return page', async () => {
    const reference = await begin();
    paystack.become(reference, {
      ...SUCCESS,
      customer: { email: 'ada@example.com', first_name: 'Ada\u0000', phone: '0803' },
    });
    expect(await verify(reference)).toEqual({
      status: 'paid',
      reference,
      email: 'ada@example.com',
      amount: 23_000,
      channel: 'card',
      paidAt: SUCCESS.paidAt,
      customer: { email: 'ada@example.com', first_name: 'Ada', phone: '0803' },
    });
    expect(await stockAndSold()).toEqual([3, 2]);
  });

  test('makes one transition and one movement, whatever the number and order of webhooks and return pages', async () => {
    const reference = await begin();
    paystack.become(reference, SUCCESS);
    const webhook = paystack.webhook(reference);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const { app } = index % 2 ? shop : twin;
        return index % 5
          ? sendWebhook(webhook, app)
          : app.request(`/api/payment/verify/${reference}`);
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await sendWebhook(webhook);
    expect((await verify(reference)).status).toBe('paid');
    expect(await stockAndSold()).toEqual([3, 2]);
    const transitions = shop.log.filter(
      (entry) => entry.event === 'order_transition' && entry.to === 'paid',
    );
    expect(transitions.filter((entry) => entry.order === transitions.at(-1)?.order)).toHaveLength(
      1,
    );
  });

  test('is answered without asking Paystack again once it is settled', async () => {
    const reference = await begin();
    paystack.become(reference, SUCCESS);
    await verify(reference);
    const asked = paystack.verified.length;
    await verify(reference);
    await sendWebhook(paystack.webhook(reference));
    expect(paystack.verified.length).toBe(asked);
  });

  test('is accepted when the shopper bears the fees', async () => {
    const reference = await begin();
    paystack.become(reference, {
      ...SUCCESS,
      amountKobo: 2_340_000,
      requestedAmountKobo: 2_300_000,
    });
    expect(await verify(reference)).toMatchObject({ status: 'paid', amount: 23_000 });
  });
});

describe('the answer of verify', () => {
  test.each(['ongoing', 'pending', 'processing', 'queued', 'abandoned'] as const)(
    '%s: the order stays pending while the reservation lasts',
    async (status) => {
      const reference = await begin();
      paystack.become(reference, { status });
      expect(await verify(reference)).toMatchObject({ status: 'pending', channel: 'Paystack' });
      expect(await stockAndSold()).toEqual([3, 0]);
    },
  );

  test('failed: the order fails and its units are released', async () => {
    const reference = await begin();
    paystack.become(reference, { status: 'failed' });
    expect((await verify(reference)).status).toBe('failed');
    expect(await stockAndSold()).toEqual([5, 0]);
  });

  test.each<[string, Partial<Transaction>]>([
    ['a kobo short', { ...SUCCESS, amountKobo: 2_299_999, requestedAmountKobo: null }],
    ['another requested amount', { ...SUCCESS, requestedAmountKobo: 2_299_999 }],
    ['dollars', { ...SUCCESS, currency: 'USD' }],
  ])('%s: never paid; a refund is due', async (_, change) => {
    const reference = await begin();
    paystack.become(reference, change);
    expect(await verify(reference)).toMatchObject({ status: 'failed', refundNeeded: true });
    expect(await orderOf(reference)).toMatchObject({ refundNeeded: true, paidAt: null });
    expect(await stockAndSold()).toEqual([5, 0]);
  });

  test('an answer about another payment changes nothing', async () => {
    const reference = await begin();
    paystack.become(reference, { ...SUCCESS, reference: 'tr-another' });
    expect((await verify(reference)).status).toBe('pending');
    expect(await stockAndSold()).toEqual([3, 0]);
  });

  test('no answer from Paystack: the order stays as it is', async () => {
    const reference = await begin();
    paystack.down = true;
    expect((await verify(reference)).status).toBe('pending');
  });

  test('reversed after success: the reversal is marked, and the order stays paid', async () => {
    const reference = await begin();
    paystack.become(reference, SUCCESS);
    await verify(reference);
    paystack.become(reference, { status: 'reversed' });
    await sendWebhook(paystack.webhook(reference, 'refund.processed', { amount: '2300000' }));
    const order = await orderOf(reference);
    expect(order.status).toBe('paid');
    expect(order.reversedAt).toBeInstanceOf(Date);
  });

  test('a reference that is not ours', async () => {
    const { status, body } = await shop.get('/api/payment/verify/tr-unknown-reference');
    expect(status).toBe(404);
    expect(body.code).toBe('reference_not_found');
  });
});

describe('webhooks', () => {
  test('a wrong signature is refused, whatever the body', async () => {
    const reference = await begin();
    paystack.become(reference, SUCCESS);
    const { body, signature } = paystack.webhook(reference);
    const answer = await sendWebhook({ body: `${body} `, signature });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
    expect((await sendWebhook({ body, signature: '' })).status).toBe(401);
    expect((await orderOf(reference)).status).toBe('pending');
  });

  test('a webhook that says paid changes nothing when verify disagrees', async () => {
    const reference = await begin();
    expect((await sendWebhook(paystack.webhook(reference))).status).toBe(200);
    expect((await orderOf(reference)).status).toBe('pending');
  });

  test('a webhook whose payment cannot be verified is kept, and the sweep asks', async () => {
    const reference = await begin();
    paystack.become(reference, SUCCESS);
    paystack.down = true;
    expect((await sendWebhook(paystack.webhook(reference))).status).toBe(200);
    expect((await orderOf(reference)).status).toBe('pending');
    paystack.down = false;
    await shop.services.db.update(orders).set({ recheckAt: new Date(0) });
    expect(await sweep()).toBe(1);
    expect((await orderOf(reference)).status).toBe('paid');
  });

  test('a webhook does not reuse an answer that was requested before it arrived', async () => {
    const reference = await begin();
    await expire();
    const { verify: ask } = paystack;
    const early = await ask(reference);
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
    const { promise: released, resolve: releaseAnswer } = Promise.withResolvers<void>();
    paystack.verify = async () => {
      paystack.verify = ask;
      onAsked();
      await released;
      return early;
    };
    const sweeping = sweep();
    await asked;
    paystack.become(reference, SUCCESS);
    const webhook = sendWebhook(paystack.webhook(reference));
    // Long enough for the webhook to find the request in progress.
    await new Promise((done) => setTimeout(done, 200));
    releaseAnswer();
    expect((await webhook).status).toBe(200);
    await sweeping;
    expect(await orderOf(reference)).toMatchObject({ status: 'paid', refundNeeded: false });
    expect(await stockAndSold()).toEqual([3, 2]);
  });

  test('events about references that are not ours are accepted and ignored', async () => {
    expect((await sendWebhook(paystack.webhook('tr-of-another-shop'))).status).toBe(200);
    const { status } = await shop.get('/api/payment/webhook');
    expect(status).toBe(405);
  });
});

describe('an expired reservation', () => {
  test('abandoned: cancelled, and its units are released; a second sweep finds nothing', async () => {
    const reference = await begin();
    await expire();
    expect(await sweep()).toBe(1);
    expect((await orderOf(reference)).status).toBe('cancelled');
    expect(await stockAndSold()).toEqual([5, 0]);
    expect(await sweep()).toBe(0);
  });

  test('paid without a webhook: paid', async () => {
    const reference = await begin();
    paystack.become(reference, SUCCESS);
    await expire();
    await sweep();
    expect((await orderOf(reference)).status).toBe('paid');
    expect(await stockAndSold()).toEqual([3, 2]);
  });

  test('in flight: extended once, then cancelled', async () => {
    const reference = await begin();
    paystack.become(reference, { status: 'processing' });
    await expire();
    await sweep();
    const extended = await orderOf(reference);
    expect(extended).toMatchObject({ status: 'pending', reservationExtended: true });
    expect(extended.reservationExpiresAt.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    await expire();
    await sweep();
    expect((await orderOf(reference)).status).toBe('cancelled');
    expect(await stockAndSold()).toEqual([5, 0]);
  });

  test('no answer from Paystack: nothing is decided; it is asked again later', async () => {
    const reference = await begin();
    paystack.down = true;
    await expire();
    await sweep();
    expect((await orderOf(reference)).status).toBe('pending');
    expect(await sweep()).toBe(0);
    paystack.down = false;
    await expire();
    await sweep();
    expect((await orderOf(reference)).status).toBe('cancelled');
  });

  test('two sweepers at once settle each order once', async () => {
    for (let index = 0; index < 5; index++) await begin(1);
    await expire();
    const seen = await Promise.all([sweep(), sweep(), twin.services.settlement.sweep()]);
    expect(seen.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(await stockAndSold()).toEqual([5, 0]);
  });

  test('an order that waits long is checked before its reservation expires', async () => {
    const reference = await begin();
    paystack.become(reference, SUCCESS);
    await shop.services.db.update(orders).set({ nextCheckAt: new Date(0) });
    await sweep();
    expect((await orderOf(reference)).status).toBe('paid');
  });
});

describe('a late payment', () => {
  test('with its units in stock: paid, and taken once', async () => {
    const reference = await begin();
    await expire();
    await sweep();
    paystack.become(reference, SUCCESS);
    await sendWebhook(paystack.webhook(reference));
    expect((await orderOf(reference)).status).toBe('paid');
    expect(await stockAndSold()).toEqual([3, 2]);
  });

  test('for units that the merchant has set to fewer meanwhile: not paid, a refund is due', async () => {
    const reference = await begin();
    await shop.services.db.update(stock).set({ onHand: 1 });
    expect(await stockAndSold()).toEqual([0, 0]);
    paystack.become(reference, SUCCESS);
    await sendWebhook(paystack.webhook(reference));
    expect(await orderOf(reference)).toMatchObject({ status: 'failed', refundNeeded: true });
    expect(await stockAndSold()).toEqual([1, 0]);
  });

  test('with its units sold: not paid, a refund is due, stock unchanged', async () => {
    const reference = await begin();
    await expire();
    await sweep();
    await shop.services.db.update(stock).set({ onHand: 1 });
    paystack.become(reference, SUCCESS);
    await sendWebhook(paystack.webhook(reference));
    expect(await orderOf(reference)).toMatchObject({ status: 'cancelled', refundNeeded: true });
    expect(await verify(reference)).toMatchObject({ status: 'cancelled', refundNeeded: true });
    expect(await stockAndSold()).toEqual([1, 0]);
  });
});
