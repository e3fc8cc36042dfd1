import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/orders/order.ts';
import { openRefundShop, type RefundShop } from './refund-shop.harness.ts';

/** Paystack's possible answers to a refund request. */
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

describe('Paystack’s answer', () => {
  const NOT_DONE = ['hang', 'error', 'html', 'empty', 'shape'];

  test.each([...NOT_DONE, 'cut'])('%s: the refund waits, and is made once', async (kind) => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind });
    expect(await shop.refund(order)).toMatchObject({
      value: { kind: 'waits', why: expect.any(String) },
    });
    const made = kind === 'cut' ? 1 : 0;
    expect(await shop.refundsAtPaystack(order)).toHaveLength(made);
    // At once it is only looked for: Paystack may still be at work.
    expect(await shop.refund(order)).toMatchObject({ value: { kind: made ? 'made' : 'waits' } });
    expect(await shop.refundsAtPaystack(order)).toHaveLength(made);
    await shop.later(order);
    await shop.sweep();
    expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
    expect(await shop.rowsOf(order)).toMatchObject([
      { status: 'pending', providerId: expect.any(String) },
    ]);
    expect(await shop.refund(order)).toMatchObject({ value: { kind: 'known' } });
    expect(await shop.lettersAbout(order)).toHaveLength(1);
    await shop.expectSound();
  });

  test.each([...NOT_DONE, 'cut'])(
    'to the list: %s: nothing is sent before Paystack has listed its refunds',
    async (kind) => {
      const order = await shop.pay();
      await shop.break({ on: 'webhook', kind: 'lost' });
      await shop.break({ on: 'refund', kind: 'cut' });
      await shop.refund(order);
      await shop.later(order);
      await shop.break({ on: 'refunds', kind });
      await shop.sweep();
      expect(await shop.rowsOf(order)).toMatchObject([{ status: 'requested' }]);
      expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
      await shop.later(order);
      await shop.sweep();
      expect(await shop.rowsOf(order)).toMatchObject([{ status: 'pending' }]);
      expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
    },
  );

  test('a refusal is reported, and the same refund can be requested again', async () => {
    const order = await shop.pay();
    // The dashboard has refunded all of it, and no webhook has said so yet.
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.pending' });
    expect(await shop.refund(order, { amountKobo: 500_000 })).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: 'Paystack refuses the refund: Transaction has been fully reversed',
      },
    });
    expect(await shop.rowsOf(order)).toMatchObject([
      { status: 'failed', refusal: 'Transaction has been fully reversed' },
      { status: 'pending', amount: 1_300_000, requestedBy: null },
    ]);
    const letters = await shop.lettersAbout(order);
    expect(letters.map(({ subject }) => subject)).toEqual([
      `A refund of order #${orderNumber(order.id)}`,
      `A refund of order #${orderNumber(order.id)} did not work`,
    ]);
    await shop.happen(order.reference, { event: 'refund.failed' });
    await shop.reach(order, 'failed', 'failed');
    expect(await shop.refund(order, { amountKobo: 500_000 })).toMatchObject({
      value: { kind: 'made' },
    });
    await shop.expectSound();
  });

  test('a refund that fails later can be requested again', async () => {
    const order = await shop.pay();
    await shop.refund(order, { amountKobo: 500_000 });
    await shop.happen(order.reference, { event: 'refund.failed' });
    await shop.reach(order, 'failed');
    expect(await shop.refund(order, { amountKobo: 500_000 })).toMatchObject({
      value: { kind: 'made' },
    });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'failed', 'done');
    expect(await shop.refund(order)).toMatchObject({
      value: { kind: 'made', refund: { amount: 800_000 } },
    });
    await shop.expectSound();
  });

  test('after all webhooks were lost: the sweep asks for the state', async () => {
    const order = await shop.pay();
    await shop.refund(order);
    await shop.reach(order, 'pending');
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.later(order);
    await shop.sweep();
    await shop.reach(order, 'done');
    expect(await shop.sweepOnce()).toBe(0);
  });
});
