import { and, asc, eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emails } from '#backend/db/tables/email-tables.ts';
import { type OrderRow, orders } from '#backend/db/tables/order-tables.ts';
import { emailsOfOrder } from '#backend/mail/queue.ts';
import { eraseOrders } from '#backend/services/orders/erasure.ts';
import { orderNumber } from '#domain/order.ts';
import { openRefundShop, type RefundShop } from './refund-shop.harness.ts';

/** What a customer hears of her refund by email. */
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

/** The emails to the customer about refunds of an order, oldest first. */
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
    await shop.reach(order, 'processed');
    const [email, ...more] = await heard(order);
    expect(more).toEqual([]);
    expect(email?.recipient).toBe(order.email);
    expect(email?.subject).toContain('₦23,000');
    expect(email?.text).toContain(order.fullName);
    expect(email?.text).toContain('Refund: ₦23,000\nYou paid: ₦23,000');
    expect(email?.text).toContain('ten working days');
    // The reason and the name of who refunds are the shop's own notes.
    expect(email?.text).not.toMatch(/Changed her mind|Bola/);
    const shown = { id: order.id, steps: [], refunds: await shop.rowsOf(order), disputes: [] };
    const listed = await emailsOfOrder(shop.services.db, shown);
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

  test('is told only when Paystack has it, whoever finds that out', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind: 'cut' });
    expect(await shop.refund(order)).toMatchObject({ kind: 'waits' });
    expect(await heard(order)).toEqual([]);
    await shop.later(order);
    await shop.sweep();
    expect(await heard(order)).toHaveLength(1);
  });

  test('that Paystack refuses is not told', async () => {
    const order = await shop.pay();
    // The dashboard has refunded all of it, and no webhook has told us yet.
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.pending' });
    const refused = await shop.refund(order, { amountKobo: 500_000 });
    expect(refused).toMatchObject({ kind: 'refused' });
    expect(await heard(order)).toEqual([]);
  });

  test('that waits for her bank account is told when it goes on', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind: 'cut' });
    await shop.refund(order);
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.needs-attention' });
    await shop.later(order);
    await shop.sweep();
    await shop.reach(order, 'needs-attention');
    expect(await heard(order)).toEqual([]);
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'processed');
    expect(await heard(order)).toHaveLength(1);
  });

  test('is not told to a customer whose account is deleted', async () => {
    const order = await shop.pay();
    await shop.services.db
      .update(orders)
      .set({ eraseAt: sql`now() + interval '1 day'` })
      .where(eq(orders.id, order.id));
    expect(await shop.refund(order)).toMatchObject({ kind: 'made' });
    expect(await heard(order)).toEqual([]);
  });
});

test('a refund made in the dashboard is not told: Paystack and the merchant know why', async () => {
  const order = await shop.pay();
  await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
  await shop.reach(order, 'pending');
  expect(await heard(order)).toEqual([]);
});

test('the email goes when the order is erased', async () => {
  const order = await shop.pay();
  await shop.refund(order);
  expect(await heard(order)).toHaveLength(1);
  const { db } = shop.services;
  await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, order.id));
  await eraseOrders(db);
  expect(await heard(order)).toEqual([]);
});
