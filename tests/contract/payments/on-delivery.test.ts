import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { emails } from '#backend/mail/tables.ts';
import {
  cashWithCouriers,
  handIn,
  liftRefusal,
  recordCollection,
  recordRefusal,
  writeOff,
} from '#backend/on-delivery/at-door.ts';
import { phoneHashes } from '#backend/on-delivery/phone-hash.ts';
import { doorRefusals } from '#backend/on-delivery/tables.ts';
import { countOrders, orderById } from '#backend/order-book/admin-orders.ts';
import { cancelOrder } from '#backend/order-book/cancelling.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { csvFile } from '#backend/order-book/export.ts';
import { takeBack } from '#backend/order-book/taking-back.ts';
import { orders } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { openDoor } from '../own-account.harness.ts';
import { orderBody, product } from '../shop.harness.ts';

/** Orders that are paid at the door, and orders that cost nothing (decision 57). */

let shop: SandboxShop;
let closeDoor: () => void;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 1000 })],
    settings: { PAYMENT_WAYS: 'paystack,delivery' },
  });
  closeDoor = openDoor();
});
afterAll(async () => {
  closeDoor();
  await shop.close();
});

const TOTAL = 1_300_000;
const BOLA = { name: 'Bola', role: 'owner' } as const;
const TUNDE = { name: 'Tunde', role: 'packer' } as const;
const ANOTHER_WAY = {
  status: 400,
  body: {
    code: 'validation_failed',
    fields: { way: 'Please choose another way to pay for this order' },
  },
};
let customers = 0;

const initialize = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const number = String(++customers).padStart(4, '0');
  const body = orderBody([['oud', 10_000, 1]], {
    email: `door-${number}@example.com`,
    way: 'delivery',
  });
  return shop.post(
    '/api/payment/initialize',
    {
      ...body,
      shippingInfo: { ...body.shippingInfo, phone: `0803 111 ${number}` },
      ...change,
    },
    headers,
  );
};

/** Places an order that is paid at the door. */
async function place(change: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const { status, body } = await initialize(change, headers);
  expect(status).toBe(200);
  const { reference } = body.data;
  return { reference, order: await shop.orderOf(reference), page: body.data.authorization_url };
}

async function ship(orderId: string) {
  const shipment = { step: 'shipped', courier: 'GIG', trackingNumber: null, actor: TUNDE } as const;
  expect(await recordStep(shop.services, orderId, shipment)).toMatchObject({ ok: true });
}

async function onItsWay(change: Record<string, unknown> = {}) {
  const placed = await place(change);
  await ship(placed.order.id);
  return placed;
}

/** Records what a courier collected, as the page of the office does. */
async function collect(orderId: string, amountKobo: number, change: object = {}) {
  const recorded = await recordCollection(shop.services, orderId, {
    amountKobo,
    how: 'cash',
    takenBy: 'GIG',
    seenKobo: 0,
    actor: TUNDE,
    ...change,
  });
  const [order] = await shop.services.db.select().from(orders).where(eq(orders.id, orderId));
  if (order) await shop.services.settlement.ask(order);
  return recorded;
}

const refuse = (orderId: string) =>
  recordRefusal(shop.services, orderId, { keys: shop.services.phoneKeys, actor: TUNDE });
const verify = async (reference: string) =>
  (await shop.get(`/api/payment/verify/${reference}`)).body.payment;
const told = async ({ id }: { id: string }) =>
  (await emailsOfOrder(shop.services.db, { id })).map((email) => email.id.split(':')[0]);
const onHand = async () => {
  const [row] = await shop.services.db.select().from(stock).where(eq(stock.productId, 'oud'));
  return row?.onHand;
};
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

describe('an order that is paid at the door', () => {
  test('is accepted at once: its units are off the stock, it goes out, and nobody calls it paid', async () => {
    const before = (await onHand()) ?? 0;
    const { order, reference, page } = await place();
    expect(page).toMatch(/\/payment\/callback\?reference=/);
    expect(await onHand()).toBe(before - 1);
    expect(order).toMatchObject({ status: 'pending', acceptedAt: expect.any(Date) });
    expect(await verify(reference)).toMatchObject({
      status: 'pending',
      accepted: true,
      due: 13_000,
      channel: 'Pay on delivery',
    });
    expect((await told(order)).sort()).toEqual(['merchant-paid', 'paid']);
    const [email] = await shop.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, `paid:${order.id}`));
    expect(email?.text).toContain('You pay ₦13,000 when it comes.');
    expect(email?.text).toMatch(/To be paid on delivery\W+₦13,000/);
    expect(email?.text).not.toContain('Total paid');
    const listed = await countOrders(shop.services.db, { status: 'unpacked' });
    expect(listed).toBeGreaterThan(0);
    await expectSound();
  });

  test('is paid once the courier’s money is recorded, with the cash at the courier until it is handed in', async () => {
    const { order, reference } = await onItsWay();
    expect(await countOrders(shop.services.db, { status: 'collect' })).toBe(1);
    expect(await collect(order.id, TOTAL, { takenBy: 'Musa' })).toMatchObject({ ok: true });
    const paid = await verify(reference);
    expect(paid).toMatchObject({ status: 'paid', channel: 'cash' });
    expect(paid).not.toHaveProperty('accepted');
    expect(await countOrders(shop.services.db, { status: 'collect' })).toBe(0);
    expect(await told(order)).toEqual(expect.arrayContaining(['paid', 'collected', 'shipped']));
    const sent = await emailsOfOrder(shop.services.db, { id: order.id });
    const [shipped] = await shop.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, sent.find(({ id }) => id.startsWith('shipped:'))?.id ?? ''));
    expect(shipped?.text).toMatch(/To be paid on delivery\W+₦13,000/);
    const cash = () => cashWithCouriers(shop.services.db);
    expect(await cash()).toMatchObject([{ takenBy: 'Musa', sum: TOTAL, count: 1 }]);
    const given = { takenBy: 'Musa', actor: BOLA };
    expect(await handIn(shop.services, { ...given, seenKobo: 1 })).toMatchObject({
      refusal: { code: 'stale' },
    });
    expect(await handIn(shop.services, { ...given, seenKobo: TOTAL })).toMatchObject({ ok: true });
    expect(await cash()).toEqual([]);
    const row = (await orderById(shop.services.db, order.id)) as never;
    const lines: string[] = [];
    for await (const line of csvFile(
      (async function* () {
        yield row;
      })(),
    ))
      lines.push(line);
    expect(lines.join('')).toMatch(/Collected by[\s\S]*13000\.00,Musa/);
    await expectSound();
  });

  test('in part: the rest is to be collected until it comes, or an owner writes it off', async () => {
    const { order, reference } = await onItsWay();
    expect(await collect(order.id, TOTAL - 100_000)).toMatchObject({
      value: expect.stringContaining('₦1,000 is still to be collected'),
    });
    expect(await verify(reference)).toMatchObject({ status: 'pending', due: 1000 });
    const rest = { reason: 'The courier had no change', actor: BOLA };
    expect(await writeOff(shop.services, order.id, { ...rest, actor: TUNDE })).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await writeOff(shop.services, order.id, { ...rest, reason: '' })).toMatchObject({
      refusal: { fields: { reason: expect.any(String) } },
    });
    expect(await writeOff(shop.services, order.id, rest)).toMatchObject({ ok: true });
    const [row] = await shop.services.db.select().from(orders).where(eq(orders.id, order.id));
    if (row) await shop.services.settlement.ask(row);
    expect(await verify(reference)).toMatchObject({ status: 'paid' });
    await expectSound();
  });

  test('counts money once: two people, a second press, more than is due', async () => {
    const { order } = await onItsWay();
    const once = () => collect(order.id, TOTAL);
    const both = await Promise.all([once(), once()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const other = await onItsWay();
    expect(await collect(other.order.id, TOTAL + 1)).toMatchObject({
      refusal: { fields: { amount: expect.stringContaining('₦13,000') } },
    });
    expect(await collect(other.order.id, 100)).toMatchObject({ ok: true });
    expect(await collect(other.order.id, 100)).toMatchObject({ refusal: { code: 'stale' } });
    await expectSound();
  });

  test('outlives its reservation, and is shown to the browser that made it', async () => {
    const key = 'door-attempt-0000000009';
    const { order, reference } = await place({}, { 'idempotency-key': key });
    await shop.services.db
      .update(orders)
      .set({ reservationExpiresAt: sql`now() - interval '1 day'` })
      .where(eq(orders.id, order.id));
    await shop.services.settlement.sweep();
    expect(await verify(reference)).toMatchObject({ status: 'pending', accepted: true });
    expect((await shop.get(`/api/order/shared/${key}`)).body).toMatchObject({
      _id: order.id,
      accepted: true,
      due: 13_000,
      paidAt: null,
    });
  });

  test('is not collected before it was sent', async () => {
    const { order } = await place();
    expect(await collect(order.id, TOTAL)).toMatchObject({ ok: false });
    expect(await refuse(order.id)).toMatchObject({ ok: false });
  });

  test('and cancelled by the shop before it leaves: its units return, and the customer hears of it', async () => {
    const { order, reference } = await place();
    const before = (await onHand()) ?? 0;
    const row = await shop.orderOf(reference);
    expect(await cancelOrder(shop.services.settlement, row, BOLA)).toMatchObject({ ok: true });
    expect(await onHand()).toBe(before + 1);
    expect(await told(order)).toContain('ended');
    expect(await collect(order.id, TOTAL)).toMatchObject({ refusal: { code: 'conflict' } });
    const sent = await onItsWay();
    expect(
      await cancelOrder(shop.services.settlement, await shop.orderOf(sent.reference), BOLA),
    ).toMatchObject({ refusal: { message: expect.stringContaining('on its way') } });
    await expectSound();
  });

  test('is one order, however often its attempt is sent, and a newer attempt hears of it', async () => {
    const key = 'door-attempt-0000000001';
    const body = orderBody([['oud', 10_000, 1]], { email: 'once@example.com', way: 'delivery' });
    const send = (headers: Record<string, string>, way = 'delivery') =>
      shop.post('/api/payment/initialize', { ...body, way }, headers);
    const answers = await Promise.all([1, 2, 3].map(() => send({ 'idempotency-key': key })));
    expect(new Set(answers.map(({ body }) => body.data?.reference)).size).toBe(1);
    expect(
      await send(
        { 'idempotency-key': 'door-attempt-0000000002', 'previous-attempts': key },
        'paystack',
      ),
    ).toMatchObject({
      status: 409,
      body: { code: 'already_paid', reference: answers[0]?.body.data.reference },
    });
  });
});

describe('an order that is refused at the door', () => {
  test('is cancelled, its units return once, and its customer hears of it', async () => {
    const { order } = await onItsWay();
    const before = (await onHand()) ?? 0;
    const both = await Promise.all([refuse(order.id), refuse(order.id)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await onHand()).toBe(before + 1);
    expect(await shop.orderOf(order.reference)).toMatchObject({
      status: 'cancelled',
      remark: 'Refused at the door',
    });
    expect(await told(order)).toContain('ended');
    // Its units are for sale again, and nobody takes them off unseen.
    const undone = { which: 'returned', reason: 'By mistake', actor: BOLA } as const;
    expect(await takeBack(shop.services, order.id, undone)).toMatchObject({
      refusal: { code: 'conflict', message: expect.stringContaining('has ended') },
    });
    await expectSound();
  });

  test('by an account or a phone number: it pays before the next one, until a year is over or staff lift it', async () => {
    const { order } = await onItsWay();
    await refuse(order.id);
    const again = { shippingInfo: orderBody([]).shippingInfo };
    const same = () => initialize({ shippingInfo: { ...again.shippingInfo, phone: order.phone } });
    expect(await same()).toMatchObject(ANOTHER_WAY);
    expect(await initialize()).toMatchObject({ status: 200 });
    const [row] = await shop.services.db
      .select()
      .from(doorRefusals)
      .where(eq(doorRefusals.orderId, order.id));
    expect(row?.phoneHash).toBe(phoneHashes(shop.services.phoneKeys, order.phoneE164)[0]);
    expect(JSON.stringify(row)).not.toContain(order.phoneE164?.slice(4));
    const at = (age: string) =>
      shop.services.db
        .update(doorRefusals)
        .set({ at: sql`now() - ${age}::interval` })
        .where(eq(doorRefusals.orderId, order.id));
    await at('12 months 1 hour');
    expect(await same()).toMatchObject({ status: 200 });
    await at('1 hour');
    expect(await same()).toMatchObject(ANOTHER_WAY);
    expect(await liftRefusal(shop.services, order.id, TUNDE)).toMatchObject({ ok: false });
    expect(await liftRefusal(shop.services, order.id, BOLA)).toMatchObject({ ok: true });
    expect(await same()).toMatchObject({ status: 200 });
  });
});

describe('the limits', () => {
  test('of amount and place, and two orders of one customer: one sentence says no more than it must', async () => {
    const large = orderBody([['oud', 10_000, 10]], { email: 'large@example.com', way: 'delivery' });
    expect(await shop.post('/api/payment/initialize', large)).toMatchObject(ANOTHER_WAY);
    expect(await initialize({ shippingLocation: undefined })).toMatchObject(ANOTHER_WAY);
    const email = 'two-at-the-door@example.com';
    await place({ email });
    const second = await place({ email });
    expect(await initialize({ email })).toMatchObject(ANOTHER_WAY);
    await ship(second.order.id);
    await collect(second.order.id, TOTAL);
    expect(await initialize({ email })).toMatchObject({ status: 200 });
  });

  test('the places say where it is offered, and up to how much', async () => {
    const places = async () => (await shop.get('/api/app-data/shipping-addresses')).body;
    expect(await places()).toContainEqual(
      expect.objectContaining({ place: 'Lagos – Ikeja', onDelivery: 100_000 }),
    );
    const listed = async () => (await shop.get('/api/extensions')).body.extensions;
    expect(await listed()).toContain('payment.delivery');
    closeDoor();
    expect(await listed()).not.toContain('payment.delivery');
    expect(JSON.stringify(await places())).not.toContain('onDelivery');
    expect((await initialize()).status).toBe(400);
    openDoor();
  });
});

describe('a deposit', () => {
  const DEPOSIT = 300_000;
  beforeAll(() => {
    openDoor(true);
  });
  afterAll(() => {
    openDoor();
  });
  /** Places an order whose fee is to be paid first. */
  async function begin(change: Record<string, unknown> = {}) {
    const { status, body } = await initialize(change);
    expect(status).toBe(200);
    const { reference, authorization_url: page } = body.data;
    return { reference, page, order: await shop.orderOf(reference) };
  }
  async function accepted() {
    const begun = await begin();
    await press(begun.page, 'Pay now');
    expect(await verify(begun.reference)).toMatchObject({
      status: 'pending',
      accepted: true,
      due: 10_000,
    });
    return begun;
  }

  test('is asked for on the page of the provider, and accepts the order', async () => {
    const { page, reference, order } = await begin();
    expect(page).toContain(shop.account.PAYSTACK_URL);
    expect(order).toMatchObject({ status: 'pending', acceptedAt: null });
    expect(await verify(reference)).toMatchObject({ status: 'pending', channel: 'Paystack' });
    expect(await told(order)).toEqual([]);
    await press(page, 'Pay now');
    expect(await verify(reference)).toMatchObject({ accepted: true, due: 10_000 });
    const [email] = await shop.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, `paid:${order.id}`));
    expect(email?.text).toContain('You pay ₦10,000 when it comes.');
    expect(email?.text).toMatch(/Total\W+₦13,000\W+To be paid on delivery\W+₦10,000/);
    await ship(order.id);
    await collect(order.id, TOTAL - DEPOSIT);
    expect(await verify(reference)).toMatchObject({ status: 'paid' });
    await expectSound();
  });

  test('that nobody pays: the order ends with its reservation', async () => {
    const { order, reference } = await begin();
    const before = await shop.services.db.select().from(stock).where(eq(stock.productId, 'oud'));
    await shop.services.db
      .update(orders)
      .set({ reservationExpiresAt: sql`now() - interval '1 day'` })
      .where(eq(orders.id, order.id));
    expect(await verify(reference)).toMatchObject({ status: 'cancelled' });
    const after = await shop.services.db.select().from(stock).where(eq(stock.productId, 'oud'));
    expect(after[0]?.reserved).toBe((before[0]?.reserved ?? 0) - 1);
    await expectSound();
  });

  test('that comes after the order has ended is due for a refund', async () => {
    const { order, reference, page } = await begin();
    await cancelOrder(shop.services.settlement, order, BOLA);
    await press(page, 'Pay now');
    expect(await verify(reference)).toMatchObject({ status: 'cancelled', refundNeeded: true });
    expect(await told(order)).toContain('refund-due');
    await expectSound();
  });

  test('is kept at a refusal, and due for a refund if the shop cancels', async () => {
    const refused = await accepted();
    await ship(refused.order.id);
    expect(await refuse(refused.order.id)).toMatchObject({ ok: true });
    const kept = await shop.orderOf(refused.reference);
    expect(kept).toMatchObject({ status: 'cancelled', refundNeeded: false });
    const [email] = await shop.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, `ended:${refused.order.id}`));
    expect(email?.text).toContain('The delivery fee that you paid is not paid back.');
    const cancelled = await accepted();
    const row = await shop.orderOf(cancelled.reference);
    expect(await cancelOrder(shop.services.settlement, row, BOLA)).toMatchObject({ ok: true });
    expect(await shop.orderOf(cancelled.reference)).toMatchObject({
      status: 'cancelled',
      refundNeeded: true,
      received: DEPOSIT,
    });
    expect(await told(cancelled.order)).toEqual(
      expect.arrayContaining(['refund-due', 'merchant-refund']),
    );
    await expectSound();
  });
});
