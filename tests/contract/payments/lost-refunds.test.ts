import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseMark, lostTimes } from '#backend/lost-time/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { type OrderRow, webhookEvents } from '#backend/orders/tables.ts';
import { lookForPayments } from '#backend/payments/unmatched/rounds.ts';
import { disputes, refunds, versionOf } from '#backend/refunds/tables.ts';
import { openRefundShop, type RefundShop } from '../refunds/refund-shop.harness.ts';
import { roundsOf } from './unmatched.harness.ts';

/** Refunds that Paystack has and the database has lost. One unit and its delivery cost ₦13,000. */

const PART = { amountKobo: 500_000 };
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

const heard = (order: OrderRow, count: number) =>
  vi.waitFor(async () =>
    expect(
      await shop.services.db.$count(webhookEvents, eq(webhookEvents.reference, order.reference)),
    ).toBe(count),
  );

/** A standby that does not know a refund takes over. Its webhooks were received before. */
async function lose(order: OrderRow): Promise<void> {
  const { db } = shop.services;
  await heard(order, 2);
  const lost = await db.delete(refunds).where(eq(refunds.orderId, order.id)).returning();
  await db
    .delete(webhookEvents)
    .where(sql`reference = ${order.reference} and event like 'refund.%'`);
  for (const { id } of lost) await db.delete(emails).where(like(emails.id, `%refund%:${id}`));
  await db.update(databaseMark).set({ timeline: 999 });
}

test('before the first round after a failover the same refund is not made again', async () => {
  const order = await shop.pay();
  await shop.refund(order, PART);
  await lose(order);
  expect(await shop.refund(order, PART)).toMatchObject({ value: { kind: 'known' } });
  expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
  await shop.expectSound();
});

test('one from hours before the loss is known again, because its webhook may have come after it', async () => {
  const { db } = shop.services;
  const round = () => lookForPayments(roundsOf(shop, shop.paystack));
  // Two losses that nobody has asked about are one.
  await round();
  const order = await shop.pay();
  await shop.refund(order, PART);
  await lose(order);
  await db.update(databaseMark).set({ at: sql`now() + interval '5 hours'` });
  await round();
  expect(await shop.rowsOf(order)).toMatchObject([{ amount: 500_000, intent: '500000' }]);
  await shop.expectSound();
});

test('one whose webhook comes first is still the requested one', async () => {
  const order = await shop.pay();
  await shop.refund(order, { ...PART, reason: 'Broken' });
  await lose(order);
  await shop.happen(order.reference, { event: 'refund.processing' });
  await shop.reach(order, 'processing');
  expect(await shop.refund(order, PART)).toMatchObject({ value: { kind: 'known' } });
  expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
  expect(await shop.rowsOf(order)).toMatchObject([
    { mark: expect.stringMatching(/^rfd_/), reason: 'Broken' },
  ]);
  await shop.expectSound();
});

test('one that a page showed as made at Paystack is not repeated by that page', async () => {
  const order = await shop.pay();
  await shop.refund(order, { ...PART, seen: 0 });
  await lose(order);
  await shop.happen(order.reference, { event: 'refund.processing' });
  await shop.reach(order, 'processing');
  const version = async () => Math.max(...(await shop.rowsOf(order)).map(versionOf));
  const again = { ...PART, seen: await version() };
  expect(await shop.refund(order, again)).toMatchObject({ value: { kind: 'known' } });
  expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
  // A page that shows whose refund it is means a different one by the same amount.
  const another = { ...PART, seen: await version() };
  expect(await shop.refund(order, another)).toMatchObject({ value: { kind: 'made' } });
  expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
  await shop.expectSound();
});

test('one with its own key is recognised by that key', async () => {
  const order = await shop.pay();
  const keyed = { ...PART, key: 'parcel 7', reason: 'Broken' };
  await shop.refund(order, keyed);
  await lose(order);
  expect(await shop.refund(order, keyed)).toMatchObject({ value: { kind: 'known' } });
  expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
  expect(await shop.rowsOf(order)).toMatchObject([{ intent: 'parcel 7', reason: 'Broken' }]);
  expect(await shop.refund(order, PART)).toMatchObject({ value: { kind: 'made' } });
  await shop.expectSound();
});

test('one is still for its line, and the same amount for delivery is another one', async () => {
  const order = await shop.pay();
  const line = { ...PART, amountKobo: 100_000, for: '1', reason: 'Broken' };
  await shop.refund(order, line);
  await lose(order);
  expect(await shop.refund(order, line)).toMatchObject({ value: { kind: 'known' } });
  expect(await shop.rowsOf(order)).toMatchObject([{ purpose: 'line', line: 0, reason: 'Broken' }]);
  expect(await shop.refund(order, { ...line, for: 'delivery' })).toMatchObject({
    value: { kind: 'made' },
  });
  expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
  await shop.expectSound();
});

test('one is kept even if a dispute has taken the whole payment since', async () => {
  const { db } = shop.services;
  const order = await shop.pay();
  await shop.refund(order, PART);
  await lose(order);
  await shop.happen(order.reference, { event: 'charge.dispute.create' });
  await shop.happen(order.reference, { event: 'charge.dispute.resolve' });
  await vi.waitFor(async () =>
    expect(await db.select().from(disputes).where(eq(disputes.orderId, order.id))).toMatchObject([
      { hasTaken: true },
    ]),
  );
  await lookForPayments(roundsOf(shop, shop.paystack));
  expect((await db.select().from(lostTimes)).every(({ askedAt }) => askedAt !== null)).toBe(true);
  expect((await shop.rowsOf(order)).filter(({ mark }) => mark !== null)).toMatchObject([
    { amount: 500_000, intent: '500000' },
  ]);
});
