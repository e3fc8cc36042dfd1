import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { countOrders } from '#backend/order-book/admin-orders.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { recordTransfer } from '#backend/own-bank/recording.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { disputes } from '#backend/refunds/tables.ts';
import { shopFacts } from '#config/shop.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { IDEMPOTENCY_HEADER } from '#contract/headers.ts';
import type { ChosenWay } from '#domain/payments/ways.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { signUp } from '../accounts/account.harness.ts';
import { openDoor, openOwnAccount } from '../own-account.harness.ts';
import { make } from '../promotions/promotions.harness.ts';
import { BOLA, orderBody, product } from '../shop.harness.ts';
import { openSandboxShop, type SandboxShop } from './sandbox-shop.harness.ts';

/** Customers who cancel their own orders (extension order.cancel, decision 61). */

let shop: SandboxShop;
let closers: (() => void)[];
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 1000 })],
    settings: {
      PAYMENT_WAYS: 'paystack,flutterwave,bank,delivery',
      RESERVED_PER_ADDRESS: '10000',
      BEGUN_PER_ADDRESS: '10000',
    },
    timeoutMs: 1500,
  });
  closers = [openOwnAccount(), openDoor()];
});
afterAll(async () => {
  for (const close of closers) close();
  await shop.close();
});
let before = 0;
beforeEach(async () => {
  await shop.clearFaults();
  before = await left();
});
afterEach(async () => {
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
});

/** Returns the units that can be bought. */
async function left(): Promise<number> {
  const [row] = await shop.services.db.select().from(stock).where(eq(stock.productId, 'oud'));
  return (row?.onHand ?? 0) - (row?.reserved ?? 0);
}
let customers = 0;
/** Begins an order as a guest. */
async function begin(
  way: ChosenWay,
  change: Partial<InitializeBody> = {},
  headers: Record<string, string> = {},
) {
  const number = String(++customers).padStart(4, '0');
  const email = `cancel-${number}@example.com`;
  const body = orderBody([['oud', 10_000, 2]], { email, way });
  const shippingInfo = { ...body.shippingInfo, phone: `0803 222 ${number}` };
  const attempt = randomUUID();
  const answer = await shop.post(
    '/api/payment/initialize',
    { ...body, shippingInfo, ...change },
    { [IDEMPOTENCY_HEADER]: attempt, ...headers },
  );
  expect(answer).toMatchObject({ status: 200 });
  const { reference, authorization_url: page } = answer.body.data;
  return { ...(await shop.orderOf(reference)), attempt, page: page as string };
}
async function pay(way: 'paystack' | 'flutterwave', change: Partial<InitializeBody> = {}) {
  const begun = await begin(way, change);
  await press(begun.page, 'Pay now');
  await vi.waitFor(async () => {
    await shop.services.settlement.verify(begun.reference);
    expect(await shop.orderOf(begun.reference)).toMatchObject({ status: 'paid' });
  }, 10_000);
  return begun;
}
const seen = (attempt: string) => shop.get(`/api/order/shared/${attempt}`);
const cancel = ({ id, attempt }: { id: string; attempt: string }) =>
  shop.post(`/api/order/${id}/cancel/${attempt}`, {});
const told = async (order: { id: string }) =>
  (await emailsOfOrder(shop.services.db, order))
    .map(({ id }) => id.split(':')[0] ?? '')
    .filter((kind) => !/paid/.test(kind))
    .toSorted();
/** The emails about an order that was paid, to her and to the merchant. */
const PAID_BACK = ['merchant-cancelled', 'merchant-refund-news', 'refund-due', 'refunded'];
const pack = (id: string) =>
  recordStep(shop.services, id, { step: 'packed', actor: { name: 'Tunde', role: 'packer' } });

describe('an order that is paid', () => {
  test.each(['paystack', 'flutterwave'] as const)(
    'at %s is cancelled by its link: units are back, the refund is asked for, everybody is told',
    async (way) => {
      const order = await pay(way);
      expect((await seen(order.attempt)).body).toMatchObject({ cancellable: true });
      expect(await cancel(order)).toMatchObject({
        status: 200,
        body: { _id: order.id, status: 'cancelled', fulfilment: { refunds: [{ amount: 23_000 }] } },
      });
      expect(await left()).toBe(before);
      expect((await shop.get(`/api/payment/verify/${order.reference}`)).body.payment).toMatchObject(
        { status: 'cancelled', refundNeeded: true },
      );
      expect((await seen(order.attempt)).body).not.toHaveProperty('cancellable');
      expect(await told(order)).toEqual(PAID_BACK);
      await shop.happen(order.reference, { event: 'refund.processed' });
      await expect
        .poll(async () => (await shop.orderOf(order.reference)).refundedAt)
        .not.toBeNull();
      expect(await countOrders(shop.services.db, { toPack: true })).toBe(0);
    },
  );

  test('is cancelled once, however often and at once she presses', async () => {
    const order = await pay('paystack');
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(order)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    expect(await left()).toBe(before);
    expect(await shop.refundsAtPaystack(await shop.orderOf(order.reference))).toHaveLength(1);
  });

  test('is kept once it is packed, and one of two at once wins', async () => {
    const packed = await pay('paystack');
    expect(await pack(packed.id)).toMatchObject({ ok: true });
    expect((await seen(packed.attempt)).body).not.toHaveProperty('cancellable');
    expect(await cancel(packed)).toMatchObject({
      status: 409,
      body: { code: 'order_kept', message: expect.stringContaining('packed already') },
    });
    for (let round = 0; round < 5; round++) {
      const order = await pay('paystack');
      const [cancelled, step] = await Promise.all([cancel(order), pack(order.id)]);
      expect([cancelled.status === 200, step.ok].filter(Boolean)).toHaveLength(1);
    }
  });

  test('stays as it is while the provider does not answer, or her bank decides', async () => {
    const order = await pay('paystack');
    await shop.break({ on: 'verify', kind: 'error', times: 1 });
    expect(await cancel(order)).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('was not cancelled') },
    });
    await shop.happen(order.reference, { event: 'charge.dispute.create' });
    await expect
      .poll(() => shop.services.db.$count(disputes, eq(disputes.orderId, order.id)))
      .toBe(1);
    expect(await cancel(order)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Your bank') },
    });
    expect(await shop.orderOf(order.reference)).toMatchObject({ status: 'paid' });
  });

  test('by transfer to the shop is due for a refund, which staff make', async () => {
    const order = await begin('bank');
    const due = await countOrders(shop.services.db, { status: 'refund' });
    await recordTransfer(shop.services, order.id, {
      amountKobo: order.totalKobo,
      sender: 'AMINA BELLO',
      sentAt: new Date(),
      sessionId: randomUUID(),
      isAnother: false,
      actor: BOLA,
    });
    await shop.services.settlement.ask(order);
    expect(await cancel(order)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', fulfilment: { refunds: [] } },
    });
    expect(await countOrders(shop.services.db, { status: 'refund' })).toBe(due + 1);
  });
});

describe('an order that nobody has paid', () => {
  test('ends at once for its account alone, frees its code, and late money is due for a refund', async () => {
    const { db, settlement } = shop.services;
    await make(shop, { limit: '1' });
    const ada = await signUp(shop, 'ada.cancels@example.com');
    const bola = await signUp(shop, 'bola.cancels@example.com');
    const withCode = { code: 'TEN', discount: 2000, email: 'ada.cancels@example.com' };
    const order = await begin('paystack', withCode, ada.auth);
    const path = `/api/order/${order.id}`;
    const end = `${path}/cancel/-`;
    expect((await shop.get(path, ada.auth)).body).toMatchObject({ cancellable: true });
    expect(await shop.post(end, {}, bola.auth)).toMatchObject({ status: 404 });
    expect(await shop.post(end, {})).toMatchObject({ status: 404 });
    expect(await shop.post(end, {}, ada.auth)).toMatchObject({
      status: 200,
      body: { status: 'cancelled' },
    });
    expect(await left()).toBe(before);
    expect(await told(order)).toEqual([]);
    await press(order.page, 'Pay now');
    await settlement.verify(order.reference);
    expect(await shop.orderOf(order.reference)).toMatchObject({
      status: 'cancelled',
      refundNeeded: true,
    });
    expect(await left()).toBe(before);
    expect(await begin('paystack', withCode, bola.auth)).toMatchObject({ discountKobo: 200_000 });
    await db.delete(promotionCodes);
  });

  test.each([false, true])(
    'and is accepted for the door ends with its deposit paid back (%s)',
    async (deposit) => {
      openDoor(deposit);
      const order = await begin('delivery');
      if (deposit) {
        await press(order.page, 'Pay now');
        await vi.waitFor(async () => {
          await shop.services.settlement.verify(order.reference);
          expect((await shop.orderOf(order.reference)).acceptedAt).not.toBeNull();
        }, 10_000);
      }
      expect(await cancel(order)).toMatchObject({
        status: 200,
        body: {
          status: 'cancelled',
          fulfilment: { refunds: deposit ? [{ amount: 3000 }] : [] },
        },
      });
      expect(await left()).toBe(before);
      expect(await told(order)).toEqual(deposit ? PAID_BACK : ['ended', 'merchant-cancelled']);
      openDoor();
    },
  );
});

test('a shop can switch it off', async () => {
  const order = await pay('paystack');
  shopFacts().cancelling = false;
  expect((await seen(order.attempt)).body).not.toHaveProperty('cancellable');
  expect(await cancel(order)).toMatchObject({
    status: 409,
    body: { message: 'Orders cannot be cancelled here. Please write to us.' },
  });
  shopFacts().cancelling = true;
});
