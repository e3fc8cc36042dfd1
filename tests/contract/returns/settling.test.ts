import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { countOrders, ordersById } from '#backend/order-book/admin-orders.ts';
import { csvFile } from '#backend/order-book/export.ts';
import { takeUnitsBack } from '#backend/orders/restocking.ts';
import { type OrderRow, orders, restocks } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { forReturn } from '#backend/refunds/purpose.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { answerReturn, endReturn, receiveReturn } from '#backend/returns/deciding.ts';
import { returns } from '#backend/returns/tables.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import type { Person } from '../admin/office.harness.ts';
import { formOf, openOrdersOffice } from '../admin/orders-office.harness.ts';
import { violations } from '../promotions/promotions.harness.ts';
import { BOLA, product, REFUND } from '../shop.harness.ts';
import { returning } from './returned.harness.ts';

/** Returns by staff: what arrives, what goes back into stock, the money, and an exchange. Three bottles cost ₦33,000. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let kept: ReturnType<typeof returning>;
let owner: Person;
let packer: Person;
beforeAll(async () => {
  shop = await openOrdersOffice({}, [
    product({ id: 'rose', name: 'Rose', priceKobo: 1_500_000, stock: 5 }),
    product({ id: 'musk', name: 'Musk', priceKobo: 700_000, stock: 5 }),
  ]);
  kept = returning(shop);
  owner = await shop.signIn('owner', 'Bola');
  packer = await shop.signIn('packer', 'Tunde');
});
afterAll(() => shop.close());

async function delivered(): Promise<OrderRow> {
  const order = await shop.pay(3);
  await kept.deliver(order);
  return order;
}
const onHand = async (id = 'oud') =>
  (await shop.services.db.select().from(stock).where(eq(stock.productId, id)))[0]?.onHand ?? 0;
const pay = (order: OrderRow, id: number, amountKobo: number) =>
  shop.services.refunds.refund(order.id, {
    ...REFUND,
    amountKobo,
    for: forReturn(id),
    key: 'return',
  });
const refundOf = (id: number) =>
  shop.services.db.select().from(refunds).where(eq(refunds.returnId, id));

describe('what arrives', () => {
  test('goes back into stock or is written off, for each unit once', async () => {
    const order = await delivered();
    const before = await onHand();
    const asked = await kept.ask(order, { items: [{ item: 0, quantity: 3 }] });
    const row = await kept.receive(asked, [0, 1, 1]);
    expect(await onHand()).toBe(before + 1);
    // Two of three: two thirds of the goods and of the fee.
    expect([row.goodsKobo, row.feeKobo]).toEqual([2_000_000, 200_000]);
    // The third did not come, and can be asked for again.
    const rest = await kept.ask(order);
    await kept.receive(rest, [0, 1, 0]);
    expect(await onHand()).toBe(before + 2);
    const { db } = shop.services;
    const back = [{ position: 0, restocked: 1, writtenOff: 0 }];
    await expect(
      db.transaction((transaction) => takeUnitsBack(transaction, order.id, back, 'Bola')),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('3 of them came back') } });
    expect(await violations(shop)).toEqual([]);
  });

  test('and a restock of the whole order bring back each unit once', async () => {
    const order = await delivered();
    const before = await onHand();
    await kept.receive(await kept.ask(order), [0, 0, 1]);
    const all = { ...REFUND, amountKobo: 100_000, restock: true };
    expect(await shop.services.refunds.refund(order.id, all)).toMatchObject({ ok: true });
    expect(await onHand()).toBe(before + 2);
    expect((await ordersById(shop.services.db, [order.id]))[0]?.restocked).not.toBeNull();
    const { db } = shop.services;
    const back = [{ position: 0, restocked: 1, writtenOff: 0 }];
    await expect(
      db.transaction((transaction) => takeUnitsBack(transaction, order.id, back, 'Bola')),
    ).rejects.toThrow();
    expect(await db.$count(restocks, eq(restocks.orderId, order.id))).toBe(1);
    expect(await violations(shop)).toEqual([]);
  });

  test('is recorded once, by packers too, and only of an accepted return', async () => {
    const order = await delivered();
    const row = await kept.ask(order);
    const back = [{ position: 0, restocked: 1, writtenOff: 0 }];
    const receive = () => receiveReturn(shop.services, row.id, { back, actor: packerOf() });
    const packerOf = () => ({ name: 'Tunde', role: 'packer' }) as const;
    expect(await receive()).toMatchObject({ refusal: { code: 'conflict' } });
    const answer = { accepts: true, text: 'Send it.', actor: packerOf() };
    expect(await answerReturn(shop.services, row.id, answer)).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    await answerReturn(shop.services, row.id, { ...answer, actor: BOLA });
    const before = await onHand();
    const both = await Promise.all([receive(), receive()]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await onHand()).toBe(before + 1);
  });
});

describe('the money', () => {
  test('goes back once, ends the return, and opens it again if the refund fails', async () => {
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 1, 0]);
    expect(await endReturn(shop.services, row.id, BOLA)).toMatchObject({
      refusal: { code: 'conflict' },
    });
    await pay(order, row.id, 1_100_000);
    await pay(order, row.id, 1_100_000);
    expect(await refundOf(row.id)).toMatchObject([
      { amount: 1_100_000, purpose: 'return', line: null },
    ]);
    expect((await kept.rowOf(row.attempt)).endedAt).not.toBeNull();
    await shop.services.db
      .update(refunds)
      .set({ status: 'failed' })
      .where(eq(refunds.returnId, row.id));
    expect((await kept.rowOf(row.attempt)).endedAt).toBeNull();
    // It can be asked for again.
    expect(await pay(order, row.id, 1_100_000)).toMatchObject({ value: { kind: 'made' } });
  });

  test('is proposed by the form of the back office, and never more than the share', async () => {
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 1, 0]);
    const path = `/admin/orders/${order.id}/returns/${row.id}`;
    expect((await packer.open(path)).text).toContain('An owner answers and settles it.');
    const page = await owner.open(path);
    const form = formOf(page, `${path}/money`);
    expect(form.fields).toContainEqual(['amount', '11000']);
    const much = await owner.send(form, { amount: '11001', how: 'hand' });
    expect(much.text).toContain('at most ₦11,000');
    await owner.send(form, { amount: '10000', how: 'hand' });
    expect(await refundOf(row.id)).toMatchObject([{ amount: 1_000_000, byHand: true }]);
  });

  test('leaves the fee out of the proposal if she has changed her mind', async () => {
    const order = await delivered();
    const asked = await kept.ask(order, { reason: 'mind', words: '' });
    const row = await kept.receive(asked, [0, 1, 0]);
    const path = `/admin/orders/${order.id}/returns/${row.id}`;
    const { fields } = formOf(await owner.open(path), `${path}/money`);
    expect(fields).toContainEqual(['amount', '10000']);
  });
});

describe('an exchange', () => {
  const exchange = (id: number, productId: string, withDifference = false) =>
    shop.services.checkout.exchange(id, { productId, quantity: 1, withDifference, actor: BOLA });
  const orderFor = async (id: number) => {
    const { db } = shop.services;
    const [found] = await db
      .select({ order: orders, row: returns })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.exchangeId))
      .where(eq(returns.id, id));
    if (!found) throw new Error('There is no order');
    return found;
  };

  test('is an order of ₦0 to the same address, which is accepted at once', async () => {
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 0, 1]);
    const before = await onHand();
    const both = await Promise.all([exchange(row.id, 'oud'), exchange(row.id, 'oud')]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const made = await orderFor(row.id);
    expect(made.order).toMatchObject({ totalKobo: 0, discountKobo: 1_000_000, feeKobo: 0 });
    expect(made.order.acceptedAt).not.toBeNull();
    expect(made.order.address).toBe(order.address);
    expect(made.row.endedAt).not.toBeNull();
    expect(await onHand()).toBe(before - 1);
    const shown = await shop.get(`/api/order/shared/${await keyOf(made.order)}`);
    expect(shown.body).toMatchObject({ accepted: true, due: 0 });
    expect(await violations(shop)).toEqual([]);
  });

  test('of a dearer product asks for the difference, and ends the return when it is paid', async () => {
    const { db, settlement } = shop.services;
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 0, 1]);
    expect(await exchange(row.id, 'rose', true)).toMatchObject({ ok: true });
    const made = await orderFor(row.id);
    expect(made.order).toMatchObject({ totalKobo: 500_000, status: 'pending' });
    expect(made.row.endedAt).toBeNull();
    const [email] = await db
      .select()
      .from(emails)
      .where(eq(emails.id, `return-difference:${made.order.id}`));
    await press(/http:\S+\/checkout\/\S+/.exec(email?.text ?? '')?.[0] ?? '', 'Pay now');
    await settlement.verify(made.order.reference);
    expect((await orderFor(row.id)).order.status).toBe('paid');
    expect((await orderFor(row.id)).row.endedAt).not.toBeNull();
    expect(await violations(shop)).toEqual([]);
  });

  test('of a cheaper product leaves the rest to pay back, once', async () => {
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 0, 1]);
    await exchange(row.id, 'musk');
    const path = `/admin/orders/${order.id}/returns/${row.id}`;
    const page = await owner.open(path);
    expect(page.text).toContain('replaces it');
    expect(page.text).not.toContain('Send other goods');
    const form = formOf(page, `${path}/money`);
    expect(form.fields).toContainEqual(['amount', '3000']);
    // Its part of the delivery, too, but nothing of what the other goods have used up.
    expect((await owner.send(form, { amount: '4001', how: 'hand' })).text).toContain('most ₦4,000');
    for (const how of ['hand', 'hand', 'provider']) await owner.send(form, { amount: '3000', how });
    expect(await refundOf(row.id)).toMatchObject([{ amount: 300_000, byHand: true }]);
    expect((await owner.open(path)).text).not.toMatch(/Pay it back|Send other goods|Refuse/);
    expect(await violations(shop)).toEqual([]);
  });

  test('whose difference nobody pays opens the return again, and late money is due for a refund', async () => {
    const { db, settlement } = shop.services;
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 0, 1]);
    await exchange(row.id, 'rose', true);
    const made = await orderFor(row.id);
    const path = `/admin/orders/${order.id}/returns/${row.id}`;
    expect((await owner.open(path)).text).not.toMatch(/Pay it back|End the return|Refuse/);
    kept.expectRefused(await pay(order, row.id, 100_000), 'invalid');
    await settlement.cancel(made.order.id, 'Bola');
    expect((await owner.open(path)).text).toMatch(/Pay it back[\s\S]+Send other goods/);
    expect(await pay(order, row.id, 1_100_000)).toMatchObject({ ok: true });
    const difference = eq(emails.id, `return-difference:${made.order.id}`);
    const [email] = await db.select().from(emails).where(difference);
    await press(/http:\S+\/checkout\/\S+/.exec(email?.text ?? '')?.[0] ?? '', 'Pay now');
    await settlement.ask(made.order);
    expect(await shop.orderOf(made.order.reference)).toMatchObject({
      status: 'cancelled',
      refundNeeded: true,
    });
    expect(await violations(shop)).toEqual([]);
  });

  test('that is cancelled opens the return again', async () => {
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 0, 1]);
    await exchange(row.id, 'oud');
    // An old page still has the form.
    kept.expectRefused(await pay(order, row.id, 1_100_000), 'invalid');
    await shop.services.settlement.cancel((await orderFor(row.id)).order.id, 'Bola');
    expect(await kept.rowOf(row.attempt)).toMatchObject({ endedAt: null, exchangeKobo: 0 });
    expect(await exchange(row.id, 'oud')).toMatchObject({ ok: true });
    expect(await violations(shop)).toEqual([]);
  });

  test('is refused without stock and without the product', async () => {
    const order = await delivered();
    const row = await kept.receive(await kept.ask(order), [0, 0, 1]);
    expect(await exchange(row.id, 'nothing')).toMatchObject({ refusal: { code: 'invalid' } });
    await shop.services.db.update(stock).set({ onHand: 0 }).where(eq(stock.productId, 'musk'));
    expect(await exchange(row.id, 'musk')).toMatchObject({ refusal: { code: 'invalid' } });
  });

  async function keyOf({ id }: Pick<OrderRow, 'id'>) {
    const [email] = await shop.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, `paid:${id}`));
    return /#key=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? '';
  }
});

test('the list, Today and the export know of open returns', async () => {
  const { db } = shop.services;
  const before = await countOrders(db, { status: 'return' });
  const order = await delivered();
  const row = await kept.ask(order);
  expect(await countOrders(db, { status: 'return' })).toBe(before + 1);
  expect((await owner.open('/admin')).text).toContain('with returns to settle');
  const [known] = await ordersById(db, [order.id]);
  if (!known) throw new Error('There is no such order');
  const lines: string[] = [];
  for await (const line of csvFile(
    (async function* () {
      yield known;
    })(),
  ))
    lines.push(line);
  expect(lines[0]?.trim().split(',').at(-1)).toBe('Returns');
  expect(lines[1]?.trim().split(',').at(-1)).toBe('asked');
  await answerReturn(shop.services, row.id, { accepts: false, text: 'It is worn.', actor: BOLA });
  expect(await countOrders(db, { status: 'return' })).toBe(before);
});
