import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBought, unitsKept } from '#backend/base/still-counts.ts';
import { transact } from '#backend/db/transact.ts';
import { isToPack } from '#backend/fulfilment/to-pack.ts';
import { emails } from '#backend/mail/tables.ts';
import { decideCode } from '#backend/order-book/deciding-codes.ts';
import { samplesLeft } from '#backend/orders/placing/samples.ts';
import { type OrderRow, orderItems, orders } from '#backend/orders/tables.ts';
import { quotePromotions } from '#backend/promotions/quote.ts';
import { readSampleCodes } from '#backend/promotions/sample-codes.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { refunds as refundRows } from '#backend/refunds/tables.ts';
import { takeShopChanges } from '#config/shop.ts';
import type { QuoteBody } from '#contract/promotion.ts';
import { type Choice, seededChoice } from '#demo/seeded-choice.ts';
import { ROUNDS } from '../../../rounds.ts';
import { SEED } from '../../../seed.ts';
import { make, violations } from '../../promotions/promotions.harness.ts';
import { BOLA, openShop, orderBody, product, REFUND, type TestShop } from '../../shop.harness.ts';
import { payingBack } from '../paying-back.harness.ts';
import { createFakePaystack, SUCCESS } from '../paystack.fake.ts';
import { type Reckoning, reckon } from './reckoning.ts';

/**
 * Random histories of one customer each, who buys samples and bottles, with codes and without. Orders are paid in time,
 * late or never. Money goes back by hand, through Paystack, by its dashboard and by disputes, in part and wholly, with
 * and without a purpose. Staff end codes and restore them. At the end the shop must agree with the rows.
 */
const HISTORIES = ROUNDS.refundHistories;
const AT_ONCE = 6;
const STEPS = 9;
/**
 * The number of histories that are audited with their orders. Later ones are removed, or every history would take
 * longer than the previous one.
 */
const KEPT = 100;

const paystack = createFakePaystack();
const { add, leftAt, waitingAt } = payingBack(paystack);

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({
    paystack,
    products: [
      ...['oud', 'rose'].flatMap((group) => [
        product({ id: group, group, sizeMl: 50, stock: 1_000_000 }),
        product({ id: `${group}-try`, group, sample: 1, priceKobo: 450_000, stock: 1_000_000 }),
      ]),
    ],
    settings: { RESERVED_PER_EMAIL: '1000', CLIENT_ADDRESS_HEADER: 'x-client' },
  });
  takeShopChanges({ sampleCreditDays: 30 });
  await make(shop, { per_customer: '2' });
});
afterAll(() => shop.close());

const PRICES = { oud: 10_000, rose: 10_000, 'oud-try': 4500, 'rose-try': 4500 } as const;
type Line = readonly [id: keyof typeof PRICES, quantity: number];
const BASKETS: readonly (readonly Line[])[] = [
  [['oud-try', 1]],
  [['oud-try', 2]],
  [
    ['oud-try', 1],
    ['rose-try', 1],
  ],
  [
    ['rose-try', 2],
    ['oud', 1],
  ],
  [
    ['oud', 2],
    ['oud-try', 1],
  ],
  [['oud', 1]],
  [['rose', 1]],
];

/** A network address has a limit of refused codes. */
const clientOf = (number: number) => ({
  'x-client': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
});

async function live(number: number, choice: Choice, happened: string[]): Promise<string> {
  const { db, settlement, refunds } = shop.services;
  const email = `customer-${number}@example.com`;
  const client = clientOf(number);
  const ordersOf = () =>
    db.select().from(orders).where(eq(orders.email, email)).orderBy(orders.createdAt);
  const paidOnes = async () => (await ordersOf()).filter(({ status }) => status === 'paid');
  const tell = async (reference: string, event: string, data: object = {}) => {
    const { body, headers } = paystack.webhook(reference, event, data);
    expect(await settlement.webhook('paystack', Buffer.from(body), headers)).toBe('done');
  };
  const pay = async ({ reference }: Pick<OrderRow, 'reference'>) => {
    paystack.become(reference, SUCCESS);
    await tell(reference, 'charge.success');
  };
  const codes = async () => {
    const ids = (await ordersOf()).map(({ id }) => id);
    return readSampleCodes(db, ids);
  };
  const buy = async () => {
    const own = choice.of([null, null, ...(await codes())]);
    const basket: readonly Line[] = own ? [[own.productId as 'oud', 1]] : choice.of(BASKETS);
    const lines = basket.map(([id, quantity]) => [id, PRICES[id], quantity] as const);
    const code = own?.code ?? choice.of(['', 'TEN']);
    const items = lines.map(([productId, , quantity]) => ({ productId, quantity }));
    const fee = { shippingFee: 3000, shippingLocation: 'Lagos – Ikeja' };
    const { discount, refused } = await decided({ items, ...fee, code }, email);
    const typed = code && !refused ? { code } : {};
    const body = orderBody(lines, { email, discount, ...typed });
    const answer = await shop.post('/api/payment/initialize', body, client);
    // She has used up her samples.
    if (answer.status !== 200) return expect(answer.body.message).toMatch(/may have 3 samples/);
    const { reference } = answer.body.data;
    const kind = choice.whole(0, 9);
    if (kind === 0) return happened.push('  and does not pay');
    if (kind === 1) {
      const [order] = await db.select().from(orders).where(eq(orders.reference, reference));
      await settlement.cancel(order?.id ?? '', 'Bola');
      if (choice.chance(0.5)) return happened.push('  and cancels');
      happened.push('  and pays late');
    }
    await pay({ reference });
  };
  /** Returns a paid order with a part of its money, and the part's purpose. */
  const part = async () => {
    const order = choice.of(await paidOnes());
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    const { remaining } = await moneyOf(db, order.id);
    const line = choice.of(items);
    const amount = choice.of([
      line.priceKobo,
      line.priceKobo * line.quantity,
      300_000,
      100_000,
      remaining,
    ]);
    const what = choice.of(['', String(line.position + 1), line.productId, 'delivery', 'other']);
    return {
      order,
      amount,
      remaining,
      request: { amountKobo: choice.chance(0.2) ? null : amount, for: what },
    };
  };
  const events: Record<string, () => Promise<unknown>> = {
    buys: buy,
    'buys once more': buy,
    'is paid by hand': async () => {
      const { order, request } = await part();
      await recordByHand(shop.services, order.id, { ...REFUND, ...request, seen: undefined });
    },
    'is paid back through Paystack': async () => {
      const { order, request } = await part();
      await refunds.refund(order.id, {
        ...REFUND,
        ...request,
        ...(choice.chance(0.3) && { key: `k${happened.length}` }),
      });
    },
    'is paid back by the dashboard': async () => {
      const { order, amount, remaining } = await part();
      const left = Math.min(remaining, await leftAt(order.reference));
      if (amount > left || amount === 0) return;
      const refund = add(order.reference, { status: 'done', amount, merchantNote: null });
      await tell(order.reference, 'refund.processed', {
        amount: String(amount),
        refund_reference: `TRF_${refund.id}`,
      });
    },
    'hears of a refund': async () => {
      const { reference } = choice.of(await paidOnes());
      const waiting = waitingAt(reference);
      if (waiting.length === 0) return;
      const refund = choice.of(waiting);
      refund.status = choice.of(['done', 'done', 'failed', 'needs_customer']);
      await tell(reference, `refund.${refund.status}`, {
        amount: String(refund.amount),
        refund_reference: `TRF_${refund.id}`,
      });
    },
    disputes: async () => {
      const { order, amount } = await part();
      const id = `${order.id}-${choice.whole(1, 2)}`;
      const data = { id, ...(choice.chance(0.6) && { refund_amount: amount }) };
      await tell(order.reference, 'charge.dispute.create', data);
      if (choice.chance(0.8))
        await tell(order.reference, 'charge.dispute.resolve', {
          ...data,
          resolution: choice.of(['merchant-accepted', 'merchant-accepted', 'declined']),
        });
    },
    'is reversed': async () => {
      if (choice.chance(0.7)) return;
      const { id, reference } = choice.of(await paidOnes());
      // The audit rightly reports money that was refunded by hand and then by Paystack too.
      const twice = and(eq(refundRows.orderId, id), refundRows.byHand);
      const { remaining } = await moneyOf(db, id);
      if (remaining > 0 && (await db.$count(refundRows, twice)) > 0) return;
      paystack.become(reference, { status: 'reversed' });
      await settlement.ask(
        choice.of((await ordersOf()).filter((order) => order.reference === reference)),
      );
    },
    'has a code ended': async () =>
      decideCode(shop.services, BOLA, choice.of(await codes()).code, true),
    'gets a code back': async () =>
      decideCode(shop.services, BOLA, choice.of(await codes()).code, false),
  };
  for (let step = 0; step < STEPS; step++) {
    const event = step < 2 ? 'buys' : choice.of(Object.keys(events));
    const needs = event.includes('code') ? (await codes()).length : (await paidOnes()).length;
    if (needs === 0 && !event.startsWith('buys')) continue;
    happened.push(event);
    await events[event]?.();
  }
  return email;
}

/** Returns the same by the shop's own rules. */
async function said(email: string, { codes }: Reckoning): Promise<Reckoning> {
  const { db } = shop.services;
  const left = await transact(db, async (transaction) => ({
    ok: true as const,
    value: await samplesLeft(transaction, [{ sample: 1 }], { email, accountId: null }, 3),
  }));
  const quote = async (code: string, productId: string) =>
    (await decided({ items: [{ productId, quantity: 1 }], code }, email)).refused?.reason;
  const rows = await db.select().from(orders).where(eq(orders.email, email)).orderBy(orders.id);
  const shown = await readSampleCodes(
    db,
    rows.map(({ id }) => id),
  );
  const states: Reckoning['codes'] = {};
  for (const { code, productId, used, endedBy } of shown) {
    const refused = await quote(code, productId);
    states[code] = (refused ?? 'counts') as Reckoning['codes'][string];
    // The order's page agrees with the next order.
    expect(used || endedBy !== null, code).toBe(refused !== undefined);
  }
  expect(Object.keys(states).sort()).toEqual(Object.keys(codes).sort());
  const remaining: Record<string, number> = {};
  for (const { id } of rows) remaining[id] = (await moneyOf(db, id)).remaining;
  const toPack = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.email, email), isToPack))
    .orderBy(orders.id);
  const bought = await db.execute<{
    id: string;
  }>(sql`select distinct i.product_id as id from orders o join order_items i on i.order_id = o.id
    where o.email = ${email} and ${isBought(sql`o`)} and ${unitsKept} > 0`);
  const uses = await db.execute<{
    count: number;
  }>(sql`select count(*)::int as count from promotion_uses u join orders o on o.id = u.order_id
    where o.email = ${email} and u.code = 'TEN' and (o.status = 'pending' or ${isBought(sql`o`)})`);
  const count = uses.rows[0]?.count ?? 0;
  expect(await quote('TEN', 'oud')).toBe(count >= 2 ? 'used_by_customer' : undefined);
  return {
    samplesLeft: left.ok ? left.value : Number.NaN,
    uses: count,
    codes: states,
    remaining,
    toPack: toPack.map(({ id }) => id),
    bought: bought.rows.map(({ id }) => id).sort(),
  };
}

/** Returns what an order decides. A guest's quote reveals nothing about earlier orders. */
const decided = (body: QuoteBody, email: string) =>
  quotePromotions(shop.services.db, body, { email, asks: false });

test(`${HISTORIES} random histories of samples, codes and refunds: uses, samples left and money are what the rows add up to (seed ${SEED})`, {
  timeout: 60_000 + HISTORIES * 2000,
}, async () => {
  const { db } = shop.services;
  const began = performance.now();
  const seen: Record<string, number> = {};
  let next = 0;
  const work = async (end: number) => {
    while (next < end) {
      const number = next++;
      const happened: string[] = [];
      try {
        const email = await live(number, seededChoice(SEED + number), happened);
        const reckoning = await reckon(db, email);
        expect(await said(email, reckoning)).toEqual(reckoning);
        for (const state of Object.values(reckoning.codes)) seen[state] = (seen[state] ?? 0) + 1;
        if (number < KEPT) continue;
        const hers = sql`${promotionCodes.orderId} in (select id from orders where email = ${email})`;
        await db.delete(promotionCodes).where(hers);
        await db.delete(orders).where(eq(orders.email, email));
        await db.delete(emails).where(eq(emails.recipient, email));
      } catch (cause) {
        const words = `history ${number} of seed ${SEED}, which is the first one of seed ${SEED + number}:\n${happened.join('\n')}`;
        throw new Error(words, { cause });
      }
    }
  };
  const play = (end: number) => Promise.all(Array.from({ length: AT_ONCE }, () => work(end)));
  await play(Math.min(KEPT, HISTORIES));
  expect(await violations(shop)).toEqual([]);
  await play(HISTORIES);
  const ms = (performance.now() - began) / HISTORIES;
  console.log(
    `${HISTORIES} histories of returns (seed ${SEED}), ${ms.toFixed(0)} ms each: ${JSON.stringify(seen)}`,
  );
  for (const state of ['counts', 'ended', 'used_up']) expect(seen[state], state).toBeGreaterThan(0);
});
