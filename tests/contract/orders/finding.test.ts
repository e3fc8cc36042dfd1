import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findByName, pageOfOrders } from '#backend/order-book/admin-orders.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { orderSearch } from '#backend/order-book/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { typed, useMerchantShop } from './merchant-shop.harness.ts';

/** Finding orders by what people know about them. */
const merchant = useMerchantShop();
const found = (find: string) => merchant.idsOf({ find });
const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const place = async (change = {}) =>
  merchant.buying.orderOf(await merchant.buying.begin(1, typed(change)));

describe('an order is found', () => {
  test('by its id, reference and number, with or without #, in any case', async () => {
    const [order, other] = [await place(), await place()];
    const number = orderNumber(order.id);
    for (const name of [order.id, order.reference, number, `#${number}`, number.toLowerCase()])
      expect(await found(name), name).toEqual([order.id]);
    expect(await found(order.id.slice(0, 8))).toEqual([]);
    expect(other.id).not.toBe(order.id);
  });

  test('by its number in every way of writing it, in the list and by a command', async () => {
    let order = await place();
    // Until one has a 0, which people write as O.
    while (!orderNumber(order.id).includes('0')) order = await place();
    const number = orderNumber(order.id);
    const spaced = `${number.slice(0, 2)} ${number.slice(2)}`;
    const { db } = merchant.shop.services;
    for (const name of [
      number.replaceAll('0', 'O'),
      `#${number.toLowerCase().replaceAll('0', 'o')}`,
      `＃${wide(number)}`,
      spaced,
      spaced.replace(' ', '-'),
      spaced.replace(' ', '‑'),
      `“#${number}.”`,
    ]) {
      expect(await found(name), name).toContain(order.id);
      expect(await findByName(db, name), name).toMatchObject({ ok: true, value: { id: order.id } });
    }
    for (const name of [wide(order.id), ` ${order.id.toUpperCase()} `])
      expect(await findByName(db, name), name).toMatchObject({ value: { id: order.id } });
    expect(await found(wide(order.id))).toEqual([order.id]);
    expect(await findByName(db, `${number}${number}`)).toMatchObject({ ok: false });
  });

  test('by parts of a name in any order, without accents, apostrophes and case', async () => {
    const order = await place({ fullName: 'Adé O’Brien-Ọbí' });
    await place({ fullName: 'Bola Ade' });
    for (const name of ['ade obrien', 'OBI', "O'Brien adé", 'brien-ọbi', '  ade  obi '])
      expect(await found(name), name).toEqual([order.id]);
    expect(await found('ade bola obi')).toEqual([]);
  });

  test('by a product and a name together', async () => {
    const order = await place({ fullName: 'Ngozi Eze' });
    const both = [(await place({ fullName: 'Bola Ade' })).id, order.id];
    expect(await found('royal')).toEqual(both);
    expect(await found('oud “Royal”')).toEqual(both);
    expect(await found('royal eze')).toEqual([order.id]);
  });

  test('by an email address, or a part of it', async () => {
    const order = await place();
    for (const name of ['ada@example.com', 'ADA@EXAMPLE', 'example.com'])
      expect(await found(name), name).toEqual([order.id]);
    expect(await found('eve@example.com')).toEqual([]);
  });

  test('by a phone number in any spelling, or a part of it', async () => {
    const order = await place({ phone: '0803 123 4567' });
    const unread = await place({ phone: '0809 111 22' });
    const spellings = ['08031234567', '+234 803 123 4567', '00234 803 1234567', '(0803) 123-4567'];
    for (const phone of [...spellings, '+234 (0) 803 123', '0803 123', '4567', '803.123'])
      expect(await found(phone), phone).toEqual([order.id]);
    expect(await found('0809 111 22')).toEqual([unread.id]);
  });

  test('by its customer only until her data is erased', async () => {
    const order = await place({ fullName: 'Ngozi Eze' });
    const { db } = merchant.shop.services;
    await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, order.id));
    await eraseOrders(db);
    for (const name of ['ngozi', 'ada@example.com', '08031234567'])
      expect(await found(name), name).toEqual([]);
    expect(await found(`${orderNumber(order.id)} royal`)).toEqual([order.id]);
  });
});

test('an impossible text finds nothing, and an empty text filters nothing', async () => {
  const order = await place();
  for (const text of ['', '  ', '\u0000']) expect(await found(text)).toEqual([order.id]);
  for (const text of ['!!!', '₦', '0000', 'zzzzz']) expect(await found(text)).toEqual([]);
});

test('no text breaks the search', async () => {
  await place();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom(...'%_\\0+-#( ord') }),
      ),
      async (text) => {
        expect((await found(text)).length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 40 },
  );
});

test('pages hold fifty, each order once, also when many were placed in one moment', async () => {
  const { id } = await place();
  const { db } = merchant.shop.services;
  await db.execute(sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ord_' || n, 'purchase_id', 'ord_' || n,
      'reference', 'tr-' || n, 'created_at', o.created_at + (n % 3) * interval '1 microsecond'))).*
    from orders o, generate_series(1, 119) n`);
  const seen: string[] = [];
  const sizes: number[] = [];
  let after: string | undefined;
  do {
    const page = await pageOfOrders(db, {}, after);
    sizes.push(page.orders.length);
    seen.push(...page.orders.map((order) => order.id));
    after = page.next ?? undefined;
  } while (after);
  expect(sizes).toEqual([50, 50, 20]);
  expect(new Set(seen).size).toBe(120);
  expect(seen).toContain(id);
  expect((await pageOfOrders(db, {}, 'ord_unknown')).orders[0]?.id).toBe(seen[0]);
  expect(await db.$count(orderSearch)).toBe(1);
});
