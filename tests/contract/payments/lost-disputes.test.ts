import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordLostTime } from '#backend/lost-time/lost-times.ts';
import { lostTimes } from '#backend/lost-time/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { disputes } from '#backend/refunds/tables.ts';
import { openOrdersOffice } from '../admin/orders-office.harness.ts';
import { BOLA } from '../shop.harness.ts';
import { lostPayments } from './unmatched.harness.ts';

/** Disputes that the shop has forgotten, or whose webhooks never arrived. One unit and its delivery cost ₦13,000. */

let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let lost: ReturnType<typeof lostPayments>;
beforeAll(async () => {
  shop = await openOrdersOffice({ MERCHANT_EMAIL: 'orders@shop.example' });
  lost = lostPayments(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.clearFaults());

const disputed = async ({ id }: OrderRow) =>
  shop.services.db.select().from(disputes).where(eq(disputes.orderId, id));
const letters = async () => {
  const rows = await shop.services.db
    .select({ id: emails.id })
    .from(emails)
    .where(sql`id like 'merchant-dispute%'`);
  return rows.map(({ id }) => id).sort();
};
/** Makes something happen at Paystack without a webhook. */
async function happenUnheard(reference: string, event: Record<string, unknown>) {
  await shop.break({ on: 'webhook', kind: 'lost' });
  await shop.happen(reference, event);
}
/** Runs a round, after the database has lost the last minute. */
async function loseTime() {
  await recordLostTime(shop.services.db, 'older', new Date(Date.now() - 60_000));
  await lost.round();
}

test('of orders are stored once, as their webhooks would have been, and known data stays', async () => {
  const [begun, ended, known] = [await shop.pay(), await shop.pay(), await shop.pay()];
  await lost.round();
  for (const { reference } of [ended, known])
    await shop.happen(reference, { event: 'charge.dispute.create', amount: 400_000 });
  await lost.until(async () => {
    expect(await disputed(known)).toHaveLength(1);
    expect(await disputed(ended)).toHaveLength(1);
  });
  const before = await disputed(known);
  await happenUnheard(begun.reference, { event: 'charge.dispute.create', amount: 500_000 });
  const end = { event: 'charge.dispute.resolve', resolution: 'declined' };
  await happenUnheard(ended.reference, end);

  await loseTime();
  expect(await disputed(begun)).toMatchObject([{ isOpen: true, amount: 500_000 }]);
  expect(await disputed(ended)).toMatchObject([{ status: 'resolved', resolution: 'declined' }]);
  expect(await disputed(known)).toEqual(before);
  const [one] = await disputed(begun);
  const [two] = await disputed(ended);
  const told = [
    `merchant-dispute-ended:${two?.id}`,
    ...[one, two, before[0]].map((row) => `merchant-dispute:${row?.id}`),
  ].sort();
  expect(await letters()).toEqual(told);

  // Heard again, by the list and by a late webhook, it is the same.
  const kept = await disputed(begun);
  await loseTime();
  await shop.happen(begun.reference, { event: 'charge.dispute.remind' });
  await loseTime();
  expect(await letters()).toEqual(told);
  expect((await disputed(begun)).map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
});

test('of a payment without an order prevent its refund until they have ended', async () => {
  const [reference, other] = [await lost.lose(), await lost.lose()];
  const begun = { event: 'charge.dispute.create', amount: 100_000 };
  for (const each of [reference, other]) await happenUnheard(each, begun);
  await loseTime();
  const listed = async (each: string) =>
    (await lost.list()).open.find((row) => row.reference === each);
  for (const each of [reference, other])
    expect(await listed(each)).toMatchObject({ isDisputed: true });
  expect(await shop.services.unmatched.payBack(reference, BOLA)).toMatchObject({
    refusal: { code: 'conflict', message: expect.stringContaining('paid back twice') },
  });
  // The other payment has two, and one ends.
  const end = { event: 'charge.dispute.resolve', resolution: 'declined' };
  await happenUnheard(other, begun);
  for (const each of [reference, other]) await happenUnheard(each, end);
  await loseTime();
  expect(await listed(other)).toMatchObject({ isDisputed: true });
  expect(await listed(reference)).toMatchObject({ isDisputed: false });
  expect(await shop.services.unmatched.payBack(reference, BOLA)).toMatchObject({
    value: { kind: 'returned' },
  });
});

test('that Paystack does not list are asked about again, and payments are named all the same', async () => {
  await lost.round();
  const order = await shop.pay();
  await happenUnheard(order.reference, { event: 'charge.dispute.create' });
  const reference = await lost.lose();
  await shop.break({ on: 'disputes', kind: 'error' });
  await loseTime();
  const open = () => shop.services.db.$count(lostTimes, sql`asked_at is null`);
  expect(await open()).toBe(1);
  expect(await lost.rowOf(reference)).toMatchObject({ settledAt: null, foundBy: 'lost-time' });
  expect(await disputed(order)).toEqual([]);
  await shop.services.db.update(lostTimes).set({ claimedUntil: sql`now()` });
  await lost.round();
  expect(await open()).toBe(0);
  expect(await disputed(order)).toHaveLength(1);
});
