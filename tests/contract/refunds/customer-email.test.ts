import { and, asc, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { transact } from '#backend/db/transact.ts';
import { createEvents } from '#backend/emails/subscribers.ts';
import { emails } from '#backend/mail/tables.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { keepDispute } from '#backend/refunds/disputes.ts';
import { addRefund, keepReversal } from '#backend/refunds/recording.ts';
import { company } from '#config/company.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { openRefundShop, type RefundShop } from './refund-shop.harness.ts';

/** The emails to a customer about her refund. */
const EVENTS = createEvents(
  { MERCHANT_EMAIL: 'orders@shop.example', ADMIN: 'off', PUBLIC_API_URL: '', SITE_URL: '' },
  [],
);
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

/** Returns the order with its payment. */
async function lockedOf(order: OrderRow) {
  const [payment] = await shop.services.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, order.id));
  if (!payment) throw new Error('No such payment');
  return { payment, order };
}

/** Returns the emails to the customer about refunds of an order, oldest first. */
const heard = ({ id }: OrderRow) =>
  shop.services.db
    .select()
    .from(emails)
    .where(and(like(emails.id, 'refunded:%'), like(emails.subject, `%#${orderNumber(id)}`)))
    .orderBy(asc(emails.createdAt));

describe('a refund by staff', () => {
  test('is told once: how much, of which order, and when it comes', async () => {
    const order = await shop.pay(2);
    await shop.refund(order, { reason: 'Changed her mind' });
    await shop.refund(order);
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'done');
    const [email, ...more] = await heard(order);
    expect(more).toEqual([]);
    expect(email?.recipient).toBe(order.email);
    expect(email?.subject).toContain('₦23,000');
    expect(email?.text).toContain(order.fullName);
    expect(email?.text).toContain('Refund: ₦23,000\nYou paid: ₦23,000');
    expect(email?.text).toContain('ten working days');
    // The reason and the staff's name are the shop's own notes.
    expect(email?.text).not.toMatch(/Changed her mind|Bola/);
    const listed = await emailsOfOrder(shop.services.db, order);
    expect(listed.map(({ id }) => id)).toContain(email?.id);
  });

  test('in parts is told of each part', async () => {
    const order = await shop.pay();
    await shop.refund(order, { amountKobo: 500_000 });
    await shop.refund(order);
    expect((await heard(order)).map(({ text }) => /Refund: (.*)/.exec(text)?.[1])).toEqual([
      '₦5,000',
      '₦8,000',
    ]);
  });

  test('is emailed only when Paystack has it, whichever process notices', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind: 'cut' });
    expect(await shop.refund(order)).toMatchObject({ value: { kind: 'waits' } });
    expect(await heard(order)).toEqual([]);
    await shop.later(order);
    await shop.sweep();
    expect(await heard(order)).toHaveLength(1);
  });

  test('that Paystack refuses is not emailed, but the dashboard’s one is', async () => {
    const order = await shop.pay();
    // The dashboard has refunded all of it, and no webhook has said so yet.
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.pending' });
    const refused = await shop.refund(order, { amountKobo: 500_000 });
    expect(refused).toMatchObject({ ok: false });
    expect((await heard(order)).map(({ text }) => /Refund: (.*)/.exec(text)?.[1])).toEqual([
      '₦13,000',
    ]);
  });

  test('that waits for her bank account is emailed, and again when it continues', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind: 'cut' });
    await shop.refund(order);
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.needs-attention' });
    await shop.later(order);
    await shop.sweep();
    await shop.reach(order, 'needs_customer');
    expect(await kinds(order)).toEqual(['refund-account']);
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'done');
    expect(await kinds(order)).toEqual(['refund-account', 'refunded']);
  });

  test('is not told to a customer whose account is deleted', async () => {
    const order = await shop.pay();
    await shop.services.db
      .update(orders)
      .set({ eraseAt: sql`now() + interval '1 day'` })
      .where(eq(orders.id, order.id));
    expect(await shop.refund(order)).toMatchObject({ value: { kind: 'made' } });
    expect(await heard(order)).toEqual([]);
  });
});

/** Returns the ids of the emails to the customer about the money of an order, without the ids of its rows. */
const kinds = async (order: OrderRow) => {
  const rows = await shop.services.db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.recipient, order.email),
        like(emails.id, 'refund%'),
        like(emails.subject, `%#${orderNumber(order.id)}%`),
      ),
    )
    .orderBy(asc(emails.createdAt));
  return rows.map(({ id }) => id.split(':')[0]);
};

describe('money that came after its bottles were sold', () => {
  test('is told: what happened, what comes, and when; and once more when it goes back', async () => {
    const order = await shop.payLate();
    expect(await kinds(order)).toEqual(['refund-due']);
    const id = `refund-due:${order.id}`;
    const [email] = await shop.services.db.select().from(emails).where(eq(emails.id, id));
    for (const words of [
      order.fullName,
      'arrived after the order had ended, and its bottles were sold',
      'You paid: ₦13,000',
      `Payment reference: ${order.reference}`,
      `within ${company.returns.refundDays} working days`,
    ])
      expect(email?.text).toContain(words);
    await shop.refund(order);
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'done');
    expect(await kinds(order)).toEqual(['refund-due', 'refunded']);
  });

  test('is emailed when it is refunded by hand, and not again when Paystack reports the same refund', async () => {
    const order = await shop.payLate();
    await shop.byHand(order);
    await shop.byHand(order);
    const [email] = await heard(order);
    expect(email?.subject).toContain('We have paid back ₦13,000');
    await shop.happen(order.reference, { event: 'refund.processed', amount: 1_300_000 });
    await vi.waitFor(async () =>
      expect(await shop.rowsOf(order)).toMatchObject([{ byHand: false }]),
    );
    expect(await kinds(order)).toEqual(['refund-due', 'refunded']);
  });

  test('is not told to a customer whose account is deleted', async () => {
    const { db } = shop.services;
    const order = await shop.payLate();
    await db
      .update(orders)
      .set({ eraseAt: sql`now() + interval '1 day'` })
      .where(eq(orders.id, order.id));
    await db.delete(emails).where(eq(emails.id, `refund-due:${order.id}`));
    await shop.byHand(order);
    expect(await kinds(order)).toEqual([]);
  });
});

test('a refund made in the dashboard is told, once', async () => {
  const order = await shop.pay();
  await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
  await shop.reach(order, 'pending');
  await shop.happen(order.reference, { event: 'refund.processed', amount: 500_000 });
  await shop.reach(order, 'done');
  expect(await kinds(order)).toEqual(['refunded']);
});

test('a payment that was reversed is told once, also when its refund is told of later', async () => {
  const order = await shop.pay();
  const payment = { amountKobo: 1_300_000, currency: 'NGN' };
  const { db } = shop.services;
  await transact(db, async (transaction) =>
    keepReversal(transaction, await lockedOf(order), payment, EVENTS),
  );
  expect(await kinds(order)).toEqual(['refunded']);
  const news = {
    status: 'done',
    reference: 'TRF_1',
    amount: 1_300_000,
    currency: 'NGN',
  } as const;
  await transact(db, async (transaction) =>
    addRefund(transaction, await lockedOf(order), news, EVENTS),
  );
  expect(await shop.rowsOf(order)).toHaveLength(1);
  expect(await kinds(order)).toEqual(['refunded']);
});

test('a dispute about a part of a reversed payment is recorded, even after a full refund by hand', async () => {
  const order = await shop.pay();
  await shop.byHand(order);
  const payment = { amountKobo: 1_300_000, currency: 'NGN' };
  const news = {
    state: 'taken' as const,
    status: 'resolved',
    resolution: 'merchant-accepted',
    currency: 'NGN',
    dueAt: null,
  };
  await transact(shop.services.db, async (transaction) => {
    await keepReversal(transaction, await lockedOf(order), payment, EVENTS);
    const dispute = { ...news, id: `d-${order.id}`, amount: 1_000_000 };
    await keepDispute(transaction, await lockedOf(order), dispute, EVENTS);
  });
  expect(await shop.rowsOf(order)).toMatchObject([{ amount: 1_300_000 }]);
  await shop.expectSound();
});

test('a refund that fails after she was told is told', async () => {
  const order = await shop.pay();
  await shop.refund(order);
  await shop.happen(order.reference, { event: 'refund.failed' });
  await shop.reach(order, 'failed');
  expect(await kinds(order)).toEqual(['refunded', 'refund-delayed']);
});

test('a dispute that she wins is emailed, and a declined one is not', async () => {
  const ended = { status: 'resolved', amount: 1_300_000, currency: 'NGN', dueAt: null };
  const { db } = shop.services;
  const told: (string | undefined)[][] = [];
  for (const resolution of ['merchant-accepted', 'declined']) {
    const order = await shop.pay();
    const state = resolution === 'declined' ? ('kept' as const) : ('taken' as const);
    const news = { ...ended, id: `d-${order.id}`, state, resolution };
    for (const _ of [1, 2])
      await transact(db, async (transaction) =>
        keepDispute(transaction, await lockedOf(order), news, EVENTS),
      );
    told.push(await kinds(order));
  }
  expect(told).toEqual([['refund-claimed'], []]);
});

test('the email is erased with the order', async () => {
  const order = await shop.pay();
  await shop.refund(order);
  expect(await heard(order)).toHaveLength(1);
  const { db } = shop.services;
  await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, order.id));
  await eraseOrders(db);
  expect(await heard(order)).toEqual([]);
});
