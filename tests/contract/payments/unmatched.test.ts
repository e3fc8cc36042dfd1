import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditUnmatched } from '#backend/audit/unmatched.ts';
import { lostTimes } from '#backend/lost-time/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders, webhookEvents } from '#backend/orders/tables.ts';
import { eraseUnmatched } from '#backend/payments/unmatched/erasure.ts';
import { findPayments } from '#backend/payments/unmatched/finding.ts';
import { refunds } from '#backend/refunds/tables.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { openOrdersOffice } from '../admin/orders-office.harness.ts';
import { BOLA } from '../shop.harness.ts';
import { forget } from './rebuild.harness.ts';
import { lostPayments } from './unmatched.harness.ts';

/** Payments at Paystack without an order: found, named, shown and refunded. One unit and its delivery cost ₦13,000. */

let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let lost: ReturnType<typeof lostPayments>;
beforeAll(async () => {
  shop = await openOrdersOffice({ MERCHANT_EMAIL: 'orders@shop.example' });
  lost = lostPayments(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.clearFaults();
  const { db } = shop.services;
  for (const table of [orders, payments, webhookEvents, emails, lostTimes]) await db.delete(table);
  shop.log.length = 0;
});

const payBack = (reference: string, actor: Actor) =>
  shop.services.unmatched.payBack(reference, actor);

/** Everything since this file began. */
const since = new Date();
const find = () => findPayments(lost.rounds, { since, by: 'command' });
const found = async () => {
  const outcome = await find();
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value.added.map(({ reference }) => reference);
};

describe('a webhook', () => {
  test('of a payment without an order is verified, stored, and answered 200', async () => {
    const reference = await lost.lose({ email: 'ada@example.com' });
    await shop.happen(reference, { event: 'charge.success' });
    await lost.until(async () =>
      expect(await lost.rowOf(reference)).toMatchObject({
        settledAt: null,
        received: 1_300_000,
        askedKobo: 1_300_000,
        currency: 'NGN',
        payer: { email: 'ada@example.com' },
        paidAt: expect.any(Date),
        channel: 'card',
        foundBy: 'webhook',
        metadata: { order_id: expect.stringMatching(/^ord_/), shop: '127.0.0.1:4321' },
      }),
    );
    expect(shop.log).toContainEqual(
      expect.objectContaining({ event: 'payment_without_order', amount: 1_300_000 }),
    );
    // The log names no reference and no person.
    expect(JSON.stringify(shop.log)).not.toMatch(/tr-|ada@/);
  });

  test('that Paystack could not be asked about is asked about by the next round', async () => {
    const reference = await lost.lose();
    await shop.services.db.delete(webhookEvents);
    await shop.break({ on: 'verify', kind: 'error' });
    await shop.happen(reference, { event: 'charge.success' });
    await lost.until(async () =>
      expect(shop.log.map(({ event }) => event)).toContain('payment_without_order_not_asked'),
    );
    expect((await lost.list()).open).toEqual([]);
    await lost.askSoon();
    await lost.round();
    expect(await lost.rowOf(reference)).toMatchObject({ foundAt: expect.any(Date) });
    expect((await lost.list()).open).toMatchObject([{ reference, foundBy: 'webhook' }]);
  });

  test.each(['refund.processed', 'charge.dispute.create'])('%s leads there, too', async (event) => {
    const reference = await lost.lose();
    await shop.happen(reference, { event, amount: 100_000 });
    await lost.until(async () =>
      expect(await lost.rowOf(reference)).toMatchObject({ settledAt: null, received: 1_300_000 }),
    );
  });

  test('about a full refund settles it', async () => {
    const reference = await lost.lose();
    await shop.happen(reference, { event: 'charge.success' });
    await lost.until(async () => expect(await lost.isFound(reference)).toBe(true));
    await shop.happen(reference, { event: 'refund.processed' });
    await lost.until(async () =>
      expect(await lost.rowOf(reference)).toMatchObject({ settledAt: expect.any(Date) }),
    );
  });
});

test('the list finds each payment once, and none with an order', async () => {
  const kept = await shop.pay();
  const references = [await lost.lose(), await lost.lose()];
  const added = await found();
  expect(added).toEqual(expect.arrayContaining(references));
  expect(added).not.toContain(kept.reference);
  expect(await found()).toEqual([]);
  await lost.round();
  const [letter, ...others] = await lost.letters();
  expect(others).toEqual([]);
  expect(letter?.subject).toBe(`Money without an order: ${added.length} payments`);
  for (const reference of references) expect(letter?.text).toContain(reference);
  expect(letter?.text).toContain('₦13,000');
  await lost.round();
  expect(await lost.letters()).toHaveLength(1);
});

test('payments of other systems and shops on the account are not reported', async () => {
  const foreign = await lost.payElsewhere('INV-2026-0001');
  const other = await lost.payElsewhere(undefined, { shop: 'other.example' });
  const bare = await lost.payElsewhere();
  const audited = async () =>
    (
      await auditUnmatched(shop.services.db, [shop.paystack], {
        days: 1,
        settings: lost.rounds.settings,
      })
    ).violations
      .map(({ line }) => line)
      .join('\n');
  await shop.services.db.delete(payments);
  const lines = await audited();
  expect(lines).toContain(bare);
  expect(lines).toContain('₦7,000');
  expect(lines).toContain('musa@example.com');
  expect(lines).not.toContain(other);
  expect(lines).not.toContain(foreign);
  await found();
  expect(await lost.rowOf(foreign)).toBeUndefined();
  expect(await lost.rowOf(other)).toMatchObject({ otherShop: true, toldAt: null });
  expect((await lost.list()).elsewhere.map(({ reference }) => reference)).toEqual([other]);
  await lost.round();
  const [letter] = await lost.letters();
  expect(letter?.text).toContain(bare);
  expect(letter?.text).not.toContain(other);
});

describe('paying back', () => {
  const listed = async (reference: string) => {
    const all = await shop.paystack.refunds.since(since);
    if (!all.ok) throw new Error(all.refusal.message);
    return all.value.filter((refund) => refund.reference === reference);
  };
  const refunded = async (reference: string) =>
    (await listed(reference)).map(({ amount }) => amount);

  /** Presses until the provider has the refund: a press whose call fails leaves it waiting. */
  const paidBack = (reference: string) =>
    lost.until(async () =>
      expect(await payBack(reference, BOLA)).toMatchObject({ value: { kind: 'returned' } }),
    );

  test('makes one refund of the remaining amount, however often it is requested', async () => {
    const reference = await lost.lose();
    await shop.happen(reference, { event: 'refund.pending', amount: 300_000 });
    await found();
    const answers = await Promise.all([1, 2, 3].map(() => payBack(reference, BOLA)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await refunded(reference)).toEqual([1_000_000, 300_000]);
    expect((await lost.list()).settled).toMatchObject([{ reference, refundBy: 'Bola' }]);
    expect(await payBack(reference, BOLA)).toMatchObject({
      value: { kind: 'returned', words: expect.stringContaining('paid back earlier') },
    });
    const { rows } = await shop.services.db.execute(
      sql`select action, recorded_by, detail from staff_actions where subject = ${reference}`,
    );
    expect(rows).toEqual([{ action: 'payment.refund', recorded_by: 'Bola', detail: '₦10,000' }]);
  });

  test('that Paystack has made without an answer is found by the round, and not repeated', async () => {
    const reference = await lost.lose();
    await found();
    await shop.break({ on: 'refund', kind: 'cut' });
    expect(await payBack(reference, BOLA)).toMatchObject({ value: { kind: 'waits' } });
    await lost.round();
    expect(await lost.rowOf(reference)).toMatchObject({ settledAt: expect.any(Date) });
    expect(await refunded(reference)).toEqual([1_300_000]);
  });

  test('that never reached Paystack is sent again once it is certain, and not before', async () => {
    const reference = await lost.lose();
    await found();
    await shop.break({ on: 'refund', kind: 'error' });
    await payBack(reference, BOLA);
    await lost.round();
    expect(await refunded(reference)).toEqual([]);
    await shop.services.db
      .update(refunds)
      .set({ sentAt: sql`now() - interval '3 minutes'` })
      .where(eq(refunds.payment, reference));
    await lost.round();
    expect(await refunded(reference)).toEqual([1_300_000]);
  });

  test('that Paystack accepts and that then fails leaves the payment waiting, and she gets another email', async () => {
    const reference = await lost.lose();
    await found();
    await lost.round();
    await paidBack(reference);
    await shop.happen(reference, { event: 'refund.failed' });
    await lost.until(async () =>
      expect(await lost.rowOf(reference)).toMatchObject({ settledAt: null, toldAt: null }),
    );
    await lost.round();
    expect(await lost.letters()).toHaveLength(2);
    await paidBack(reference);
    await shop.happen(reference, { event: 'refund.processed' });
    await lost.until(async () =>
      expect(await shop.services.db.select().from(refunds)).toMatchObject([
        { status: 'failed' },
        { status: 'done' },
      ]),
    );
    expect(await lost.rowOf(reference)).toMatchObject({ settledAt: expect.any(Date) });
  });

  test.each(['pays the rest back', 'makes the order again'] as const)(
    'of a payment whose lost order was partly refunded %s',
    async (what) => {
      const order = await shop.pay();
      const part = { amountKobo: 300_000, key: null, reason: null, actor: BOLA, restock: false };
      expect(await shop.services.refunds.refund(order.id, part)).toMatchObject({ ok: true });
      await forget(shop, order);
      await found();
      const { reference } = order;
      if (what === 'makes the order again') {
        expect(await shop.services.unmatched.makeAgain(reference, BOLA)).toMatchObject({
          ok: true,
        });
        expect(await shop.orderOf(reference)).toMatchObject({ id: order.id, status: 'paid' });
      } else expect(await payBack(reference, BOLA)).toMatchObject({ ok: true });
      expect(await refunded(reference)).toEqual(
        what === 'makes the order again' ? [300_000] : [1_000_000, 300_000],
      );
      expect((await lost.list()).open.map((row) => row.reference)).not.toContain(reference);
    },
  );

  test('of a remainder is requested again if an earlier refund has failed since', async () => {
    const order = await shop.pay();
    const { reference } = order;
    await shop.happen(reference, { event: 'refund.pending', amount: 300_000 });
    await forget(shop, order);
    await found();
    expect(await payBack(reference, BOLA)).toMatchObject({ ok: true });
    expect(await refunded(reference)).toEqual([1_000_000, 300_000]);
    const [, earlier] = await listed(reference);
    await shop.happen(reference, { event: 'refund.failed', refund: Number(earlier?.id) });
    await lost.until(async () =>
      expect((await lost.list()).open.map((row) => row.reference)).toContain(reference),
    );
    for (const kind of ['returned', 'returned'])
      expect(await payBack(reference, BOLA)).toMatchObject({ value: { kind } });
    expect(await refunded(reference)).toEqual([300_000, 1_000_000, 300_000]);
    expect((await lost.list()).open.map((row) => row.reference)).not.toContain(reference);
  });

  test('is refused for a packer, for a disputed payment, and for one of another shop', async () => {
    const disputed = await lost.lose();
    await shop.happen(disputed, { event: 'charge.dispute.create' });
    const other = await lost.payElsewhere(undefined, { shop: 'other.example' });
    await lost.until(async () => {
      expect(await lost.isFound(disputed)).toBe(true);
      expect(await lost.isFound(other)).toBe(true);
    });
    const codeOf = async (reference: string, actor = BOLA) => {
      const answer = await payBack(reference, actor);
      return answer.ok ? 'ok' : answer.refusal.code;
    };
    expect(await codeOf(disputed)).toBe('conflict');
    expect(await codeOf(other)).toBe('conflict');
    expect(await codeOf('tr-nothing')).toBe('not_found');
    expect(await codeOf(disputed, { name: 'Musa', role: 'packer' })).toBe('forbidden');
    expect([...(await refunded(disputed)), ...(await refunded(other))]).toEqual([]);
  });
});

test('the back office counts them, lists them, and refunds one without JavaScript', async () => {
  const reference = await lost.lose({ email: 'ada@example.com' });
  await shop.happen(reference, { event: 'charge.success' });
  await lost.until(async () => expect(await lost.isFound(reference)).toBe(true));
  const owner = await shop.signIn('owner', 'Bola');
  const packer = await shop.signIn('packer');
  expect((await owner.open('/admin')).text).toContain('1 paid, without an order');
  expect((await packer.open('/admin/payments')).status).toBe(403);
  const page = await owner.open('/admin/payments');
  for (const words of ['₦13,000', 'ada@example.com', reference, 'Pay it back'])
    expect(page.text).toContain(words);
  const after = await owner.submit('/admin/payments', `/admin/payments/${reference}/refund`);
  expect(after.text).toContain('₦13,000 of ada@example.com is paid back.');
  expect(after.text).toContain('None. Every payment has its order.');
  expect(after.text).toContain('Settled');
  expect((await owner.open('/admin')).text).not.toContain('paid, without an order');
});

test('the back office recreates an order once, and never after a refund', async () => {
  const [reference, other] = [await lost.lose({ email: 'ada@example.com' }), await lost.lose()];
  for (const each of [reference, other]) {
    await shop.happen(each, { event: 'charge.success' });
    await lost.until(async () => expect(await lost.isFound(each)).toBe(true));
  }
  const owner = await shop.signIn('owner');
  const made = await owner.submit('/admin/payments', `/admin/payments/${reference}/order`);
  expect(made.text).toContain('of ₦13,000 is made again.');
  expect(made.location ?? '').not.toContain('/admin/payments');
  expect(await lost.rowOf(reference)).toMatchObject({ orderId: expect.stringMatching(/^ord_/) });
  const again = await shop.services.unmatched.makeAgain(reference, BOLA);
  expect(again).toMatchObject({ value: { words: expect.stringContaining('is there already') } });
  await shop.services.unmatched.payBack(other, BOLA);
  expect(await shop.services.unmatched.makeAgain(other, BOLA)).toMatchObject({ ok: false });
  expect(await shop.services.unmatched.payBack(reference, BOLA)).toMatchObject({
    refusal: { message: expect.stringContaining('has an order now') },
  });
});

test('a payment that was settled a year ago loses its personal data', async () => {
  const [old, young, open] = [await lost.lose(), await lost.lose(), await lost.lose()];
  await found();
  await payBack(old, BOLA);
  await payBack(young, BOLA);
  await shop.services.db.execute(sql`
    update payments set settled_at = settled_at - interval '366 days', found_at = found_at - interval '366 days'
    where reference <> ${young}`);
  await eraseUnmatched(shop.services.db);
  expect(await lost.rowOf(old)).toMatchObject({ payer: null, metadata: null, received: 1_300_000 });
  for (const reference of [young, open])
    expect(await lost.rowOf(reference)).toMatchObject({ payer: { email: 'ada@example.com' } });
});
