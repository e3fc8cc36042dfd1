import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { type FaultShop, openFaultShop } from '../faults/shop.harness.ts';
import { newShopper, pay } from '../faults/shopper.ts';
import { deliver, type SentWebhook } from '../faults/webhook-relay.ts';

/** A crowd through two processes of the API, which open twenty connections where the pooler has five. */

const BUYERS = 100;
let database: FreshDatabase;
let shop: FaultShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openFaultShop({
    databaseUrl: database.url,
    settings: database.settings,
    stock: { oud: BUYERS, rose: BUYERS },
    places: 2,
  });
  await Promise.all([shop.start(0), shop.start(1)]);
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

const webhooks: SentWebhook[] = [];

test(`${BUYERS} purchases at once all succeed`, async () => {
  shop.relay.onArrival = (webhook) => webhooks.push(webhook);
  const paid = await Promise.all(
    Array.from({ length: BUYERS }, async (_, number) => {
      const shopper = newShopper(number % 3 ? 'oud' : 'rose', 1);
      const api = (turn: number) => shop.apis[(number + turn) % 2]?.url ?? '';
      const begun = await shopper.initialize(api(0));
      if (typeof begun === 'string' || !('got' in begun)) return begun;
      await pay(begun.got.page);
      // Paystack's message and her own browser reach different processes.
      const seen = await shopper.verify(api(1), begun.got.reference);
      return typeof seen === 'object' && 'got' in seen ? seen.got.status : seen;
    }),
  );
  expect(paid).toEqual(Array<string>(BUYERS).fill('paid'));
  const answers = await Promise.all(
    webhooks.map((webhook, number) => deliver(shop.apis[number % 2]?.url ?? '', webhook)),
  );
  expect(answers).toEqual(Array<number>(BUYERS).fill(200));
  await shop.expectMailed();
  await shop.expectSound();
  const failures = shop.apis.flatMap(({ log, noise }) => [
    ...log.filter(({ event }) => event === 'request_failed'),
    ...noise,
  ]);
  expect(failures).toEqual([]);
});
