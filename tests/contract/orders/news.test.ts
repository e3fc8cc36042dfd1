import { desc, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { selectProducts } from '#backend/db/stocked-products.ts';
import { products } from '#backend/db/tables/catalogue-tables.ts';
import { emails } from '#backend/db/tables/email-tables.ts';
import { orders, webhookEvents } from '#backend/db/tables/order-tables.ts';
import { disputes, refunds } from '#backend/db/tables/refund-tables.ts';
import { auditShop } from '#backend/services/audit/audit.ts';
import { insertProducts, writeCatalogue } from '#backend/services/catalogue-import/writer.ts';
import { orderNumber } from '#domain/order.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, type SignedWebhook, SUCCESS, signed } from './paystack.fake.ts';
import { purchases, setAvailable } from './purchases.harness.ts';

const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({ paystack, settings: { MERCHANT_EMAIL: 'orders@shop.example' } });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  paystack.down = false;
  const { db } = shop.services;
  await db.delete(orders);
  await db.delete(emails);
  await db.delete(webhookEvents);
  // A product takes its stock movements with it.
  await db.delete(products);
  await writeCatalogue(db, (transaction) =>
    insertProducts(transaction, [product({ id: 'oud', stock: 5 })]),
  );
});

const send = async ({ body, signature }: SignedWebhook) => {
  const headers = { 'x-paystack-signature': signature };
  const answer = await shop.app.request('/api/payment/webhook', { method: 'POST', body, headers });
  return answer.status;
};
const tell = async (reference: string, event: string, data: object = {}) =>
  expect(await send(paystack.webhook(reference, event, data))).toBe(200);
const refundsNow = () => shop.services.db.select().from(refunds).orderBy(refunds.id);
const disputesNow = () => shop.services.db.select().from(disputes);
const letters = async () =>
  (
    await shop.services.db
      .select()
      .from(emails)
      .where(like(emails.id, 'merchant-%'))
      .orderBy(desc(emails.createdAt))
  ).filter(({ id }) => !id.startsWith('merchant-paid:'));
const stock = async () => (await selectProducts(shop.services.db))[0]?.stock;
/** Lets the time of the next question come. */
const later = (change = {}) =>
  shop.services.db
    .update(orders)
    .set({ recheckAt: sql`now()`, claimedUntil: sql`now()`, ...change });
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

describe('a refund', () => {
  test('is followed from pending to processed, as one refund, with one email', async () => {
    const { id, reference } = await buying.pay(2);
    await tell(reference, 'refund.pending', { amount: '2300000' });
    await tell(reference, 'refund.processing', { amount: '2300000' });
    expect(await refundsNow()).toMatchObject([
      { orderId: id, status: 'processing', amount: 2_300_000, currency: 'NGN', reference: null },
    ]);
    paystack.become(reference, { status: 'reversed' });
    await tell(reference, 'refund.processed', { amount: 2_300_000, refund_reference: 'TRF_1' });
    expect(await refundsNow()).toMatchObject([{ status: 'processed', reference: 'TRF_1' }]);
    const sent = await letters();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      recipient: 'orders@shop.example',
      subject: `A refund of order #${orderNumber(id)}`,
    });
    expect(sent[0]?.text).toContain('Refund: ₦23,000');
    expect(sent[0]?.text).not.toMatch(/Ada|0803|Allen|ada@/);
    const order = await buying.orderOf(reference);
    expect(order).toMatchObject({
      status: 'paid',
      reversedAt: expect.any(Date),
      refundedAt: expect.any(Date),
    });
    await expectSound();
  });

  test('of a part leaves the order paid and not refunded', async () => {
    const { reference } = await buying.pay(2);
    await tell(reference, 'refund.processed', { amount: '500000', refund_reference: 'TRF_1' });
    expect(await buying.orderOf(reference)).toMatchObject({
      status: 'paid',
      reversedAt: null,
      refundedAt: null,
    });
    await expectSound();
  });

  test('news that arrives late or again changes nothing', async () => {
    const { reference } = await buying.pay(2);
    const processed = { amount: '500000', refund_reference: 'TRF_1' };
    await tell(reference, 'refund.processed', processed);
    await tell(reference, 'refund.pending', { amount: '500000' });
    await tell(reference, 'refund.processed', processed);
    await tell(reference, 'refund.failed', processed);
    expect(await refundsNow()).toMatchObject([{ status: 'processed', reference: 'TRF_1' }]);
    expect(await letters()).toHaveLength(1);
  });

  test('two refunds of one payment are two', async () => {
    const { reference } = await buying.pay(2);
    for (const refund_reference of ['TRF_1', 'TRF_2']) {
      await tell(reference, 'refund.pending', { amount: '500000' });
      await tell(reference, 'refund.processed', { amount: '500000', refund_reference });
    }
    expect((await refundsNow()).map((row) => row.reference)).toEqual(['TRF_1', 'TRF_2']);
    expect(await letters()).toHaveLength(2);
    await expectSound();
  });

  test('that fails is told of once more', async () => {
    const { id, reference } = await buying.pay(2);
    await tell(reference, 'refund.pending', { amount: '2300000' });
    const failed = { amount: 2_300_000, refund_reference: 'TRF_1' };
    await tell(reference, 'refund.failed', failed);
    await tell(reference, 'refund.failed', failed);
    const [last, first, ...more] = await letters();
    expect(more).toEqual([]);
    expect(last?.subject).toBe(`A refund of order #${orderNumber(id)} did not work`);
    expect(first?.subject).toBe(`A refund of order #${orderNumber(id)}`);
    await expectSound();
  });

  test('that was due is marked without the merchant’s help', async () => {
    const wrong = await buying.hear(await buying.begin(2), { ...SUCCESS, amountKobo: 1_000_000 });
    expect(wrong.refundNeeded).toBe(true);
    paystack.become(wrong.reference, { status: 'reversed' });
    await tell(wrong.reference, 'refund.processed', { amount: '1000000', refund_reference: 'T' });
    expect((await buying.orderOf(wrong.reference)).refundedAt).toBeInstanceOf(Date);
    await expectSound();
  });

  test('without an id never hides another without one', async () => {
    const [one, two] = [await buying.pay(), await buying.pay()];
    for (const { reference } of [one, two]) {
      await tell(reference, 'refund.pending', { amount: '1300000' });
    }
    expect((await refundsNow()).map((row) => row.orderId)).toEqual([one.id, two.id]);
  });
});

describe('a dispute', () => {
  const dispute = { refund_amount: 1_300_000, currency: 'NGN', dueAt: '2026-11-25T18:00:00.000Z' };

  test('is told of when it begins and when it ends', async () => {
    const { id, reference } = await buying.pay();
    await tell(reference, 'charge.dispute.create', dispute);
    await tell(reference, 'charge.dispute.remind', dispute);
    await tell(reference, 'charge.dispute.remind', dispute);
    expect(await disputesNow()).toMatchObject([
      { id: '358950', orderId: id, status: 'awaiting-merchant-feedback', amount: 1_300_000 },
    ]);
    const [first, ...more] = await letters();
    expect(more).toEqual([]);
    expect(first?.subject).toBe(`The payment of order #${orderNumber(id)} is disputed`);
    expect(first?.text).toContain('Claimed: ₦13,000');
    expect(first?.text).toContain('Answer until: November 25, 2026 at 7:00 PM, Lagos time');
    paystack.become(reference, { status: 'reversed' });
    await tell(reference, 'charge.dispute.resolve', {
      ...dispute,
      resolution: 'merchant-accepted',
    });
    expect(await disputesNow()).toMatchObject([
      { status: 'resolved', resolution: 'merchant-accepted' },
    ]);
    expect((await letters()).map(({ subject }) => subject)).toContain(
      `The dispute about order #${orderNumber(id)} has ended`,
    );
    // The dispute explains the reversal: no refund is made up.
    expect(await refundsNow()).toEqual([]);
    expect((await buying.orderOf(reference)).reversedAt).toBeInstanceOf(Date);
    await tell(reference, 'charge.dispute.remind', { ...dispute, note: 'late' });
    expect(await disputesNow()).toMatchObject([{ status: 'resolved' }]);
    await expectSound();
  });
});

describe('a charge.success that verify does not confirm yet', () => {
  test('is kept, and asked again until verify knows it', async () => {
    const reference = await buying.begin(2);
    await tell(reference, 'charge.success');
    expect(await buying.orderOf(reference)).toMatchObject({
      status: 'pending',
      newsAt: expect.any(Date),
    });
    await shop.services.settlement.sweep();
    expect(paystack.verified.filter((asked) => asked === reference)).toHaveLength(1);
    await later();
    expect(await shop.services.settlement.sweep()).toBe(1);
    paystack.become(reference, SUCCESS);
    await later();
    await shop.services.settlement.sweep();
    expect(await buying.orderOf(reference)).toMatchObject({ status: 'paid', newsAt: null });
    expect(await shop.services.settlement.sweep()).toBe(0);
  });

  test('of an ended order makes it paid, or asks for a refund', async () => {
    for (const left of [5, 0]) {
      await setAvailable(shop.services.db, 5);
      const reference = await buying.begin(1);
      await buying.expire(reference);
      await tell(reference, 'charge.success');
      expect((await buying.orderOf(reference)).status).toBe('cancelled');
      paystack.become(reference, SUCCESS);
      await setAvailable(shop.services.db, left);
      await later();
      await shop.services.settlement.sweep();
      expect(await buying.orderOf(reference)).toMatchObject(
        left ? { status: 'paid' } : { status: 'cancelled', refundNeeded: true },
      );
    }
  });

  test('keeps the units once longer when the reservation ends', async () => {
    const reference = await buying.begin(2);
    await tell(reference, 'charge.success');
    expect(await buying.expire(reference)).toMatchObject({
      status: 'pending',
      reservationExtended: true,
    });
    expect(await stock()).toBe(3);
  });

  test('is asked less and less often, for three days, and the audit names it', async () => {
    const reference = await buying.begin();
    await tell(reference, 'charge.success');
    await buying.expire(reference);
    await buying.expire(reference);
    const hours = (count: number) => sql`now() - ${count} * interval '1 hour'`;
    await later({ newsAt: hours(10) });
    await shop.services.settlement.sweep();
    const { recheckAt, id } = await buying.orderOf(reference);
    expect(((recheckAt?.getTime() ?? 0) - Date.now()) / 60_000).toBeCloseTo(60, 0);
    const { violations } = await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 });
    expect(violations.map(({ line }) => line)).toEqual([
      expect.stringMatching(new RegExp(`^Paystack has sent news of order ${id} since .* confirm`)),
    ]);
    await later({ newsAt: hours(73) });
    await shop.services.settlement.sweep();
    expect((await buying.orderOf(reference)).recheckAt).toBeNull();
  });
});

describe('a reversal', () => {
  test('is seen without a visit, and the merchant is told', async () => {
    const { id, reference, recheckAt } = await buying.pay(2);
    expect(recheckAt?.getTime()).toBeGreaterThan(Date.now() + 5 * 3_600_000);
    paystack.become(reference, { status: 'reversed' });
    expect(await shop.services.settlement.recheck()).toBe(0);
    await later();
    expect(await shop.services.settlement.sweep()).toBe(0);
    expect(await shop.services.settlement.recheck()).toBe(1);
    expect(await buying.orderOf(reference)).toMatchObject({
      reversedAt: expect.any(Date),
      recheckAt: null,
    });
    expect((await letters()).map(({ subject }) => subject)).toEqual([
      `A refund of order #${orderNumber(id)}`,
    ]);
    // The webhook of that refund comes after all.
    await tell(reference, 'refund.processed', { amount: '2300000', refund_reference: 'TRF_1' });
    expect(await refundsNow()).toMatchObject([{ status: 'processed', reference: 'TRF_1' }]);
    expect(await letters()).toHaveLength(1);
    await expectSound();
  });

  test('counts once, whatever is told of it afterwards: refunds in parts, or a dispute', async () => {
    const reversed = async () => {
      const order = await buying.pay(2);
      paystack.become(order.reference, { status: 'reversed' });
      await later();
      await shop.services.settlement.recheck();
      return order;
    };
    const amounts = async (orderId: string) =>
      (await refundsNow())
        .filter((refund) => refund.orderId === orderId)
        .map(({ amount }) => amount);

    const inParts = await reversed();
    expect(await amounts(inParts.id)).toEqual([2_300_000]);
    const part = (amount: string, refund_reference: string) =>
      tell(inParts.reference, 'refund.processed', { amount, refund_reference });
    await part('500000', 'TRF_1');
    expect(await amounts(inParts.id)).toEqual([1_800_000, 500_000]);
    await part('1800000', 'TRF_2');
    expect(await amounts(inParts.id)).toEqual([1_800_000, 500_000]);
    await expectSound();

    const disputed = await reversed();
    await tell(disputed.reference, 'charge.dispute.create', { id: 77 });
    expect(await amounts(disputed.id)).toEqual([2_300_000]);
    await tell(disputed.reference, 'charge.dispute.resolve', {
      id: 77,
      resolution: 'merchant-accepted',
    });
    expect(await amounts(disputed.id)).toEqual([]);
    await expectSound();
  });

  test('is asked about five payments at a time, each more and more rarely, for 30 days', async () => {
    const { db, settlement } = shop.services;
    await setAvailable(db, 10);
    for (let count = 0; count < 7; count++) await buying.pay();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await later({ paidAt: ago(3) });
    expect([
      await settlement.recheck(),
      await settlement.recheck(),
      await settlement.recheck(),
    ]).toEqual([5, 2, 0]);
    const [order] = await db.select().from(orders);
    expect(((order?.recheckAt?.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(3, 2);
    await later({ paidAt: ago(31) });
    await settlement.recheck();
    expect(await db.$count(orders, sql`recheck_at is null`)).toBe(5);
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
    expect(await send(signed(event))).toBe(200);
  });

  test('of a refund that cannot be read is logged, and verify is asked', async () => {
    const { id, reference } = await buying.pay();
    paystack.become(reference, { status: 'reversed' });
    await tell(reference, 'refund.processed', { amount: 'all of it' });
    expect(shop.log).toContainEqual({
      event: 'webhook_unread',
      order: id,
      of: 'refund.processed',
    });
    expect((await buying.orderOf(reference)).reversedAt).toBeInstanceOf(Date);
  });

  test('without an id or a payment is known by its content', async () => {
    const { db } = shop.services;
    for (const customer_id of [1, 2, 2]) {
      const event = { event: 'customeridentification.success', data: { customer_id } };
      expect(await send(signed(event))).toBe(200);
    }
    expect(await db.$count(webhookEvents, eq(webhookEvents.reference, 'null'))).toBe(0);
    expect(await db.$count(webhookEvents)).toBe(2);
  });
});
