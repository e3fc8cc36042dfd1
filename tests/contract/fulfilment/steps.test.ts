import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { refuse } from '#backend/base/result.ts';
import { recordStep, type StepRequest } from '#backend/fulfilment/steps.ts';
import { fulfilmentSteps } from '#backend/fulfilment/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { eachOrder, findByName } from '#backend/order-book/admin-orders.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { csvFile } from '#backend/order-book/export.ts';
import { sendNow } from '#backend/order-book/taking-back.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { disputes } from '#backend/refunds/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { orderSheet } from '#scripts/orders/sheet.ts';
import { orderTable } from '#scripts/orders/table.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { BOLA, product } from '../shop.harness.ts';

/** The steps of a paid order's goods. */
let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({ products: [product({ id: 'oud', stock: 500 })] });
});
afterAll(() => shop.close());

const SHIPPED = { step: 'shipped', actor: BOLA, courier: 'GIG', trackingNumber: 'GIG-1' } as const;
const step = ({ id }: OrderRow, request: StepRequest) => recordStep(shop.services, id, request);
const plain = (order: OrderRow, wanted: 'packed' | 'delivered') =>
  step(order, { step: wanted, actor: BOLA });
const bring = (order: OrderRow, restock = false) =>
  step(order, { step: 'returned', actor: BOLA, restock });
const stepsOf = async ({ id }: OrderRow) =>
  (
    await shop.services.db
      .select()
      .from(fulfilmentSteps)
      .where(eq(fulfilmentSteps.orderId, id))
      .orderBy(fulfilmentSteps.id)
  ).map((row) => row.step);
const found = async ({ id }: OrderRow) => {
  const order = await findByName(shop.services.db, id);
  if (!order.ok) throw new Error(order.refusal.message);
  return order.value;
};
const lettersOf = async (order: OrderRow) =>
  (await emailsOfOrder(shop.services.db, await found(order))).filter(({ id }) =>
    id.startsWith('shipped:'),
  );
const text = async (pieces: AsyncIterable<string>) => {
  let all = '';
  for await (const piece of pieces) all += piece;
  return all;
};
const toPack = async () => {
  const ids: string[] = [];
  for await (const { id } of eachOrder(shop.services.db, { toPack: true })) ids.push(id);
  return ids;
};
const onHand = async () => (await shop.services.db.select().from(stock))[0]?.onHand ?? 0;
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
const number = (order: OrderRow) => `Order #${orderNumber(order.id)}`;

describe('the goods of a paid order', () => {
  test('are packed, shipped, delivered; the customer is written to once', async () => {
    const order = await shop.pay(2);
    expect(await toPack()).toContain(order.id);
    expect(await plain(order, 'packed')).toMatchObject({ value: { kind: 'recorded' } });
    expect(await toPack()).toContain(order.id);
    expect(await step(order, SHIPPED)).toMatchObject({ value: { kind: 'recorded' } });
    expect(await toPack()).not.toContain(order.id);
    expect(await plain(order, 'delivered')).toMatchObject({ value: { kind: 'recorded' } });
    const [letter, ...more] = await lettersOf(order);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({
      recipient: 'ada@example.com',
      subject: `Your Turare order #${orderNumber(order.id)} is on its way`,
    });
    for (const words of [
      'Hello Ada Obi,',
      'Courier: GIG',
      'Tracking number: GIG-1',
      '1 Allen Avenue',
    ])
      expect(letter?.text).toContain(words);
    expect(await shop.orderOf(order.reference)).toMatchObject({ status: 'paid' });
    await expectSound();
  });

  test('make each step once, even with ten people at once', async () => {
    const order = await shop.pay();
    const answers = await Promise.all(Array.from({ length: 10 }, () => step(order, SHIPPED)));
    expect(answers.map((answer) => answer.ok && answer.value.kind).sort()).toEqual([
      ...Array(9).fill('before'),
      'recorded',
    ]);
    expect(await stepsOf(order)).toEqual(['packed', 'shipped']);
    expect(await lettersOf(order)).toHaveLength(1);
    expect(await plain(order, 'packed')).toMatchObject({ value: { kind: 'before' } });
  });

  test('get the right tracking number after a wrong one, and the customer another email', async () => {
    const order = await shop.pay();
    await step(order, { ...SHIPPED, trackingNumber: null });
    await shop.services.db.update(emails).set({ tries: 1 });
    expect(await step(order, SHIPPED)).toMatchObject({ value: { kind: 'recorded' } });
    const [first, second] = await lettersOf(order);
    expect(first?.text).not.toContain('Tracking number');
    expect(second?.subject).toContain('New delivery details');
    expect(second?.text).toContain('Tracking number: GIG-1');
    await plain(order, 'delivered');
    expect(await step(order, { ...SHIPPED, courier: 'DHL' })).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: `${number(order)} is delivered: it can only be returned.`,
      },
    });
  });

  test('are not written about to a customer whose account is deleted', async () => {
    const order = await shop.pay();
    const { db } = shop.services;
    await db
      .update(orders)
      .set({ eraseAt: sql`now() + interval '1 day'` })
      .where(eq(orders.id, order.id));
    await step(order, SHIPPED);
    expect(await lettersOf(order)).toEqual([]);
  });

  test('leave no email behind when the order is erased', async () => {
    const order = await shop.pay();
    await step(order, SHIPPED);
    const { db } = shop.services;
    const ids = (await lettersOf(order)).map(({ id }) => id);
    await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, order.id));
    await eraseOrders(db);
    expect(await db.$count(emails, inArray(emails.id, ids))).toBe(0);
    expect(await stepsOf(order)).toEqual(['packed', 'shipped']);
  });
});

describe('a wrong step is refused, with the possible ones', () => {
  test('of an order that is not paid', async () => {
    const { reference } = await shop.begin();
    const order = await shop.orderOf(reference);
    expect(await plain(order, 'packed')).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: `${number(order)} is pending: only a paid order can be packed.`,
      },
    });
  });

  test('before its predecessor', async () => {
    const order = await shop.pay();
    expect(await plain(order, 'delivered')).toMatchObject({
      refusal: {
        message: `${number(order)} is paid, and not shipped: it cannot be delivered before that.`,
      },
    });
    await plain(order, 'packed');
    expect(await bring(order)).toMatchObject({
      refusal: {
        message: `${number(order)} is packed, and not shipped: it cannot be returned before that.`,
      },
    });
  });

  test('after the goods came back', async () => {
    const order = await shop.pay();
    await step(order, SHIPPED);
    await bring(order);
    for (const again of [plain(order, 'delivered'), step(order, { ...SHIPPED, courier: 'DHL' })])
      expect(await again).toMatchObject({
        refusal: { message: `${number(order)} came back: it can only be refunded.` },
      });
  });

  test('once the whole payment is being refunded; a partial refund delays nothing', async () => {
    const order = await shop.pay();
    const request = { key: null, reason: null, actor: BOLA, restock: false };
    await shop.services.refunds.refund(order.id, { ...request, amountKobo: 100_000 });
    expect(await plain(order, 'packed')).toMatchObject({ value: { kind: 'recorded' } });
    await shop.services.refunds.refund(order.id, { ...request, amountKobo: null });
    expect(await toPack()).not.toContain(order.id);
    expect(await step(order, SHIPPED)).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: `${number(order)} cannot be shipped: all of its payment is refunded, or is about to be.`,
      },
    });
    expect(await lettersOf(order)).toEqual([]);
  });

  test('once its units are back in stock', async () => {
    const order = await shop.pay();
    const request = { amountKobo: 100_000, key: null, reason: null, actor: BOLA, restock: true };
    await shop.services.refunds.refund(order.id, request);
    expect(await step(order, SHIPPED)).toMatchObject({
      refusal: { message: `${number(order)} cannot be shipped: its units are back in stock.` },
    });
    expect(await toPack()).not.toContain(order.id);
  });
});

describe('goods that come back', () => {
  test('are returned to stock once, if the merchant says so', async () => {
    const order = await shop.pay(3);
    await step(order, SHIPPED);
    const before = await onHand();
    await bring(order);
    expect(await onHand()).toBe(before);
    expect(await bring(order, true)).toMatchObject({ value: { kind: 'before' } });
    expect(await onHand()).toBe(before + 3);
    await bring(order, true);
    const request = { amountKobo: null, key: null, reason: null, actor: BOLA, restock: true };
    expect(await shop.services.refunds.refund(order.id, request)).toMatchObject({
      value: { kind: 'made' },
    });
    expect(await onHand()).toBe(before + 3);
    await expectSound();
  });
});

describe('the steps', () => {
  test('can be added, and neither changed nor removed', async () => {
    const order = await shop.pay();
    const { db } = shop.services;
    const insert = (wanted: 'packed' | 'shipped') =>
      db.insert(fulfilmentSteps).values({ orderId: order.id, step: wanted, recordedBy: 'Bola' });
    await expect(insert('shipped')).rejects.toMatchObject({
      cause: { message: `order ${order.id} cannot be shipped before it is packed` },
    });
    await insert('packed');
    await expect(insert('packed')).rejects.toThrow();
    const appendOnly = { cause: { message: 'rows of fulfilment_steps are only ever added' } };
    await expect(db.delete(fulfilmentSteps)).rejects.toMatchObject(appendOnly);
    await expect(db.update(fulfilmentSteps).set({ recordedBy: 'x' })).rejects.toMatchObject(
      appendOnly,
    );
  });

  test('appear in the list, on the sheet and in the export', async () => {
    const order = await shop.pay();
    const { db } = shop.services;
    const line = async () =>
      (await text(orderTable(eachOrder(db, {}))))
        .split('\n')
        .find((row) => row.startsWith(orderNumber(order.id)));
    expect(await line()).toContain('to pack');
    await step(order, SHIPPED);
    expect(await line()).toContain('shipped');
    const sheet = orderSheet(await found(order), []);
    expect(sheet).toMatch(/Packed +on [-\d: ]+ by Bola/);
    expect(sheet).toMatch(/Shipped +on [-\d: ]+ by Bola: GIG, GIG-1/);
    const file = await text(csvFile(eachOrder(db, {})));
    expect(file).toContain(',Packed,Shipped,Courier,Tracking number,Delivered,Returned,');
    expect(file).toMatch(/,GIG,GIG-1,,,/);
  });
});

describe('the customer', () => {
  test('reads the steps and the refunds of her order, by the link of her email, too', async () => {
    const order = await shop.pay();
    const letters = await emailsOfOrder(shop.services.db, await found(order));
    const letter = letters.find(({ id }) => id.startsWith('paid:'));
    const key = /key=([\w-]+)/.exec(letter?.text ?? '')?.[1];
    const read = async () => (await shop.get(`/api/order/shared/${key}`)).body.fulfilment;
    expect(await read()).toEqual({ steps: [], refunds: [] });
    await step(order, { ...SHIPPED, trackingNumber: null });
    await step(order, SHIPPED);
    await sendNow(shop.services.db, order.id, BOLA);
    const request = {
      amountKobo: 100_050,
      key: null,
      reason: 'Broken',
      actor: BOLA,
      restock: false,
    };
    await shop.services.refunds.refund(order.id, request);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    const steps = [
      { step: 'packed', at, courier: null, trackingNumber: null },
      { step: 'shipped', at, courier: 'GIG', trackingNumber: 'GIG-1' },
    ];
    expect(await read()).toEqual({ steps, refunds: [{ amount: 1000.5, status: 'under_way', at }] });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await vi.waitFor(async () =>
      expect((await read()).refunds).toEqual([{ amount: 1000.5, status: 'paid_back', at }]),
    );
    expect(JSON.stringify(await read())).not.toMatch(/Bola|Broken/);
  });
});

describe('a disputed order', () => {
  const dispute = async (order: OrderRow, status = 'awaiting-merchant-feedback') => {
    const state = status === 'resolved' ? ('kept' as const) : ('open' as const);
    const claim = {
      id: `d-${order.id}`,
      payment: order.reference,
      orderId: order.id,
      amount: 1_300_000,
      currency: 'NGN',
    };
    await shop.services.db
      .insert(disputes)
      .values({ ...claim, state, status })
      .onConflictDoUpdate({ target: disputes.id, set: { state, status, resolution: 'declined' } });
  };

  test('is not packed or shipped without a confirmation', async () => {
    const order = await shop.pay();
    await dispute(order);
    const warning = refuse(
      'conflict',
      `Order #${orderNumber(order.id)} is disputed: the customer claims ₦13,000 back from her bank, and you may lose the goods and the money.`,
      { about: 'dispute' },
    );
    expect(await plain(order, 'packed')).toEqual(warning);
    expect(await step(order, SHIPPED)).toEqual(warning);
    expect(await stepsOf(order)).toEqual([]);
    const known = { despiteDispute: true };
    expect(await step(order, { step: 'packed', actor: BOLA, ...known })).toMatchObject({
      value: {
        kind: 'recorded',
      },
    });
    expect(await step(order, SHIPPED)).toEqual(warning);
    expect(await step(order, { ...SHIPPED, ...known })).toMatchObject({
      value: { kind: 'recorded' },
    });
    // It has left: corrections and later steps need no confirmation.
    expect(await step(order, { ...SHIPPED, courier: 'DHL' })).toMatchObject({
      value: { kind: 'recorded' },
    });
    expect(await plain(order, 'delivered')).toMatchObject({ value: { kind: 'recorded' } });
  });

  test('is like any other once the dispute is over', async () => {
    const order = await shop.pay();
    await dispute(order);
    await dispute(order, 'resolved');
    expect(await plain(order, 'packed')).toMatchObject({ value: { kind: 'recorded' } });
  });
});
