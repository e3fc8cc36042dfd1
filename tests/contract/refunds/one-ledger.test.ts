import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pageOfOrders } from '#backend/order-book/admin-orders.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { openRefundShop, type RefundShop } from './refund-shop.harness.ts';

/** Refunds by hand, through Paystack, in its dashboard and by a bank are one account. */
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

describe('a refund by hand', () => {
  test('is not paid back through Paystack, too', async () => {
    const order = await shop.payLate();
    expect(await shop.byHand(order, { reason: 'Cash' })).toMatchObject({
      value: {
        kind: 'recorded',
        refund: { amount: 1_300_000, byHand: true, requestedBy: 'Bola' },
      },
    });
    expect(await shop.refund(order)).toMatchObject({ value: { kind: 'known' } });
    expect(await shop.refund(order, { amountKobo: 100 })).toMatchObject({
      ok: false,
      refusal: {
        message: expect.stringContaining('nothing is left to refund'),
      },
    });
    expect(await shop.refundsAtPaystack(order)).toEqual([]);
    expect((await shop.orderOf(order.reference)).refundedAt).toBeInstanceOf(Date);
    await shop.expectSound();
  });

  test('in parts leaves the rest to Paystack, and its own later parts', async () => {
    const order = await shop.pay();
    await shop.byHand(order, { amountKobo: 500_000 });
    expect(await shop.byHand(order, { amountKobo: 500_000 })).toMatchObject({
      value: { kind: 'known' },
    });
    // A request to Paystack for a sum that was recorded by hand means the same refund, until a key says otherwise.
    expect(await shop.refund(order, { amountKobo: 500_000 })).toMatchObject({
      value: { kind: 'known' },
    });
    expect(await shop.refund(order, { amountKobo: 900_000 })).toMatchObject({
      ok: false,
      refusal: {
        message: expect.stringContaining('₦8,000 of it is left to refund'),
      },
    });
    expect(await shop.refund(order, { amountKobo: 300_000 })).toMatchObject({
      value: { kind: 'made' },
    });
    expect(await shop.byHand(order, { amountKobo: 600_000 })).toMatchObject({ ok: false });
    expect(await shop.byHand(order)).toMatchObject({ value: { refund: { amount: 500_000 } } });
    expect(await shop.money(order)).toMatchObject({
      received: 1_300_000,
      gone: 1_000_000,
      underWay: 300_000,
      remaining: 0,
    });
    await shop.expectSound();
  });

  test('is impossible after Paystack has refunded everything', async () => {
    const order = await shop.pay();
    await shop.refund(order);
    expect(await shop.byHand(order)).toMatchObject({
      value: { kind: 'known', refund: { byHand: false } },
    });
    expect(await shop.byHand(order, { amountKobo: 100 })).toMatchObject({ ok: false });
    await shop.expectSound();
  });

  test('and through Paystack at once, ten times each, never exceeds the payment', async () => {
    const order = await shop.pay();
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => [
        shop.refund(order, { amountKobo: 400_000, key: `a${at}` }),
        shop.byHand(order, { amountKobo: 400_000, key: `b${at}` }),
      ]).flat(),
    );
    const rows = await shop.rowsOf(order);
    expect(rows).toHaveLength(3);
    expect(await shop.refundsAtPaystack(order)).toHaveLength(
      rows.filter(({ byHand }) => !byHand).length,
    );
    await shop.expectSound();
  });

  test('returns its units to stock if the merchant says so, and can be recorded for a disputed order', async () => {
    const order = await shop.pay(2);
    const before = (await shop.onHand()) ?? 0;
    await shop.happen(order.reference, { event: 'charge.dispute.create' });
    await vi.waitFor(async () =>
      expect(await shop.services.db.$count(disputes, eq(disputes.orderId, order.id))).toBe(1),
    );
    expect(await shop.byHand(order, { restock: true })).toMatchObject({
      value: { kind: 'recorded' },
    });
    expect(await shop.onHand()).toBe(before + 2);
    await shop.expectSound();
  });

  test('of a payment in another currency is recorded in that', async () => {
    const order = await shop.payLate();
    const { db } = shop.services;
    await db.update(payments).set({ currency: 'USD' }).where(eq(payments.orderId, order.id));
    expect(await shop.refund(order)).toMatchObject({ ok: false });
    expect(await shop.byHand(order)).toMatchObject({
      value: { refund: { currency: 'USD', amount: 1_300_000 } },
    });
    await shop.expectSound();
  });
});

describe('a refund that the merchant records and Paystack tells of', () => {
  test('is one if the payment is too small for both, and the merchant is asked to check', async () => {
    const order = await shop.payLate();
    await shop.byHand(order);
    await shop.happen(order.reference, { event: 'refund.pending', amount: 1_300_000 });
    await shop.reach(order, 'pending');
    expect(await shop.rowsOf(order)).toMatchObject([{ byHand: false, requestedBy: 'Bola' }]);
    expect((await shop.orderOf(order.reference)).refundedAt).toBeNull();
    const [letter] = await shop.lettersAbout(order);
    expect(letter?.text).toContain('Bola recorded this sum as paid back by hand');
    await shop.happen(order.reference, { event: 'refund.processed', amount: 1_300_000 });
    await shop.reach(order, 'done');
    expect((await shop.orderOf(order.reference)).refundedAt).toBeInstanceOf(Date);
    await shop.expectSound();
  });

  test('are two if the payment is enough for both', async () => {
    const order = await shop.pay();
    await shop.byHand(order, { amountKobo: 500_000 });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await shop.reach(order, 'done', 'pending');
    expect(await shop.money(order)).toMatchObject({ remaining: 300_000 });
    await shop.expectSound();
  });
});

describe('a dispute', () => {
  const end = async (resolution: string) => {
    const order = await shop.payLate();
    await shop.services.db.insert(disputes).values({
      id: `d-${order.id}`,
      payment: order.reference,
      orderId: order.id,
      state: resolution === 'declined' ? 'kept' : 'taken',
      status: 'resolved',
      resolution,
      amount: null,
      currency: 'NGN',
    });
    return order;
  };

  test('that was lost took the payment: nothing is due any more', async () => {
    const order = await end('merchant-accepted');
    expect(await shop.money(order)).toMatchObject({ gone: 1_300_000, remaining: 0 });
    expect((await shop.orderOf(order.reference)).refundedAt).toBeInstanceOf(Date);
    expect(await shop.refund(order)).toMatchObject({ ok: false });
  });

  test('that was declined has taken nothing', async () => {
    const order = await end('declined');
    expect(await shop.money(order)).toMatchObject({ gone: 0, remaining: 1_300_000 });
    expect(await shop.refund(order)).toMatchObject({ value: { kind: 'made' } });
  });
});

describe('the database', () => {
  test('refuses to record more than was paid, and to change a sum', async () => {
    const order = await shop.pay();
    const { db } = shop.services;
    const row = {
      payment: order.reference,
      orderId: order.id,
      status: 'done',
      currency: 'NGN',
      intent: 'x',
      requestedBy: 'Bola',
      byHand: true,
    } as const;
    const insert = (amount: number) => db.insert(refunds).values({ ...row, amount });
    await expect(insert(1_300_001).execute()).rejects.toThrow();
    await insert(1_300_000);
    await expect(insert(1).execute()).rejects.toThrow();
    await expect(
      db
        .update(refunds)
        .set({ amount: sql`amount - 1` })
        .where(eq(refunds.orderId, order.id))
        .execute(),
    ).rejects.toThrow();
  });

  test('of two connections at once lets one through', async () => {
    const order = await shop.pay();
    const insert = () =>
      shop.services.db.execute(sql`insert into refunds (order_id, payment, status, amount, currency, intent, requested_by, by_hand)
        values (${order.id}, ${order.reference}, 'done', 1300000, 'NGN', 'x', 'Bola', true)`);
    const ends = await Promise.allSettled([insert(), insert(), insert()]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('a failed refund needs nobody’s attention once nothing is left', async () => {
  const order = await shop.pay();
  await shop.refund(order, { amountKobo: 500_000 });
  await shop.happen(order.reference, { event: 'refund.failed' });
  await shop.reach(order, 'failed');
  const listed = async () => {
    const page = await pageOfOrders(shop.services.db, { status: 'refund' });
    return page.orders.some(({ id }) => id === order.id);
  };
  expect(await listed()).toBe(true);
  await shop.byHand(order);
  expect(await listed()).toBe(false);
});
