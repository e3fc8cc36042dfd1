import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { ROUNDS } from '../rounds.ts';
import { type FaultShop, openFaultShop } from './shop.harness.ts';
import { newShopper, pay } from './shopper.ts';
import { deliver } from './webhook-relay.ts';

const WEBHOOKS = ROUNDS.webhooks;
const VERIFIES = WEBHOOKS / 5;
const ORDERS = ROUNDS.racedOrders;
/** Milliseconds on a busy machine: 100 for each replay. Paystack is asked about one order only once in 1.6 s. */
const TIMEOUTS = {
  replays: 30_000 + WEBHOOKS * 100,
  orders: 30_000 + ORDERS * 5000,
};

let database: FreshDatabase;
let shop: FaultShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openFaultShop({ databaseUrl: database.url, stock: { oud: 1000 }, places: 2 });
  await Promise.all([shop.start(0), shop.start(1)]);
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

const api = (index: number) => shop.apis[index % 2]?.url ?? '';

/** Makes a shopper pay without a delivered webhook. Returns both. */
async function payUnheard() {
  const shopper = newShopper('oud', 2);
  const begun = await shopper.initialize(api(0));
  if (typeof begun === 'string' || !('got' in begun)) throw new Error('No page to pay on');
  const { page, reference } = begun.got;
  const [webhook] = await Promise.all([shop.relay.next(), pay(page)]);
  return { shopper, reference, webhook };
}

/** Expects that each order was paid once, according to stock movements, emails and logs. */
async function expectPaidOnce(orders: number): Promise<void> {
  const { rows } = await shop.client.query(`
    select array_agg(array[on_hand, reserved, sold] order by id) as movements
    from stock_movements where kind = 'order' group by order_id`);
  const once = {
    movements: [
      [0, 2, 0],
      [-2, -2, 2],
    ],
  };
  expect(rows).toEqual(Array<unknown>(orders).fill(once));
  await shop.expectSound();
  await shop.expectMailed();
  // One to the shopper, one to the merchant.
  const kinds = shop.mail.arrived.map((id) => id.split('.')[0]);
  expect(kinds.filter((kind) => kind === 'paid')).toHaveLength(orders);
  expect(kinds).toHaveLength(2 * orders);
  const transitions = shop.apis.flatMap(({ log }) =>
    log.filter(({ event }) => event === 'order_transition'),
  );
  expect(transitions.map(({ from, to }) => `${from} → ${to}`)).toEqual(
    Array<string>(orders).fill('pending → paid'),
  );
}

test(`${WEBHOOKS} replays of one webhook and ${VERIFIES} return pages: one transition, one movement, one email`, {
  timeout: TIMEOUTS.replays,
}, async () => {
  const { shopper, reference, webhook } = await payUnheard();
  // Both processes get both kinds from the start.
  const answers = await Promise.all(
    Array.from({ length: WEBHOOKS + VERIFIES }, async (_, index) =>
      index % 6 === 3
        ? { page: await shopper.verify(api(index >> 1), reference) }
        : { status: await deliver(api(index), webhook) },
    ),
  );
  const pages = answers.flatMap((answer) => ('page' in answer ? [answer.page] : []));
  const statuses = answers.flatMap((answer) => ('status' in answer ? [answer.status] : []));
  expect([statuses.length, pages.length]).toEqual([WEBHOOKS, VERIFIES]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(pages.filter((answer) => typeof answer !== 'object' || !('got' in answer))).toEqual([]);
  expect(await shopper.verify(api(1), reference)).toMatchObject({ got: { status: 'paid' } });
  await expectPaidOnce(1);
});

test(`the first webhook of ${ORDERS} more orders reaches both processes at the same moment`, {
  timeout: TIMEOUTS.orders,
}, async () => {
  // Only the first few of the replays above meet an unpaid order.
  for (let order = 0; order < ORDERS; order++) {
    const { shopper, reference, webhook } = await payUnheard();
    const news = [0, 1].flatMap((index) => [
      deliver(api(index), webhook),
      shopper.verify(api(index), reference),
    ]);
    await Promise.all(news);
    expect(await shopper.verify(api(order), reference)).toMatchObject({ got: { status: 'paid' } });
  }
  await expectPaidOnce(1 + ORDERS);
});
