import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payments } from '#backend/orders/payment-tables.ts';
import { createFakePaystack, type PaystackPayment, SUCCESS } from '../orders/paystack.fake.ts';
import { openSettlementShop, type SettlementShop } from './settlement-shop.harness.ts';

/** A payment becomes an order's status: by the return page, a webhook, or both. */
const paystack = createFakePaystack();
let shop: SettlementShop;
beforeAll(async () => {
  shop = await openSettlementShop(paystack);
});
afterAll(() => shop.close());
beforeEach(() => shop.clear());

describe('a payment', () => {
  test('is settled by the return page, which shows the order’s customer, not the payer', async () => {
    const reference = await shop.begin();
    const customer = { email: 'ada@example.com', first_name: 'Payer\u0000', phone: '0803' };
    paystack.become(reference, { ...SUCCESS, customer });
    expect(await shop.verify(reference)).toEqual({
      status: 'paid',
      reference,
      email: 'ada@example.com',
      amount: 23_000,
      channel: 'card',
      paidAt: SUCCESS.paidAt,
      customer: {
        first_name: 'Ada',
        last_name: 'Obi',
        email: 'ada@example.com',
        phone: '0803 123 4567',
      },
    });
    expect((await shop.orderOf(reference)).payer).toEqual({ ...customer, first_name: 'Payer' });
    expect(await shop.stockAndSold()).toEqual([3, 2]);
  });

  test('makes one transition and one movement, for any number and order of webhooks and return pages', async () => {
    const reference = await shop.begin();
    paystack.become(reference, SUCCESS);
    const webhook = paystack.webhook(reference);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const { app } = index % 2 ? shop : shop.twin;
        return index % 5
          ? shop.sendWebhook(webhook, app)
          : app.request(`/api/payment/verify/${reference}`);
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await shop.sendWebhook(webhook);
    expect((await shop.verify(reference)).status).toBe('paid');
    expect(await shop.stockAndSold()).toEqual([3, 2]);
    const transitions = shop.log.filter(
      (entry) => entry.event === 'order_transition' && entry.to === 'paid',
    );
    expect(transitions.filter((entry) => entry.order === transitions.at(-1)?.order)).toHaveLength(
      1,
    );
  });

  test('is answered without asking Paystack again once it is settled', async () => {
    const reference = await shop.begin();
    paystack.become(reference, SUCCESS);
    await shop.verify(reference);
    const asked = paystack.verified.length;
    await shop.verify(reference);
    await shop.sendWebhook(paystack.webhook(reference));
    expect(paystack.verified.length).toBe(asked);
  });

  test('is accepted when the shopper bears the fees', async () => {
    const reference = await shop.begin();
    paystack.become(reference, {
      ...SUCCESS,
      amountKobo: 2_340_000,
      requestedAmountKobo: 2_300_000,
    });
    expect(await shop.verify(reference)).toMatchObject({ status: 'paid', amount: 23_000 });
  });
});

describe('the answer of verify', () => {
  test.each(['ongoing', 'pending', 'processing', 'queued', 'abandoned'] as const)(
    '%s: the order stays pending while the reservation lasts',
    async (status) => {
      const reference = await shop.begin();
      paystack.become(reference, { status });
      expect(await shop.verify(reference)).toMatchObject({
        status: 'pending',
        channel: 'Paystack',
      });
      expect(await shop.stockAndSold()).toEqual([3, 0]);
    },
  );

  test('failed: the order fails and its units are released', async () => {
    const reference = await shop.begin();
    paystack.become(reference, { status: 'failed' });
    expect((await shop.verify(reference)).status).toBe('failed');
    expect(await shop.stockAndSold()).toEqual([5, 0]);
  });

  test.each<[string, PaystackPayment]>([
    ['a kobo short', { ...SUCCESS, amountKobo: 2_299_999, requestedAmountKobo: null }],
    ['another requested amount', { ...SUCCESS, requestedAmountKobo: 2_299_999 }],
    ['dollars', { ...SUCCESS, currency: 'USD' }],
  ])('%s: never paid; a refund is due', async (_, change) => {
    const reference = await shop.begin();
    paystack.become(reference, change);
    expect(await shop.verify(reference)).toMatchObject({ status: 'failed', refundNeeded: true });
    expect(await shop.orderOf(reference)).toMatchObject({ refundNeeded: true, paidAt: null });
    expect(await shop.stockAndSold()).toEqual([5, 0]);
  });

  test('an answer about another payment changes nothing', async () => {
    const reference = await shop.begin();
    paystack.become(reference, { ...SUCCESS, reference: 'tr-another' });
    expect((await shop.verify(reference)).status).toBe('pending');
    expect(await shop.stockAndSold()).toEqual([3, 0]);
  });

  test('no answer from Paystack: the order stays as it is', async () => {
    const reference = await shop.begin();
    paystack.down = true;
    expect((await shop.verify(reference)).status).toBe('pending');
  });

  test('reversed after success: the reversal is marked, and the order stays paid', async () => {
    const reference = await shop.begin();
    paystack.become(reference, SUCCESS);
    await shop.verify(reference);
    paystack.become(reference, { status: 'reversed' });
    await shop.sendWebhook(paystack.webhook(reference, 'refund.processed', { amount: '2300000' }));
    const order = await shop.orderOf(reference);
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
    const reference = await shop.begin();
    paystack.become(reference, SUCCESS);
    const { body, signature } = paystack.webhook(reference);
    const answer = await shop.sendWebhook({ body: `${body} `, signature });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
    expect((await shop.sendWebhook({ body, signature: '' })).status).toBe(401);
    expect((await shop.orderOf(reference)).status).toBe('pending');
  });

  test('a webhook that says paid changes nothing when verify disagrees', async () => {
    const reference = await shop.begin();
    expect((await shop.sendWebhook(paystack.webhook(reference))).status).toBe(200);
    expect((await shop.orderOf(reference)).status).toBe('pending');
  });

  test('a webhook whose payment cannot be verified is kept, and the sweep asks', async () => {
    const reference = await shop.begin();
    paystack.become(reference, SUCCESS);
    paystack.down = true;
    expect((await shop.sendWebhook(paystack.webhook(reference))).status).toBe(200);
    expect((await shop.orderOf(reference)).status).toBe('pending');
    paystack.down = false;
    await shop.services.db.update(payments).set({ nextAt: new Date(0) });
    expect(await shop.sweep()).toBe(1);
    expect((await shop.orderOf(reference)).status).toBe('paid');
  });

  test('a webhook does not reuse an answer that was requested before it arrived', async () => {
    const reference = await shop.begin();
    await shop.expire();
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
    const sweeping = shop.sweep();
    await asked;
    paystack.become(reference, SUCCESS);
    const webhook = shop.sendWebhook(paystack.webhook(reference));
    // Long enough for the webhook to find the request in progress.
    await new Promise((done) => setTimeout(done, 200));
    releaseAnswer();
    expect((await webhook).status).toBe(200);
    await sweeping;
    expect(await shop.orderOf(reference)).toMatchObject({ status: 'paid', refundNeeded: false });
    expect(await shop.stockAndSold()).toEqual([3, 2]);
  });

  test('events about references that are not ours are accepted and ignored', async () => {
    expect((await shop.sendWebhook(paystack.webhook('tr-of-another-shop'))).status).toBe(200);
    const { status } = await shop.get('/api/payment/webhook');
    expect(status).toBe(405);
  });
});
