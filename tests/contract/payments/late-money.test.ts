import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orders } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import type { Payment } from '#contract/checkout.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { expireReservations } from '../orders/time.harness.ts';
import { product } from '../shop.harness.ts';

/** Money that arrives after its order has ended, on a page that was still open. Its webhook comes after the shopper. */
let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({ products: [product({ id: 'oud', stock: 20 })], pauseMs: 600 });
});
afterAll(() => shop.close());
beforeEach(() => shop.clearFaults());

type Begun = Awaited<ReturnType<SandboxShop['begin']>>;

const verify = async (reference: string): Promise<Payment> =>
  (await shop.get(`/api/payment/verify/${reference}`)).body.payment;

/** The ways in which an order ends before it is paid. `begun` has the key of its attempt. */
const ENDINGS: Record<string, (begun: Begun, key: string) => Promise<unknown>> = {
  'replaced by a newer order': (_, key) =>
    shop.begin(
      2,
      { email: 'ada@example.com' },
      {
        'idempotency-key': randomUUID(),
        'previous-attempts': key,
      },
    ),
  'cancelled by staff': async ({ reference }) =>
    shop.services.settlement.cancel((await shop.orderOf(reference)).id, 'Bola'),
  'not paid in time': async ({ reference }) => {
    await expireReservations(shop.services.db, eq(orders.reference, reference));
    await shop.services.settlement.sweep();
  },
};

async function ended(how: string): Promise<Begun> {
  const key = randomUUID();
  const begun = await shop.begin(2, {}, { 'idempotency-key': key });
  await ENDINGS[how]?.(begun, key);
  expect((await shop.orderOf(begun.reference)).status).toBe('cancelled');
  return begun;
}

describe.each(Object.keys(ENDINGS))('an order that was %s', (how) => {
  test('and is paid on its old page: she never reads that it failed', async () => {
    const { page, reference } = await ended(how);
    // Her other tab has just asked, and got the truth of that moment.
    expect((await verify(reference)).status).toBe('cancelled');
    await shop.break({ on: 'webhook', kind: 'late', delayMs: 12_000 });
    await press(page, 'Pay now');
    const told: string[] = [];
    do told.push((await verify(reference)).status);
    while (told.at(-1) === 'pending' && told.length < 10 && (await pause(300, true)));
    expect(told.at(-1)).toBe('paid');
    expect(told.slice(0, -1).every((status) => status === 'pending')).toBe(true);
    expect(await shop.orderOf(reference)).toMatchObject({ status: 'paid', refundNeeded: false });
    await shop.services.db.delete(orders);
    await shop.services.db.update(stock).set({ onHand: 20, reserved: 0 });
  });
});
