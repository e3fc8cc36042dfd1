import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payments } from '#backend/orders/payment-tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { openSettlementShop, type SettlementShop } from './settlement-shop.harness.ts';

/** The outcome of an order whose reservation ends before its payment is known. */
const paystack = createFakePaystack();
let shop: SettlementShop;
beforeAll(async () => {
  shop = await openSettlementShop(paystack);
});
afterAll(() => shop.close());
beforeEach(() => shop.clear());

describe('an expired reservation', () => {
  test('abandoned: cancelled, and its units are released; a second sweep finds nothing', async () => {
    const reference = await shop.begin();
    await shop.expire();
    expect(await shop.sweep()).toBe(1);
    expect((await shop.orderOf(reference)).status).toBe('cancelled');
    expect(await shop.stockAndSold()).toEqual([5, 0]);
    expect(await shop.sweep()).toBe(0);
  });

  test('paid without a webhook: paid', async () => {
    const reference = await shop.begin();
    paystack.become(reference, SUCCESS);
    await shop.expire();
    await shop.sweep();
    expect((await shop.orderOf(reference)).status).toBe('paid');
    expect(await shop.stockAndSold()).toEqual([3, 2]);
  });

  test('in flight: extended once, then cancelled', async () => {
    const reference = await shop.begin();
    paystack.become(reference, { status: 'processing' });
    await shop.expire();
    await shop.sweep();
    const extended = await shop.orderOf(reference);
    expect(extended).toMatchObject({ status: 'pending', reservationExtended: true });
    expect(extended.reservationExpiresAt.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    await shop.expire();
    await shop.sweep();
    expect((await shop.orderOf(reference)).status).toBe('cancelled');
    expect(await shop.stockAndSold()).toEqual([5, 0]);
  });

  test('no answer from Paystack: nothing is decided; it is asked again later', async () => {
    const reference = await shop.begin();
    paystack.down = true;
    await shop.expire();
    await shop.sweep();
    expect((await shop.orderOf(reference)).status).toBe('pending');
    expect(await shop.sweep()).toBe(0);
    paystack.down = false;
    await shop.expire();
    await shop.sweep();
    expect((await shop.orderOf(reference)).status).toBe('cancelled');
  });

  test('two sweepers at once settle each order once', async () => {
    for (let index = 0; index < 5; index++) await shop.begin(1);
    await shop.expire();
    const seen = await Promise.all([
      shop.sweep(),
      shop.sweep(),
      shop.twin.services.settlement.sweep(),
    ]);
    expect(seen.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(await shop.stockAndSold()).toEqual([5, 0]);
  });

  test('a long-waiting order is checked before its reservation expires', async () => {
    const reference = await shop.begin();
    paystack.become(reference, SUCCESS);
    await shop.services.db.update(payments).set({ nextAt: new Date(0) });
    await shop.sweep();
    expect((await shop.orderOf(reference)).status).toBe('paid');
  });
});

describe('a late payment', () => {
  test('with its units in stock: paid, and taken once', async () => {
    const reference = await shop.begin();
    await shop.expire();
    await shop.sweep();
    paystack.become(reference, SUCCESS);
    await shop.sendWebhook(paystack.webhook(reference));
    expect((await shop.orderOf(reference)).status).toBe('paid');
    expect(await shop.stockAndSold()).toEqual([3, 2]);
  });

  test('after the merchant has reduced the stock: not paid, a refund is due', async () => {
    const reference = await shop.begin();
    await shop.services.db.update(stock).set({ onHand: 1 });
    expect(await shop.stockAndSold()).toEqual([0, 0]);
    paystack.become(reference, SUCCESS);
    await shop.sendWebhook(paystack.webhook(reference));
    expect(await shop.orderOf(reference)).toMatchObject({ status: 'failed', refundNeeded: true });
    expect(await shop.stockAndSold()).toEqual([1, 0]);
  });

  test('with its units sold: not paid, a refund is due, stock unchanged', async () => {
    const reference = await shop.begin();
    await shop.expire();
    await shop.sweep();
    await shop.services.db.update(stock).set({ onHand: 1 });
    paystack.become(reference, SUCCESS);
    await shop.sendWebhook(paystack.webhook(reference));
    expect(await shop.orderOf(reference)).toMatchObject({
      status: 'cancelled',
      refundNeeded: true,
    });
    expect(await shop.verify(reference)).toMatchObject({ status: 'cancelled', refundNeeded: true });
    expect(await shop.stockAndSold()).toEqual([1, 0]);
  });
});
