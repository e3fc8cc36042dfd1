import { isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '#backend/base/result.ts';
import { emails } from '#backend/mail/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orderBody } from '../shop.harness.ts';
import { type CheckoutShop, openCheckoutShop } from './checkout.harness.ts';
import { createFakePaystack } from './paystack.fake.ts';
import { expireReservations } from './time.harness.ts';

const URL = '/api/payment/initialize';

const paystack = createFakePaystack();
let shop: CheckoutShop;
beforeAll(async () => {
  shop = await openCheckoutShop(paystack);
});
afterAll(() => shop.close());
beforeEach(() => shop.refill());

describe('one attempt, one order', () => {
  const headers = { 'idempotency-key': 'attempt-0123456789' };
  const body = orderBody([['full', 10_000, 1]]);

  test('the same key and body get the first answer again', async () => {
    const first = await shop.post(URL, body, headers);
    const again = await shop.post(URL, body, headers);
    expect(again.body).toEqual(first.body);
    expect(await shop.allOrders()).toHaveLength(1);
    expect(await shop.stockOf('full')).toBe(19);
  });

  test('ten at once make one order and get one answer', async () => {
    paystack.delay = 300;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.post(URL, body, headers)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await shop.allOrders()).toHaveLength(1);
    expect(await shop.stockOf('full')).toBe(19);
  });

  test('another body with the same key is refused', async () => {
    await shop.post(URL, body, headers);
    const other = await shop.post(URL, orderBody([['full', 10_000, 2]]), headers);
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('attempt_reused');
    expect(await shop.stockOf('full')).toBe(19);
  });

  test.each(['short', 'with spaces in the key', 'x'.repeat(101)])(
    'the key %j is refused',
    async (key) => {
      const answer = await shop.post(URL, body, { 'idempotency-key': key });
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toHaveProperty('idempotency-key');
    },
  );

  test('an attempt that failed can be made again with its key', async () => {
    paystack.refuseWith = refuse('rejected', 'no');
    expect((await shop.post(URL, body, headers)).status).toBe(422);
    paystack.refuseWith = null;
    expect((await shop.post(URL, body, headers)).status).toBe(200);
    expect((await shop.allOrders()).map((order) => order.status).sort()).toEqual([
      'failed',
      'pending',
    ]);
    expect(await shop.stockOf('full')).toBe(19);
  });
});

describe('an attempt whose first request got no answer from Paystack', () => {
  const headers = { 'idempotency-key': 'attempt-0123456789' };
  const body = orderBody([['full', 10_000, 1]]);

  test('tries again at once, and stays one order', async () => {
    paystack.refuseWith = refuse('timeout', 'who knows');
    expect((await shop.post(URL, body, headers)).status).toBe(502);
    paystack.refuseWith = null;
    const began = Date.now();
    expect((await shop.post(URL, body, headers)).status).toBe(200);
    // The first request has ended, so nobody waits 12 s for it.
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(await shop.allOrders()).toMatchObject([{ status: 'pending' }]);
  });

  test.each([false, true])(
    'ten requests at once get one page, whether or not Paystack has the reference (%j)',
    async (taken) => {
      paystack.refuseWith = refuse('timeout', 'who knows');
      await shop.post(URL, body, headers);
      paystack.refuseWith = null;
      const [first] = await shop.allOrders();
      const asked = { reference: first?.reference ?? '', amountKobo: 1, email: 'a@example.com' };
      if (taken) await paystack.begin({ ...asked, callbackUrl: '' });
      paystack.delay = 100;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => shop.post(URL, body, headers)),
      );
      const pages = answers.filter(({ status }) => status === 200).map((answer) => answer.body);
      expect(pages).toHaveLength(10);
      expect(new Set(pages.map(({ data }) => data.authorization_url)).size).toBe(1);
      const pending = (await shop.allOrders()).filter(({ status }) => status === 'pending');
      expect(pending).toMatchObject([{ reference: pages[0]?.data.reference }]);
      expect(await shop.stockOf('full')).toBe(19);
    },
  );
});

describe('when Paystack gives no page', () => {
  const body = orderBody([['full', 10_000, 1]]);

  test.each([
    ['email_rejected', /another one/, { email: expect.any(String) }],
    ['amount_rejected', /change your cart/, undefined],
    ['rejected', /write to us/, undefined],
  ] as const)(
    '%s: for good, so she is told what she can do, and the merchant is told once a day',
    async (code, advice, fields) => {
      const { db } = shop.services;
      await db.delete(emails);
      for (const name of ['ada', 'bola']) {
        paystack.refuseWith = refuse(code, 'initialize refused (400): No');
        const answer = await shop.post(URL, { ...body, email: `${name}@example.com` });
        expect(answer.status).toBe(422);
        expect(answer.body).toMatchObject({ code: 'payment_refused' });
        expect(answer.body.message).toMatch(advice);
        expect(answer.body.fields).toEqual(fields);
      }
      expect(await shop.stockOf('full')).toBe(20);
      const written = await db.select().from(emails);
      expect(written).toMatchObject([
        { subject: expect.stringMatching(/^Paystack refuses the payment of order #/) },
      ]);
      expect(written[0]?.text).toContain('initialize refused (400): No');
      expect(written[0]?.text).not.toMatch(/ada|Ada|0803/);
    },
  );

  test.each(['duplicate_reference', 'rate_limited'] as const)(
    '%s: the order fails and its units are released',
    async (code) => {
      paystack.refuseWith = refuse(code, 'no');
      const answer = await shop.post(URL, body);
      expect(answer.status).toBe(502);
      expect(answer.body).toEqual({
        code: 'payment_unavailable',
        message: 'Payment initialization failed',
      });
      expect(await shop.allOrders()).toMatchObject([{ status: 'failed' }]);
      expect(await shop.stockOf('full')).toBe(20);
    },
  );

  test.each(['timeout', 'network', 'bad_answer'] as const)(
    '%s: the order waits a short time for the sweeper, since the payment may exist',
    async (code) => {
      paystack.refuseWith = refuse(code, 'who knows');
      expect((await shop.post(URL, body)).status).toBe(502);
      const [order] = await shop.allOrders();
      expect(order).toMatchObject({ status: 'pending' });
      expect(await shop.services.db.$count(payments, isNull(payments.page))).toBe(1);
      expect((order?.reservationExpiresAt.getTime() ?? 0) - Date.now()).toBeLessThan(6 * 60_000);
      await expireReservations(shop.services.db);
      await shop.services.settlement.sweep();
      expect(await shop.allOrders()).toMatchObject([{ status: 'cancelled' }]);
      expect(await shop.stockOf('full')).toBe(20);
    },
  );
});
