import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unitsKept } from '#backend/base/still-counts.ts';
import { recordCollection } from '#backend/on-delivery/at-door.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orderItems, orders } from '#backend/orders/tables.ts';
import { recordTransfer } from '#backend/own-bank/recording.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { forReturn } from '#backend/refunds/purpose.ts';
import { endReturn } from '#backend/returns/deciding.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { payingBack } from '../orders/paying-back.harness.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { openDoor, openOwnAccount } from '../own-account.harness.ts';
import { make, usesOf, violations } from '../promotions/promotions.harness.ts';
import { BOLA, openShop, orderBody, product, REFUND, type TestShop } from '../shop.harness.ts';
import { returning } from './returned.harness.ts';

/**
 * Any order, paid in any way, and returned line by line and unit by unit in any order: money, stock and uses end as if it
 * had never been.
 */
const CASES = 3;
const UNITS = 1_000_000;
const WAYS = [
  'paystack',
  'transfer',
  'flutterwave',
  'bank',
  'delivery',
  'delivery after a deposit',
  'nothing',
] as const;
type Way = (typeof WAYS)[number];

const paystack = createFakePaystack();
const flutterwave = createFakePaystack('flutterwave');
let shop: TestShop;
/** The promotions that the codes TEN and ALL are of. */
let promotions: string[];
beforeAll(async () => {
  for (const provider of [paystack, flutterwave]) payingBack(provider, 'done');
  shop = await openShop({
    paystack,
    others: [flutterwave],
    products: [
      product({ id: 'oud', stock: UNITS, priceKobo: 1_000_001 }),
      product({ id: 'amber', stock: UNITS, priceKobo: 333_333 }),
      product({ id: 'box', stock: 0, priceKobo: 1_500_003, parts: 'oud amber*2' }),
      product({ id: 'wrap', stock: UNITS, priceKobo: 50_000 }),
    ],
    settings: {
      RESERVED_PER_EMAIL: '1000',
      BEGUN_PER_ADDRESS: '100000',
      PAYMENT_WAYS: 'paystack,transfer,flutterwave,bank,delivery',
    },
  });
  openOwnAccount();
  const { db } = shop.services;
  await db
    .insert(shippingPlaces)
    .values({ place: 'Our shop', state: 'Lagos', amountKobo: 0, position: 3 });
  const ten = await make(shop, { per_cent: '33.33', adds_up: 'yes' });
  const all = await make(shop, { kind: 'naira', naira: '1000000', code: 'ALL', adds_up: 'yes' });
  promotions = [ten.id, all.id];
});
afterAll(() => shop.close());

const PRICES = { oud: 10_000.01, amber: 3333.33, box: 15_000.03, wrap: 500 } as const;
type Id = keyof typeof PRICES;

/** An order: the units of each product, and how they come back. */
const drawn = fc.record({
  lines: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom<Id>('oud', 'amber', 'box', 'wrap'),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 3, selector: ({ id }) => id },
  ),
  code: fc.boolean(),
  gift: fc.boolean(),
  order: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
  restocked: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

let customers = 0;
async function buy(way: Way, { lines, code, gift }: Drawn): Promise<OrderRow> {
  const { db, settlement } = shop.services;
  openDoor(way === 'delivery after a deposit');
  const email = `unit-${++customers}@example.com`;
  const goods = lines.map(({ id, quantity }) => [id, PRICES[id], quantity] as const);
  const items = lines.map(({ id, quantity }) => ({ productId: id, quantity }));
  const fee =
    way === 'nothing'
      ? { shippingFee: 0, shippingLocation: 'Our shop' }
      : { shippingFee: 3000, shippingLocation: 'Lagos – Ikeja' };
  const typed = way === 'nothing' ? { code: 'ALL' } : code ? { code: 'TEN' } : {};
  const quoted = await shop.post('/api/promotions/quote', { items, ...fee, ...typed });
  const chosen =
    way === 'nothing' ? 'paystack' : way === 'delivery after a deposit' ? 'delivery' : way;
  const { discount } = quoted.body;
  const body = orderBody(goods, { email, way: chosen, discount, ...fee, ...typed });
  const shippingInfo = {
    ...body.shippingInfo,
    phone: `0803 ${String(1_000_000 + customers)}`,
    ...(gift && { gift: 'yes', giftMessage: 'For you' }),
  };
  const answer = await shop.post('/api/payment/initialize', { ...body, shippingInfo });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { reference } = answer.body.data;
  const [{ id = '' } = {}] = await db.select().from(orders).where(eq(orders.reference, reference));
  const find = async () => {
    const [row] = await db.select().from(orders).where(eq(orders.id, id));
    if (!row) throw new Error('There is no such order');
    return row;
  };
  const begun = [paystack, flutterwave].find(({ initialized }) => initialized.includes(reference));
  begun?.become(reference, SUCCESS);
  const { totalKobo: amountKobo } = await find();
  if (way === 'bank')
    await recordTransfer(shop.services, id, {
      ...{ amountKobo, sender: 'ADA OBI', sentAt: new Date(), sessionId: email },
      ...{ isAnother: false, actor: BOLA },
    });
  await settlement.ask(await find());
  await returning(shop).deliver({ id });
  const door = and(eq(payments.orderId, id), eq(payments.provider, 'door'));
  const [atDoor] = await db.select().from(payments).where(door);
  if (atDoor) {
    const money = {
      amountKobo: atDoor.askedKobo ?? amountKobo,
      how: 'cash',
      takenBy: 'GIG',
    } as const;
    const paid = await recordCollection(shop.services, id, { ...money, seenKobo: 0, actor: BOLA });
    expect(paid).toMatchObject({ ok: true });
    await settlement.ask(await find());
  }
  return find();
}

const onHand = async () => {
  const rows = await shop.services.db.select().from(stock);
  return Object.fromEntries(rows.map((row) => [row.productId, row.onHand]));
};
const PARTS: Record<Id, readonly (readonly [string, number])[]> = {
  oud: [['oud', 1]],
  amber: [['amber', 1]],
  wrap: [['wrap', 1]],
  box: [
    ['oud', 1],
    ['amber', 2],
  ],
};

test.each(WAYS)(
  'paid by %s and returned in any order: nothing is left, and stock and uses are right',
  {
    timeout: 300_000,
  },
  async (way) => {
    const { db, refunds } = shop.services;
    const kept = returning(shop);
    await fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const before = await onHand();
        const order = await buy(way, given);
        expect(order.status).toBe(way === 'nothing' ? 'pending' : 'paid');
        const units = given.lines.flatMap(({ quantity }, at) => Array<number>(quantity).fill(at));
        const lost: Record<string, number> = {};
        for (let turn = 0; units.length > 0; turn++) {
          const [item = 0] = units.splice((given.order[turn] ?? 0) % units.length, 1);
          const isWhole = given.restocked[turn] ?? false;
          const asked = await kept.ask(order, { items: [{ item, quantity: 1 }] });
          const row = await kept.receive(asked, [item, isWhole ? 1 : 0, isWhole ? 0 : 1]);
          const id = given.lines[item]?.id ?? 'oud';
          if (!isWhole)
            for (const [part, count] of PARTS[id]) lost[part] = (lost[part] ?? 0) + count;
          const amountKobo = (row.goodsKobo ?? 0) + (row.feeKobo ?? 0);
          const back = { ...REFUND, amountKobo, for: forReturn(row.id), key: 'return' };
          const paid =
            amountKobo === 0
              ? await endReturn(shop.services, row.id, BOLA)
              : ['paystack', 'transfer', 'flutterwave'].includes(way)
                ? await refunds.refund(order.id, back)
                : await recordByHand(shop.services, order.id, back);
          expect(paid).toMatchObject({ ok: true });
          expect((await kept.rowOf(row.attempt)).endedAt).not.toBeNull();
        }
        const { received, gone, remaining } = await moneyOf(db, order.id);
        expect([received ?? 0, gone, remaining]).toEqual([order.totalKobo, order.totalKobo, 0]);
        const after = await onHand();
        for (const [id, count] of Object.entries(before))
          expect([id, after[id]]).toEqual([id, count - (id === 'box' ? 0 : (lost[id] ?? 0))]);
        const { rows } = await db.execute<{ kept: string }>(
          sql`select ${unitsKept} as kept from ${orderItems} i join orders o on o.id = i.order_id where o.id = ${order.id}`,
        );
        expect(rows.map((row) => Number(row.kept))).toEqual(given.lines.map(() => 0));
        expect(await Promise.all(promotions.map((id) => usesOf(shop, id)))).toEqual([0, 0]);
      }),
      { numRuns: CASES },
    );
    expect(await violations(shop)).toEqual([]);
  },
);
