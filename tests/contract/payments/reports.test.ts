import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { orderItems } from '#backend/orders/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { make } from '../promotions/promotions.harness.ts';
import { orderBody, product, REFUND } from '../shop.harness.ts';

/** Faults of payments that other shops had, each tried here. */

let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: ['oud', 'musk', 'rose'].map((id) => product({ id, stock: 10_000 })),
    settings: { PAYMENT_WAYS: 'paystack,transfer', RESERVED_PER_EMAIL: '1000' },
    timeoutMs: 1500,
  });
});
afterAll(() => shop.close());

const told = async (order: { id: string }) =>
  (await emailsOfOrder(shop.services.db, order)).map(({ id }) => id.split(':')[0]);
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

test('an order that staff cancel while a transfer is on its way: the money is due for a refund, and she is told', async () => {
  const { db, settlement } = shop.services;
  const begun = await shop.begin(1, { way: 'transfer' });
  const order = await shop.orderOf(begun.reference);
  await settlement.cancel(order.id, 'Bola');
  expect((await shop.orderOf(begun.reference)).status).toBe('cancelled');
  // Nobody else may have the unit, or her late money would buy it.
  await db.execute('update stock set on_hand = reserved');
  const number = (order as { account?: { number: string } }).account?.number ?? '';
  await fetch(`${shop.account.PAYSTACK_URL}/sandbox/accounts/${number}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await settlement.ask(order);
  await db.execute('update stock set on_hand = 10000');
  expect(await shop.orderOf(begun.reference)).toMatchObject({
    status: 'cancelled',
    refundNeeded: true,
  });
  expect(await told(order)).toContain('refund-due');
});

test('a provider that hangs on the earlier attempt: no second page opens without its answer', async () => {
  const email = 'twice@example.com';
  const first = 'reports-attempt-000000001';
  const begun = await shop.begin(1, { email }, { 'idempotency-key': first });
  await shop.break({ on: 'verify', kind: 'hang', times: 5, email });
  const again = await shop.post(
    '/api/payment/initialize',
    orderBody([['musk', 10_000, 1]], { email }),
    {
      'idempotency-key': 'reports-attempt-000000002',
      'previous-attempts': first,
    },
  );
  expect(again).toMatchObject({ status: 502, body: { code: 'payment_unavailable' } });
  await shop.clearFaults();
  await press(begun.page, 'Pay now');
  const paid = await shop.post(
    '/api/payment/initialize',
    orderBody([['musk', 10_000, 1]], { email }),
    {
      'idempotency-key': 'reports-attempt-000000003',
      'previous-attempts': first,
    },
  );
  expect(paid).toMatchObject({ status: 409, body: { code: 'already_paid' } });
});

test('two payments of one order: both are on its page, and the second is left to pay back', async () => {
  const { db, settlement } = shop.services;
  const begun = await shop.begin(1, { way: 'transfer' });
  const order = await shop.orderOf(begun.reference);
  await db.execute(
    `update payments set account = jsonb_set(account, '{expiresAt}', '"2026-01-01T00:00:00.000Z"') where reference = '${begun.reference}'`,
  );
  const renewed = await shop.post(`/api/payment/account/${begun.reference}`, {});
  expect(renewed.status).toBe(200);
  const { rows } = await db.execute<{ reference: string; account: { number: string } }>(
    `select reference, account from payments where order_id = '${order.id}'`,
  );
  expect(rows).toHaveLength(2);
  for (const { account } of rows)
    await fetch(`${shop.account.PAYSTACK_URL}/sandbox/accounts/${account.number}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
  await settlement.ask(order);
  expect(await moneyOf(db, order.id)).toMatchObject({ received: 2 * order.totalKobo });
  await expectSound();
});

test('an order with a promotion of ₦1 over three lines, paid back in any parts, ends at exactly nothing left', async () => {
  const { db } = shop.services;
  await make(shop, { kind: 'naira', naira: '1', code: 'ONE', per_customer: '1000' });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      async (shares) => {
        const lines = ['oud', 'musk', 'rose'].map((id) => [id, 10_000, 7] as const);
        const { reference } = await beginPaid(lines);
        const order = await shop.orderOf(reference);
        const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
        expect(items).toHaveLength(3);
        const all = shares.reduce((sum, share) => sum + share, 0);
        for (const [at, share] of shares.entries()) {
          const { remaining } = await moneyOf(db, order.id);
          const amountKobo =
            at === shares.length - 1 ? null : Math.floor((order.totalKobo * share) / all);
          if (amountKobo === 0 || remaining === 0) continue;
          const paid = await recordByHand(shop.services, order.id, {
            ...REFUND,
            amountKobo,
            key: `part-${at}`,
            for: 'other',
          });
          expect(paid.ok).toBe(true);
        }
        expect(await moneyOf(db, order.id)).toMatchObject({
          gone: order.totalKobo,
          remaining: 0,
          underWay: 0,
        });
      },
    ),
    { numRuns: 8 },
  );
  await expectSound();
});

/** Pays an order of these lines, with the code ONE. */
async function beginPaid(lines: readonly (readonly [string, number, number])[]) {
  const body = orderBody(lines, { code: 'ONE', discount: 1 });
  const answer = await shop.post('/api/payment/initialize', body);
  expect(answer.status).toBe(200);
  const { authorization_url: page, reference } = answer.body.data;
  await press(page, 'Pay now');
  await shop.services.settlement.ask(await shop.orderOf(reference));
  return { reference };
}
