import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { transact } from '#backend/db/transact.ts';
import { emails } from '#backend/mail/tables.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { orders } from '#backend/orders/tables.ts';
import { ownBank } from '#backend/own-bank/provider.ts';
import { acceptLess, recordTransfer } from '#backend/own-bank/recording.ts';
import { bankTransfers } from '#backend/own-bank/tables.ts';
import { applyPayment } from '#backend/payments/transitions.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { openOwnAccount } from '../own-account.harness.ts';
import { orderBody, product, REFUND } from '../shop.harness.ts';

/** Transfers to the shop's own account, which staff confirm (decision 56). */

/** Units that one customer may reserve. */
const CAP = 3;
let shop: SandboxShop;
let closeAccount: () => void;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 1000 })],
    settings: { PAYMENT_WAYS: 'paystack,bank', RESERVED_PER_EMAIL: String(CAP) },
  });
  closeAccount = openOwnAccount();
});
afterAll(async () => {
  closeAccount();
  await shop.close();
});

const TOTAL = 1_300_000;
const BOLA = { name: 'Bola', role: 'owner' } as const;
let customers = 0;

/** Places an order that waits for a transfer. */
async function place(change: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const email = `bank-${++customers}@example.com`;
  const body = orderBody([['oud', 10_000, 1]], { email, way: 'bank', ...change });
  const answer = await shop.post('/api/payment/initialize', body, headers);
  if (answer.status !== 200) return answer;
  const { reference } = answer.body.data;
  const order = await shop.orderOf(reference);
  return { ...answer.body.data, order, reference, email: body.email };
}

let session = 100_000;
/** Records a transfer, as staff do, and asks about the order, as the page does. */
async function record(orderId: string, amountKobo: number, change: object = {}) {
  const recorded = await recordTransfer(shop.services, orderId, {
    amountKobo,
    sender: 'AMINA BELLO',
    sentAt: new Date('2026-11-20T09:00:00Z'),
    sessionId: `09026720${++session}`,
    isAnother: false,
    actor: BOLA,
    ...change,
  });
  const [order] = await shop.services.db.select().from(orders).where(eq(orders.id, orderId));
  if (order) await shop.services.settlement.ask(order);
  return recorded;
}

const verify = async (reference: string) =>
  (await shop.get(`/api/payment/verify/${reference}`)).body.payment;
const told = async ({ id }: { id: string }) =>
  (await emailsOfOrder(shop.services.db, { id })).map((email) => email.id.split(':')[0]);
const dueForRefund = async () => {
  const { countOrders } = await import('#backend/order-book/admin-orders.ts');
  return countOrders(shop.services.db, { status: 'refund' });
};
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

/** Lets the days of an order pass. */
async function end(orderId: string) {
  await shop.services.db
    .update(orders)
    .set({ reservationExpiresAt: sql`now() - interval '1 second'` })
    .where(eq(orders.id, orderId));
  const [order] = await shop.services.db.select().from(orders).where(eq(orders.id, orderId));
  if (order) await shop.services.settlement.ask(order);
}

describe('an order that waits for a transfer', () => {
  test('names the account, what to write and until when; by page and by email', async () => {
    const { transfer, authorization_url, reference, order } = await place();
    expect(authorization_url).toContain(`/payment/callback?reference=${reference}`);
    expect(transfer).toMatchObject({
      bank: 'First Bank of Nigeria',
      accountNumber: '3012345678',
      amount: 13_000,
      narration: orderNumber(order.id),
    });
    expect(await verify(reference)).toMatchObject({
      status: 'pending',
      ownAccount: true,
      transfer: { narration: orderNumber(order.id) },
    });
    const days = (order.reservationExpiresAt.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.99);
    expect(days).toBeLessThan(3.01);
    const [email] = await shop.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, `transfer-awaited:${order.id}`));
    expect(email?.text).toContain('Account number: 3012345678');
    expect(email?.text).toContain(`Narration: ${orderNumber(order.id)}`);
    await expectSound();
  });

  test('is paid by the exact amount, once staff have seen it', async () => {
    const { reference, order } = await place();
    expect(await record(order.id, TOTAL)).toMatchObject({ ok: true });
    expect(await verify(reference)).toMatchObject({ status: 'paid', channel: 'bank_transfer' });
    expect(await told(order)).toEqual(
      expect.arrayContaining(['transfer-awaited', 'paid', 'merchant-paid']),
    );
    await expectSound();
  });

  test('is settled by the sweeper if the process dies after the record', async () => {
    const { reference, order } = await place();
    await recordTransfer(shop.services, order.id, {
      amountKobo: TOTAL,
      sender: 'AMINA BELLO',
      sentAt: new Date('2026-11-20T09:00:00Z'),
      sessionId: `09026720${++session}`,
      isAnother: false,
      actor: BOLA,
    });
    expect((await shop.orderOf(reference)).status).toBe('pending');
    await shop.services.settlement.sweep();
    expect((await shop.orderOf(reference)).status).toBe('paid');
  });

  test('counts what is recorded while an earlier answer is on its way', async () => {
    const { services } = shop;
    const { reference, order } = await place();
    const seen = { sender: 'AMINA BELLO', sentAt: new Date(), isAnother: false, actor: BOLA };
    const see = () =>
      recordTransfer(services, order.id, {
        ...seen,
        amountKobo: TOTAL,
        sessionId: `09026720${++session}`,
      });
    await see();
    const answer = await ownBank(services.db).verify?.(reference);
    await see();
    if (!answer?.ok) throw new Error('No answer');
    await transact(services.db, (transaction) =>
      applyPayment(transaction, { orderId: order.id, reference }, answer.value, {
        settings: { RESERVATION_MINUTES: 60, RECHECK_DAYS: 30 },
        events: services.events,
      }),
    );
    expect(await shop.orderOf(reference)).toMatchObject({ status: 'paid', received: 2 * TOTAL });
  });

  test('says what is missing, and is paid by the rest', async () => {
    const { reference, order } = await place();
    await record(order.id, 1_000_000);
    expect(await verify(reference)).toMatchObject({
      status: 'pending',
      transfer: { amount: 13_000, arrived: 10_000 },
    });
    const [email] = await shop.services.db
      .select()
      .from(emails)
      .where(like(emails.id, `transfer-short:${order.id}:%`));
    expect(email?.subject).toContain('₦3,000');
    await record(order.id, 300_000);
    expect(await verify(reference)).toMatchObject({ status: 'paid' });
    await expectSound();
  });

  test('is accepted for less only with a reason, by an owner', async () => {
    const { reference, order } = await place();
    await record(order.id, 1_299_950);
    const accept = (reason: string, role: 'owner' | 'packer' = 'owner') =>
      acceptLess(shop.services, order.id, { reason, actor: { ...BOLA, role } });
    expect(await accept('')).toMatchObject({ refusal: { fields: { reason: expect.anything() } } });
    expect(await accept('Bank charge', 'packer')).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await accept('Bank charge')).toMatchObject({ ok: true });
    const [now] = await shop.services.db.select().from(orders).where(eq(orders.id, order.id));
    if (now) await shop.services.settlement.ask(now);
    expect(await verify(reference)).toMatchObject({ status: 'paid' });
    await expectSound();
  });

  test('with too much is accepted, and the rest is due for a refund until it is paid back', async () => {
    const before = await dueForRefund();
    const { reference, order } = await place();
    await record(order.id, TOTAL + 50_000);
    expect(await verify(reference)).toMatchObject({ status: 'paid' });
    expect(await told(order)).toContain('transfer-over');
    expect(await dueForRefund()).toBe(before + 1);
    expect(
      await shop.services.refunds.refund(order.id, { ...REFUND, amountKobo: 50_000 }),
    ).toMatchObject({ refusal: { message: expect.stringContaining('your own account') } });
    await recordByHand(shop.services, order.id, { ...REFUND, amountKobo: 50_000, for: 'other' });
    expect(await dueForRefund()).toBe(before);
    await expectSound();
  });

  test('that is paid and gets money again: that is due for a refund', async () => {
    const before = await dueForRefund();
    const { order } = await place();
    await record(order.id, TOTAL);
    await record(order.id, TOTAL);
    expect(await dueForRefund()).toBe(before + 1);
    await expectSound();
  });

  test('ends after its days, and its units are free; what comes then is due for a refund', async () => {
    const { db } = shop.services;
    const reserved = async () =>
      (await db.select().from(stock).where(eq(stock.productId, 'oud')))[0]?.reserved ?? 0;
    const before = await reserved();
    const { reference, order } = await place();
    expect(await reserved()).toBe(before + 1);
    await end(order.id);
    expect(await verify(reference)).toMatchObject({ status: 'cancelled' });
    expect(await reserved()).toBe(before);
    await record(order.id, TOTAL);
    expect(await verify(reference)).toMatchObject({ status: 'cancelled', refundNeeded: true });
    expect(await told(order)).toEqual(expect.arrayContaining(['refund-due', 'merchant-refund']));
    await expectSound();
  });

  test('that ends with a part of the money: the part is due for a refund', async () => {
    const { reference, order } = await place();
    await record(order.id, 500_000);
    await end(order.id);
    await shop.services.settlement.ask(await shop.orderOf(reference));
    expect(await verify(reference)).toMatchObject({ status: 'cancelled', refundNeeded: true });
    await expectSound();
  });

  test('is not ended by a new attempt of the same browser', async () => {
    const first = 'bank-attempt-0000000001';
    const { order, reference } = await place({}, { 'idempotency-key': first });
    const card = await place(
      { way: 'paystack' },
      { 'idempotency-key': 'bank-attempt-0000000002', 'previous-attempts': first },
    );
    expect(card.reference).not.toBe(reference);
    expect((await shop.orderOf(reference)).status).toBe('pending');
    await record(order.id, TOTAL);
    expect(await verify(reference)).toMatchObject({ status: 'paid' });
  });
});

describe('the limits', () => {
  test('two open orders for one customer, and an amount', async () => {
    const email = 'two@example.com';
    await place({ email });
    await place({ email });
    expect(await place({ email })).toMatchObject({ status: 429, body: { code: 'too_much_held' } });
    const large = await shop.post(
      '/api/payment/initialize',
      orderBody([['oud', 10_000, 10]], { email: 'large@example.com', way: 'bank' }),
    );
    expect(large).toMatchObject({ status: 400, body: { fields: { way: /₦100,000/ } } });
  });

  test('the units of such an order leave room for as many that are paid by card', async () => {
    const email = 'room@example.com';
    const units = (way: 'bank' | 'paystack', count: number) =>
      shop.post(
        '/api/payment/initialize',
        orderBody([['oud', 10_000, count]], {
          email,
          way,
        }),
      );
    expect(await units('bank', CAP)).toMatchObject({ status: 200 });
    expect(await units('paystack', CAP)).toMatchObject({ status: 200 });
    expect(await units('paystack', 1)).toMatchObject({
      status: 429,
      body: { code: 'too_much_held' },
    });
  });

  test('without an account the way is neither listed nor taken', async () => {
    const listed = async () => (await shop.get('/api/extensions')).body.extensions;
    expect(await listed()).toContain('payment.bank');
    closeAccount();
    expect(await listed()).not.toContain('payment.bank');
    expect(await place()).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    openOwnAccount();
  });
});

describe('a transfer that is recorded twice', () => {
  test('is known by its session ID, whatever order it is recorded for', async () => {
    const [one, other] = [await place(), await place()];
    const sessionId = '090267201126110500123456789012';
    await record(one.order.id, TOTAL, { sessionId });
    expect(await record(other.order.id, TOTAL, { sessionId })).toMatchObject({
      refusal: { fields: { session: expect.stringContaining(orderNumber(one.order.id)) } },
    });
    expect(await verify(other.reference)).toMatchObject({ status: 'pending' });
  });

  test('by two owners at the same moment: one of them hears that it is recorded', async () => {
    for (let round = 0; round < 5; round++) {
      const two = [await place(), await place()];
      const sessionId = `0902672011261105${round}`;
      const both = await Promise.all(
        two.map(({ order }) => record(order.id, TOTAL, { sessionId })),
      );
      expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    }
    await expectSound();
  });

  test('without one is asked about: the same amount, sender and minute', async () => {
    const [one, other] = [await place(), await place()];
    const same = { sessionId: null, sentAt: new Date('2026-11-21T10:00:00Z') };
    await record(one.order.id, TOTAL, same);
    expect(await record(other.order.id, TOTAL, { ...same, sender: 'Amina Bello' })).toMatchObject({
      refusal: {
        fields: { another: expect.stringContaining(`#${orderNumber(one.order.id)}?`) },
      },
    });
    expect(await record(other.order.id, TOTAL, { ...same, isAnother: true })).toMatchObject({
      ok: true,
    });
    expect(await verify(other.reference)).toMatchObject({ status: 'paid' });
  });
});

test('the sender’s name and the emails are erased with the order', async () => {
  const { order } = await place();
  await record(order.id, 500_000);
  const { db } = shop.services;
  await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, order.id));
  await eraseOrders(db);
  expect(await told(order)).toEqual([]);
  const rows = await db
    .select()
    .from(bankTransfers)
    .where(eq(bankTransfers.payment, order.reference));
  expect(rows).toMatchObject([{ sender: '', amount: 500_000 }]);
});
