import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditPayments } from '#backend/audit/payments.ts';
import { type PaystackPayment, SUCCESS } from '../orders/paystack.fake.ts';
import { type EventfulShop, openEventfulShop } from './eventful-shop.harness.ts';

/** The audit's findings when it also asks Paystack. */
let shop: EventfulShop;
beforeAll(async () => {
  shop = await openEventfulShop();
});
afterAll(() => shop.close());

describe('with Paystack', () => {
  const ask = () => auditPayments(shop.services.db, [shop.paystack], { days: 7, pauseMs: 0 });
  const withAnswer = async (id: string, change: PaystackPayment) => {
    const { db } = shop.services;
    const { rows } = await db.execute<{ reference: string }>(
      sql`select reference from orders where id = ${id}`,
    );
    const reference = rows[0]?.reference ?? '';
    const before = await shop.paystack.verify(reference);
    if (!before.ok) throw new Error('Not known');
    shop.paystack.become(reference, change);
    const { violations } = await ask();
    shop.paystack.become(reference, before.value);
    return violations.map(({ line }) => line);
  };

  test('agrees with a sound shop', async () => {
    expect(await ask()).toEqual({ violations: [], asked: 14 });
  });

  test('reports an order that is paid in the shop but not at Paystack', async () => {
    expect(await withAnswer(shop.stories.paid, { status: 'abandoned' })).toEqual([
      `Order ${shop.stories.paid} is paid, but Paystack says abandoned`,
    ]);
    expect(await withAnswer(shop.stories.paid, { amountKobo: 5 })).toEqual([
      `Order ${shop.stories.paid} is paid, but not as asked (amount_too_small)`,
    ]);
    expect(await withAnswer(shop.stories.paid, { id: 'another' })).toEqual([
      `Order ${shop.stories.paid} is paid by another transaction than Paystack's`,
    ]);
  });

  test('reports a payment at Paystack of an unpaid order, unless it has just been made', async () => {
    expect(await withAnswer(shop.stories.gone, SUCCESS)).toEqual([
      `Order ${shop.stories.gone} is cancelled, but Paystack says success: money has arrived`,
    ]);
    const paidAt = new Date().toISOString();
    expect(await withAnswer(shop.stories.pending, { ...SUCCESS, paidAt })).toEqual([]);
  });

  test('stops after three tries when Paystack cannot be reached', async () => {
    shop.paystack.down = true;
    const { violations, asked } = await ask();
    shop.paystack.down = false;
    expect(asked).toBe(3);
    expect(violations.at(-1)?.line).toBe('Paystack was not asked about the 11 orders after it');
  });
});
