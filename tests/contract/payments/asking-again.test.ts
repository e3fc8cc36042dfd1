import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { setAvailable } from '../orders/purchases.harness.ts';
import { type NewsShop, openNewsShop } from './news-shop.harness.ts';

/** Payments that Paystack is asked about again: unconfirmed successes, and reversals without a webhook. */
const paystack = createFakePaystack();
let shop: NewsShop;
beforeAll(async () => {
  shop = await openNewsShop(paystack);
});
afterAll(() => shop.close());
beforeEach(() => shop.clear());

describe('a charge.success that verify does not confirm yet', () => {
  test('is stored, and asked about again until verify knows it', async () => {
    const reference = await shop.begin(2);
    await shop.tell(reference, 'charge.success');
    expect(await shop.orderOf(reference)).toMatchObject({
      status: 'pending',
      newsAt: expect.any(Date),
    });
    await shop.services.settlement.sweep();
    expect(paystack.verified.filter((asked) => asked === reference)).toHaveLength(1);
    await shop.later();
    expect(await shop.services.settlement.sweep()).toBe(1);
    paystack.become(reference, SUCCESS);
    await shop.later();
    await shop.services.settlement.sweep();
    expect(await shop.orderOf(reference)).toMatchObject({ status: 'paid', newsAt: null });
    expect(await shop.services.settlement.sweep()).toBe(0);
  });

  test('of an ended order makes it paid, or leads to a due refund', async () => {
    for (const left of [5, 0]) {
      await setAvailable(shop.services.db, 5);
      const reference = await shop.begin(1);
      await shop.expire(reference);
      await shop.tell(reference, 'charge.success');
      expect((await shop.orderOf(reference)).status).toBe('cancelled');
      paystack.become(reference, SUCCESS);
      await setAvailable(shop.services.db, left);
      await shop.later();
      await shop.services.settlement.sweep();
      expect(await shop.orderOf(reference)).toMatchObject(
        left ? { status: 'paid' } : { status: 'cancelled', refundNeeded: true },
      );
    }
  });

  test('keeps the units for one more period when the reservation ends', async () => {
    const reference = await shop.begin(2);
    await shop.tell(reference, 'charge.success');
    expect(await shop.expire(reference)).toMatchObject({
      status: 'pending',
      reservationExtended: true,
    });
    expect(await shop.stock()).toBe(3);
  });

  test('is asked less and less often, for three days, and the audit names it', async () => {
    const reference = await shop.begin();
    await shop.tell(reference, 'charge.success');
    await shop.expire(reference);
    await shop.expire(reference);
    const hours = (count: number) => sql`now() - ${count} * interval '1 hour'`;
    await shop.later({ newsAt: hours(10) });
    await shop.services.settlement.sweep();
    const { nextAt, id } = await shop.orderOf(reference);
    expect(((nextAt?.getTime() ?? 0) - Date.now()) / 60_000).toBeCloseTo(60, 0);
    const { violations } = await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 });
    expect(violations.map(({ line }) => line)).toEqual([
      expect.stringMatching(
        new RegExp(`^The provider has sent news of order ${id} since .* confirm`),
      ),
    ]);
    await shop.later({ newsAt: hours(73) });
    await shop.services.settlement.sweep();
    expect((await shop.orderOf(reference)).nextAt).toBeNull();
  });
});

describe('a reversal', () => {
  test('is noticed without a visit, and the merchant is informed', async () => {
    const { id, reference, nextAt } = await shop.pay(2);
    expect(nextAt?.getTime()).toBeGreaterThan(Date.now() + 5 * 3_600_000);
    paystack.become(reference, { status: 'reversed' });
    expect(await shop.services.settlement.recheck()).toBe(0);
    await shop.later();
    expect(await shop.services.settlement.sweep()).toBe(0);
    expect(await shop.services.settlement.recheck()).toBe(1);
    expect(await shop.orderOf(reference)).toMatchObject({
      reversedAt: expect.any(Date),
      nextAt: null,
    });
    expect((await shop.letters()).map(({ subject }) => subject)).toEqual([
      `A refund of order #${orderNumber(id)}`,
    ]);
    // The webhook of that refund arrives after all.
    await shop.tell(reference, 'refund.processed', {
      amount: '2300000',
      refund_reference: 'TRF_1',
    });
    expect(await shop.refundsNow()).toMatchObject([{ status: 'done', reference: 'TRF_1' }]);
    expect(await shop.letters()).toHaveLength(1);
    await shop.expectSound();
  });

  test('counts once, whatever is reported afterwards: partial refunds, or a dispute', async () => {
    const reversed = async () => {
      const order = await shop.pay(2);
      paystack.become(order.reference, { status: 'reversed' });
      await shop.later();
      await shop.services.settlement.recheck();
      return order;
    };
    const amounts = async (orderId: string) =>
      (await shop.refundsNow())
        .filter((refund) => refund.orderId === orderId)
        .map(({ amount }) => amount);

    const inParts = await reversed();
    expect(await amounts(inParts.id)).toEqual([2_300_000]);
    const part = (amount: string, refund_reference: string) =>
      shop.tell(inParts.reference, 'refund.processed', { amount, refund_reference });
    await part('500000', 'TRF_1');
    expect(await amounts(inParts.id)).toEqual([1_800_000, 500_000]);
    await part('1800000', 'TRF_2');
    expect(await amounts(inParts.id)).toEqual([1_800_000, 500_000]);
    await shop.expectSound();

    const disputed = await reversed();
    await shop.tell(disputed.reference, 'charge.dispute.create', { id: 77 });
    expect(await amounts(disputed.id)).toEqual([2_300_000]);
    await shop.tell(disputed.reference, 'charge.dispute.resolve', {
      id: 77,
      resolution: 'merchant-accepted',
    });
    expect(await amounts(disputed.id)).toEqual([]);
    await shop.expectSound();
  });

  test('is looked for in five payments at a time, in each less and less often, for 30 days', async () => {
    const { db, settlement } = shop.services;
    await setAvailable(db, 10);
    for (let count = 0; count < 7; count++) await shop.pay();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await db.update(orders).set({ paidAt: ago(3) });
    await shop.later();
    expect([
      await settlement.recheck(),
      await settlement.recheck(),
      await settlement.recheck(),
    ]).toEqual([5, 2, 0]);
    const [payment] = await db.select().from(payments);
    expect(((payment?.nextAt?.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(3, 2);
    await db.update(orders).set({ paidAt: ago(31) });
    await shop.later();
    await settlement.recheck();
    expect(await db.$count(payments, sql`next_at is null`)).toBe(5);
  });
});
