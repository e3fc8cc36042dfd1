import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookEvents } from '#backend/orders/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { createFakePaystack, SUCCESS, signed } from '../orders/paystack.fake.ts';
import { type NewsShop, openNewsShop } from './news-shop.harness.ts';

/** Webhooks about a payment: refunds, disputes, and unreadable ones. */
const paystack = createFakePaystack();
let shop: NewsShop;
beforeAll(async () => {
  shop = await openNewsShop(paystack);
});
afterAll(() => shop.close());
beforeEach(() => shop.clear());

describe('a refund', () => {
  test('is followed from pending to processed, as one refund, with one email', async () => {
    const { id, reference } = await shop.pay(2);
    await shop.tell(reference, 'refund.pending', { amount: '2300000' });
    await shop.tell(reference, 'refund.processing', { amount: '2300000' });
    expect(await shop.refundsNow()).toMatchObject([
      { orderId: id, status: 'processing', amount: 2_300_000, currency: 'NGN', reference: null },
    ]);
    paystack.become(reference, { status: 'reversed' });
    await shop.tell(reference, 'refund.processed', {
      amount: 2_300_000,
      refund_reference: 'TRF_1',
    });
    expect(await shop.refundsNow()).toMatchObject([{ status: 'done', reference: 'TRF_1' }]);
    const sent = await shop.letters();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      recipient: 'orders@shop.example',
      subject: `A refund of order #${orderNumber(id)}`,
    });
    expect(sent[0]?.text).toContain('Refund: ₦23,000');
    expect(sent[0]?.text).not.toMatch(/Ada|0803|Allen|ada@/);
    const order = await shop.orderOf(reference);
    expect(order).toMatchObject({
      status: 'paid',
      reversedAt: expect.any(Date),
      refundedAt: expect.any(Date),
    });
    await shop.expectSound();
  });

  test('of a part leaves the order paid and not refunded', async () => {
    const { reference } = await shop.pay(2);
    await shop.tell(reference, 'refund.processed', { amount: '500000', refund_reference: 'TRF_1' });
    expect(await shop.orderOf(reference)).toMatchObject({
      status: 'paid',
      reversedAt: null,
      refundedAt: null,
    });
    await shop.expectSound();
  });

  test('late or repeated webhooks change nothing', async () => {
    const { reference } = await shop.pay(2);
    const processed = { amount: '500000', refund_reference: 'TRF_1' };
    await shop.tell(reference, 'refund.processed', processed);
    await shop.tell(reference, 'refund.pending', { amount: '500000' });
    await shop.tell(reference, 'refund.processed', processed);
    await shop.tell(reference, 'refund.failed', processed);
    expect(await shop.refundsNow()).toMatchObject([{ status: 'done', reference: 'TRF_1' }]);
    expect(await shop.letters()).toHaveLength(1);
  });

  test('two refunds of one payment are two', async () => {
    const { reference } = await shop.pay(2);
    for (const refund_reference of ['TRF_1', 'TRF_2']) {
      await shop.tell(reference, 'refund.pending', { amount: '500000' });
      await shop.tell(reference, 'refund.processed', { amount: '500000', refund_reference });
    }
    expect((await shop.refundsNow()).map((row) => row.reference)).toEqual(['TRF_1', 'TRF_2']);
    expect(await shop.letters()).toHaveLength(2);
    await shop.expectSound();
  });

  test('that fails is reported once more', async () => {
    const { id, reference } = await shop.pay(2);
    await shop.tell(reference, 'refund.pending', { amount: '2300000' });
    const failed = { amount: 2_300_000, refund_reference: 'TRF_1' };
    await shop.tell(reference, 'refund.failed', failed);
    await shop.tell(reference, 'refund.failed', failed);
    const [last, first, ...more] = await shop.letters();
    expect(more).toEqual([]);
    expect(last?.subject).toBe(`A refund of order #${orderNumber(id)} did not work`);
    expect(first?.subject).toBe(`A refund of order #${orderNumber(id)}`);
    await shop.expectSound();
  });

  test('that was due is marked automatically', async () => {
    const wrong = await shop.hear(await shop.begin(2), { ...SUCCESS, amountKobo: 1_000_000 });
    expect(wrong.refundNeeded).toBe(true);
    paystack.become(wrong.reference, { status: 'reversed' });
    await shop.tell(wrong.reference, 'refund.processed', {
      amount: '1000000',
      refund_reference: 'T',
    });
    expect((await shop.orderOf(wrong.reference)).refundedAt).toBeInstanceOf(Date);
    await shop.expectSound();
  });

  test('without an id never hides another without one', async () => {
    const [one, two] = [await shop.pay(), await shop.pay()];
    for (const { reference } of [one, two]) {
      await shop.tell(reference, 'refund.pending', { amount: '1300000' });
    }
    expect((await shop.refundsNow()).map((row) => row.orderId)).toEqual([one.id, two.id]);
  });
});

describe('a dispute', () => {
  const dispute = { refund_amount: 1_300_000, currency: 'NGN', dueAt: '2026-11-25T18:00:00.000Z' };

  test('is reported when it begins and when it ends', async () => {
    const { id, reference } = await shop.pay();
    await shop.tell(reference, 'charge.dispute.create', dispute);
    await shop.tell(reference, 'charge.dispute.remind', dispute);
    await shop.tell(reference, 'charge.dispute.remind', dispute);
    expect(await shop.disputesNow()).toMatchObject([
      { id: '358950', orderId: id, status: 'awaiting-merchant-feedback', amount: 1_300_000 },
    ]);
    const [first, ...more] = await shop.letters();
    expect(more).toEqual([]);
    expect(first?.subject).toBe(`The payment of order #${orderNumber(id)} is disputed`);
    expect(first?.text).toContain('Claimed: ₦13,000');
    expect(first?.text).toContain('Answer until: November 25, 2026 at 7:00\u00a0PM, Lagos time');
    paystack.become(reference, { status: 'reversed' });
    await shop.tell(reference, 'charge.dispute.resolve', {
      ...dispute,
      resolution: 'merchant-accepted',
    });
    expect(await shop.disputesNow()).toMatchObject([
      { status: 'resolved', resolution: 'merchant-accepted' },
    ]);
    expect((await shop.letters()).map(({ subject }) => subject)).toContain(
      `The dispute about order #${orderNumber(id)} has ended`,
    );
    // The dispute explains the reversal: no refund is invented.
    expect(await shop.refundsNow()).toEqual([]);
    expect((await shop.orderOf(reference)).reversedAt).toBeInstanceOf(Date);
    await shop.tell(reference, 'charge.dispute.remind', { ...dispute, note: 'late' });
    expect(await shop.disputesNow()).toMatchObject([{ status: 'resolved' }]);
    await shop.expectSound();
  });
});

describe('a webhook', () => {
  test.each([
    { event: 'charge.success', data: { id: '1\u0000', reference: 'tr-\u0000abc' } },
    { event: 'charge\u0000', data: { reference: '\u0000' } },
    { event: 'refund.processed', data: { transaction_reference: '\u0000', amount: '\u0000' } },
    { event: 'x'.repeat(20_000), data: { id: 'y'.repeat(20_000), reference: 'z'.repeat(20_000) } },
    { event: 'charge.success', data: [] },
    { event: 'refund.processed' },
  ])('with odd text is accepted: %j', async (event) => {
    expect(await shop.send(signed(event))).toBe(200);
  });

  test('of a refund that cannot be read is logged, and verify is asked', async () => {
    const { id, reference } = await shop.pay();
    paystack.become(reference, { status: 'reversed' });
    await shop.tell(reference, 'refund.processed', { amount: 'all of it' });
    expect(shop.log).toContainEqual({
      event: 'webhook_unread',
      order: id,
      of: 'refund.processed',
    });
    expect((await shop.orderOf(reference)).reversedAt).toBeInstanceOf(Date);
  });

  test('without an id or a payment is known by its content', async () => {
    const { db } = shop.services;
    for (const customer_id of [1, 2, 2]) {
      const event = { event: 'customeridentification.success', data: { customer_id } };
      expect(await shop.send(signed(event))).toBe(200);
    }
    expect(await db.$count(webhookEvents, eq(webhookEvents.reference, 'null'))).toBe(0);
    expect(await db.$count(webhookEvents)).toBe(2);
  });
});
