import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seededChoice } from '#demo/seeded-choice.ts';
import { ROUNDS } from '../rounds.ts';
import { SEED } from '../seed.ts';
import { type KillableCluster, startKillableCluster } from './killable-cluster.ts';
import { type FaultShop, openFaultShop } from './shop.harness.ts';
import { newShopper, pay, type Shopper } from './shopper.ts';

/** `kill -9` of PostgreSQL during purchases. The API's processes survive and reconnect. */

const SHOPPERS = 4;
/** Milliseconds within which the kill happens: about as long as the purchases of a round. */
const SPAN = 150;
const PRODUCTS = { oud: 500, amber: 500, musk: 500 };

let cluster: KillableCluster;
let shop: FaultShop;
beforeAll(async () => {
  cluster = await startKillableCluster();
  shop = await openFaultShop({
    databaseUrl: cluster.url,
    stock: PRODUCTS,
    places: 2,
    webhookPausesMs: Array<number>(100).fill(200),
  });
  await Promise.all([shop.start(0), shop.start(1)]);
});
afterAll(async () => {
  await shop.close();
  await cluster.close();
});

/** Milliseconds of a round on a busy machine, including PostgreSQL's recovery. */
const ROUND_LIMIT = 30_000;
const timeout = 60_000 + ROUNDS.killedDatabase * ROUND_LIMIT;

test(`kill -9 of PostgreSQL, ${ROUNDS.killedDatabase} rounds (seed ${SEED})`, {
  timeout,
}, async () => {
  const choice = seededChoice(SEED);
  const hits: Record<string, number> = {};
  const before = shop.apis.map(({ pid }) => pid);
  for (let round = 0; round < ROUNDS.killedDatabase; round++) {
    shop.relay.target = shop.apis[round % 2]?.url ?? null;
    const purchases = Array.from({ length: SHOPPERS }, (_, index) => {
      const shopper = newShopper(choice.of(Object.keys(PRODUCTS)), choice.whole(1, 2));
      return buy(shopper, shop.apis[index % 2]?.url ?? '', choice.between(0, SPAN));
    });
    await pause(choice.between(0, SPAN));
    await cluster.kill();
    for (const { stage } of purchases) hits[stage()] = (hits[stage()] ?? 0) + 1;
    await cluster.restart();
    await shop.reconnect();
    await Promise.all(purchases.map(({ done }) => done));
    await shop.sweep();
    await shop.expectSound();
  }
  console.log(
    `What ${ROUNDS.killedDatabase * SHOPPERS} shoppers waited for when PostgreSQL was killed (seed ${SEED}):`,
  );
  console.table(hits);
  await shop.expectMailed();
  expect(shop.apis.map(({ ended, pid }) => ended() ?? pid)).toEqual(before);
  expect(shop.apis.flatMap(({ noise }) => noise)).toEqual([]);
  // No shopper received a page that the database lost. That order has failed, and she got another.
  const { rows } = await shop.client.query(
    `select count(*)::int from orders where status = 'paid' and not refund_needed`,
  );
  expect(rows).toEqual([{ count: ROUNDS.killedDatabase * SHOPPERS }]);
});

/** Makes a persistent shopper buy. She begins after `delay` ms and repeats each stage until it succeeds. */
function buy(
  shopper: Shopper,
  api: string,
  delay: number,
): { done: Promise<void>; stage(): string } {
  let stage = 'not begun';
  const again = { interval: 100 };
  const work = async () => {
    await pause(delay);
    stage = 'initialize';
    const { page, reference } = await vi.waitFor(async () => {
      const answer = await shopper.initialize(api);
      if (typeof answer === 'object' && 'got' in answer) return answer.got;
      throw new Error(`No page to pay on: ${JSON.stringify(answer)}`);
    }, again);
    stage = 'payment';
    await pay(page);
    stage = 'webhook or return page';
    await vi.waitFor(async () => {
      const answer = await shopper.verify(api, reference);
      expect(answer).toMatchObject({ got: { status: 'paid' } });
    }, again);
    stage = 'email';
  };
  return { done: work(), stage: () => stage };
}
