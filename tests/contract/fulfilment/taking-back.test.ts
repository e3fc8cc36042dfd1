import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { recordSheet } from '#backend/fulfilment/courier-sheet.ts';
import type { FulfilmentStep } from '#backend/fulfilment/step-names.ts';
import { recordStep, type StepRequest } from '#backend/fulfilment/steps.ts';
import { fulfilmentSteps } from '#backend/fulfilment/tables.ts';
import { claimNext } from '#backend/mail/outbox.ts';
import { eachOrder, findByName } from '#backend/order-book/admin-orders.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { viewOrders } from '#backend/order-book/order-view.ts';
import { orderNotes } from '#backend/order-book/tables.ts';
import { sendNow, takeBack } from '#backend/order-book/taking-back.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { BOLA, product } from '../shop.harness.ts';
import { age } from './ageing.harness.ts';

/** A step that was a wrong tap, and its email. */
let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({ products: [product({ id: 'oud', stock: 500 })] });
});
afterAll(() => shop.close());

const ADE = { ...BOLA, name: 'Ade' };
const PACKED: StepRequest = { step: 'packed', actor: BOLA };
const SHIPPED = { step: 'shipped', actor: BOLA, courier: 'GIG', trackingNumber: 'GIG-1' } as const;
const db = () => shop.services.db;
const record = async ({ id }: OrderRow, ...requests: StepRequest[]) => {
  for (const request of requests)
    expect(await recordStep(shop.services, id, request)).toMatchObject({
      value: { kind: 'recorded' },
    });
};
const undo = ({ id }: OrderRow, which: number | FulfilmentStep, reason: string | null = null) =>
  takeBack(shop.services, id, { actor: ADE, which, reason });
const found = async ({ id }: OrderRow) => {
  const order = await findByName(db(), id);
  if (!order.ok) throw new Error(order.refusal.message);
  return order.value;
};
const standing = async (order: OrderRow) => (await found(order)).steps.map(({ step }) => step);
const lastId = async (order: OrderRow) => (await found(order)).steps.at(-1)?.id ?? 0;
/** Returns the emails about the goods of an order. */
const emailsOf = async (order: OrderRow) =>
  (await emailsOfOrder(db(), await found(order))).filter(({ id }) =>
    /^(shipped|corrected):/.test(id),
  );
const seenByCustomer = async (order: OrderRow) =>
  (await viewOrders(db(), [order]))[0]?.fulfilment?.steps.map(({ step }) => step);
const listed = async (status: 'unpacked' | 'packed' | 'shipped' | 'delivered') => {
  const ids: string[] = [];
  for await (const { id } of eachOrder(db(), { status })) ids.push(id);
  return ids;
};
const onHand = async () => (await db().select().from(stock))[0]?.onHand ?? 0;
const expectSound = async () =>
  expect((await auditShop(db(), { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

describe('for ten minutes', () => {
  test('the email waits, the customer sees nothing, and an undo cancels both', async () => {
    const order = await shop.pay();
    await record(order, PACKED, SHIPPED);
    const [email] = await emailsOf(order);
    expect(email?.sentAt).toBeNull();
    for (let each = await claimNext(db()); each; each = await claimNext(db()))
      expect(each.id).not.toBe(email?.id);
    expect(await seenByCustomer(order)).toEqual([]);
    expect(await undo(order, await lastId(order))).toMatchObject({
      value: expect.stringMatching(/'shipped' is taken back. Its customer hears nothing of it\.$/),
    });
    expect(await emailsOf(order)).toEqual([]);
    expect(await standing(order)).toEqual(['packed']);
    expect(await listed('packed')).toContain(order.id);
    expect(await listed('shipped')).not.toContain(order.id);
    // Nothing is deleted: the record stays beside who took it back.
    expect((await found(order)).records.map(({ step, recordedBy }) => [step, recordedBy])).toEqual([
      ['packed', 'Bola'],
      ['shipped', 'Bola'],
      ['taken-back', 'Ade'],
    ]);
    await age(db(), order.id, 11);
    expect(await seenByCustomer(order)).toEqual(['packed']);
    await record(order, SHIPPED);
    await age(db(), order.id, 11);
    expect(await seenByCustomer(order)).toEqual(['packed', 'shipped']);
    expect(await emailsOf(order)).toMatchObject([
      { subject: expect.stringContaining('on its way') },
    ]);
    await expectSound();
  });

  test('one press that packed and shipped is one undo', async () => {
    const order = await shop.pay();
    await record(order, SHIPPED);
    expect(await undo(order, 'shipped')).toMatchObject({ ok: true });
    expect(await standing(order)).toEqual([]);
    expect(await listed('unpacked')).toContain(order.id);
    await record(order, PACKED, SHIPPED, { step: 'delivered', actor: BOLA });
    expect(await undo(order, 'delivered')).toMatchObject({ ok: true });
    expect(await listed('shipped')).toContain(order.id);
    await expectSound();
  });

  test('a corrected tracking number is one email, and its undo sends the first one', async () => {
    const order = await shop.pay();
    await record(order, SHIPPED, { ...SHIPPED, trackingNumber: 'GIG-2' });
    expect(await emailsOf(order)).toMatchObject([
      { subject: expect.stringContaining('on its way'), text: expect.stringContaining('GIG-2') },
    ]);
    await undo(order, 'shipped');
    expect(await emailsOf(order)).toMatchObject([
      { subject: expect.stringContaining('on its way'), text: expect.stringContaining('GIG-1') },
    ]);
  });

  test('the customer is emailed at once on request', async () => {
    const order = await shop.pay();
    await record(order, SHIPPED);
    expect(await sendNow(db(), order.id, ADE)).toMatchObject({ ok: true });
    expect(await seenByCustomer(order)).toEqual(['packed', 'shipped']);
    const [email] = await emailsOf(order);
    const claimed: string[] = [];
    for (let each = await claimNext(db()); each; each = await claimNext(db()))
      claimed.push(each.id);
    expect(claimed).toContain(email?.id);
    expect(await undo(order, 'shipped')).toMatchObject({ refusal: { about: 'reason' } });
  });

  test('two people and two tabs undo a step once, and nobody undoes an unseen step', async () => {
    const order = await shop.pay();
    await record(order, PACKED);
    const packed = await lastId(order);
    await record(order, SHIPPED);
    const shipped = await lastId(order);
    expect(await undo(order, packed)).toMatchObject({
      refusal: { message: expect.stringContaining('is shipped, as Bola has recorded') },
    });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => undo(order, shipped)));
    const words = outcomes.map((each) => (each.ok ? each.value : each.refusal.message));
    expect(words.filter((each) => each.includes('is taken back'))).toHaveLength(1);
    expect(words.filter((each) => each.includes('was taken back before'))).toHaveLength(9);
    expect(await standing(order)).toEqual(['packed']);
    // One packs again while another takes back: both orders of events end correctly.
    await Promise.all([undo(order, packed), recordStep(shop.services, order.id, SHIPPED)]);
    expect([['packed', 'shipped'], []]).toContainEqual(
      (await standing(order)).length === 2 ? await standing(order) : [],
    );
    await expectSound();
  });
});

describe('after ten minutes', () => {
  test.each(['packed', 'shipped', 'delivered', 'returned'] as const)(
    "'%s' is undone with a reason, in one email",
    async (step) => {
      const order = await shop.pay();
      const all: StepRequest[] = [
        PACKED,
        SHIPPED,
        { step: 'delivered', actor: BOLA },
        { step: 'returned', actor: BOLA, restock: true },
      ];
      await record(order, ...all.slice(0, all.findIndex((request) => request.step === step) + 1));
      await age(db(), order.id, 11);
      const id = await lastId(order);
      expect(await undo(order, id)).toMatchObject({
        refusal: { code: 'conflict', about: 'reason', message: expect.stringContaining(step) },
      });
      const before = (await emailsOf(order)).length;
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => undo(order, id, 'Ada was not at home')),
      );
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      const [correction, ...more] = (await emailsOf(order)).filter(({ id }) =>
        id.startsWith('corr'),
      );
      expect(more).toEqual([]);
      expect(correction?.text).toContain('Ada was not at home');
      // The correction replaces an email that had not gone out yet.
      expect((await emailsOf(order)).length).toBe(step === 'shipped' ? before : before + 1);
      expect(await seenByCustomer(order)).not.toContain(step);
      const notes = await db().select().from(orderNotes).where(eq(orderNotes.orderId, order.id));
      expect(notes).toMatchObject([{ text: expect.stringContaining('Ada was not at home') }]);
      await expectSound();
    },
  );

  test('a delivery whose new details were wrong has its earlier ones again', async () => {
    const order = await shop.pay();
    await record(order, SHIPPED);
    await age(db(), order.id, 11);
    expect((await claimNext(db()))?.id).toMatch(/:/);
    for (let each = await claimNext(db()); each; each = await claimNext(db()));
    await record(order, { ...SHIPPED, trackingNumber: 'GIG-2' });
    await age(db(), order.id, 11);
    await undo(order, 'shipped', 'We mixed up two parcels');
    const correction = (await emailsOf(order)).find(({ id }) => id.startsWith('corrected:'));
    expect(correction?.text).toMatch(/earlier details[\s\S]*GIG-1/);
    expect(await standing(order)).toEqual(['packed', 'shipped']);
  });
});

describe('too late', () => {
  test('once the courier’s sheet was opened; with a reason it is undone all the same, without an email', async () => {
    const order = await shop.pay();
    await record(order, PACKED);
    // A sheet opened before the shipment does not matter.
    await recordSheet(db(), BOLA, [order.id]);
    await recordSheet(db(), BOLA, [order.id]);
    expect(await undo(order, 'packed')).toMatchObject({
      refusal: {
        about: 'reason',
        message: expect.stringContaining('sheet for the courier that Bola'),
      },
    });
    await record(order, SHIPPED);
    expect(await undo(order, 'shipped')).toMatchObject({ ok: true });
    expect(await undo(order, 'packed', 'The parcel is still here')).toMatchObject({ ok: true });
    expect(await emailsOf(order)).toEqual([]);
    const { rows } = await db().execute(
      sql`select from staff_actions where action = 'order.sheet' and subject = ${order.id}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('once a unit that came back was sold again', async () => {
    const order = await shop.pay(3);
    await record(order, SHIPPED, { step: 'returned', actor: BOLA, restock: true });
    const back = await onHand();
    await db().update(stock).set({ onHand: 2 });
    expect(await undo(order, 'returned')).toMatchObject({
      refusal: {
        message: expect.stringContaining('one of its units that came back was sold again'),
      },
    });
    expect(await standing(order)).toContain('returned');
    expect(await onHand()).toBe(2);
    await db().update(stock).set({ onHand: back });
    expect(await undo(order, 'returned')).toMatchObject({ ok: true });
    expect(await onHand()).toBe(back - 3);
    await expectSound();
    await record(order, { step: 'returned', actor: BOLA, restock: true });
    expect(await onHand()).toBe(back);
    await expectSound();
  });

  test('a packer undoes no return', async () => {
    const order = await shop.pay();
    await record(order, SHIPPED, { step: 'returned', actor: BOLA, restock: false });
    const packer = { ...ADE, role: 'packer' as const };
    expect(
      await takeBack(shop.services, order.id, { actor: packer, which: 'returned', reason: null }),
    ).toMatchObject({ refusal: { code: 'forbidden' } });
  });
});

test('the database refuses to undo any but the last step, and to undo it twice', async () => {
  const order = await shop.pay();
  await record(order, PACKED, SHIPPED);
  const [packed, shipped] = (await found(order)).steps;
  const insert = (about: number) =>
    db()
      .insert(fulfilmentSteps)
      .values({ orderId: order.id, step: 'taken-back', about, recordedBy: 'x' });
  await expect(insert(packed?.id ?? 0)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('is not its last one') },
  });
  await insert(shipped?.id ?? 0);
  await expect(insert(shipped?.id ?? 0)).rejects.toThrow();
});
