import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { type FaultShop, FULL, openFaultShop } from './shop.harness.ts';
import { newShopper, pay } from './shopper.ts';
import { deliver } from './webhook-door.ts';

const WEBHOOKS = FULL ? 1000 : 100;
const VERIFIES = WEBHOOKS / 5;

let database: FreshDatabase;
let shop: FaultShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openFaultShop({ databaseUrl: database.url, stock: { oud: 20 }, places: 2 });
  await Promise.all([shop.start(0), shop.start(1)]);
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

test(`${WEBHOOKS} replays of one webhook and ${VERIFIES} return pages: one step, one movement, one letter`, async () => {
  const api = (index: number) => shop.apis[index % 2]?.url ?? '';
  const shopper = newShopper('oud', 2);
  const begun = await shopper.initialize(api(0));
  if (typeof begun === 'string' || !('got' in begun)) throw new Error('No page to pay on');
  const { page, reference } = begun.got;
  const [webhook] = await Promise.all([shop.door.next(), pay(page)]);

  // Both processes get both kinds, from the first on.
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
  expect(new Set(pages.map((answer) => typeof answer === 'object' && 'got' in answer))).toEqual(
    new Set([true]),
  );
  expect(await shopper.verify(api(1), reference)).toMatchObject({ got: { status: 'paid' } });

  const steps = shop.apis.flatMap(({ log }) => log.filter(({ event }) => event === 'order_step'));
  expect(steps).toMatchObject([{ from: 'pending', to: 'paid' }]);
  const { rows } = await shop.client.query(
    "select stock, sold from stock_movements where kind = 'order' order by id",
  );
  expect(rows).toEqual([
    { stock: -2, sold: 0 },
    { stock: 0, sold: 2 },
  ]);
  await shop.expectSound();
  await shop.expectMailed();
  // One to her, one to the merchant.
  const kinds = shop.mail.arrived.map((id) => id.split('.')[0]);
  expect(kinds.toSorted()).toEqual(['merchant-paid', 'paid']);
});
