import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { createEvents } from '#backend/emails/subscribers.ts';
import { readSealKeys } from '#backend/payments/sealed/keys.ts';
import { createUnmatched } from '#backend/payments/unmatched/unmatched.ts';
import { createPaystack } from '#backend/paystack/paystack.ts';
import { createRefunds } from '#backend/refunds/refunds.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { type FaultShop, openFaultShop } from '../faults/shop.harness.ts';
import { LIMIT_MS } from '../limits.ts';
import { ROUNDS } from '../rounds.ts';
import { startCrowd, startLooking } from './crowd.ts';
import { type Pair, startPair } from './pair.ts';

/** The primary is lost while shoppers buy, and the standby takes over. */

const SHOPPERS = 6;
/** Milliseconds of purchases before the cut, and after the shop takes orders again. */
const CALM_MS = 2000;
/** Milliseconds within which pages, charges and the list of payments are right again. */
const WITHIN_MS = 60_000;

/** Whether commits wait for the standby, and the seconds for which it was cut off when the primary was lost. */
const KINDS = [
  { synchronous: true, cut: 0 },
  { synchronous: false, cut: 0 },
  { synchronous: false, cut: 2 },
  { synchronous: false, cut: 10 },
];

let pair: Pair;
let shop: FaultShop;
beforeAll(async () => {
  pair = await startPair();
  shop = await openFaultShop({
    databaseUrl: pair.url,
    stock: { oud: 100_000, musk: 10 },
    places: 2,
    webhookPausesMs: Array<number>(300).fill(200),
  });
  await Promise.all([shop.start(0), shop.start(1)]);
});
afterAll(async () => {
  await shop.close();
  await pair.close();
});

const api = (number: number) => shop.apis[number % 2]?.url ?? '';

const versionOf = async (): Promise<unknown> => {
  const answer = await fetch(`${api(0)}/api/catalogue/version`);
  return ((await answer.json()) as { version: unknown }).version;
};
const priceOf = async (): Promise<unknown> => {
  const answer = await fetch(`${api(0)}/api/product/musk`);
  return ((await answer.json()) as { product: { price: unknown } }).product.price;
};

/** Returns the payments among these without an order, and those that the shop lists as such. */
async function lostOf(references: readonly string[]) {
  const { rows } = await shop.client.query<{ reference: string; listed: boolean }>(
    `select r as reference, exists (select from payments u where u.reference = r and u.found_at is not null and u.settled_at is null) as listed
     from unnest($1::text[]) r where not exists (select from orders o where o.reference = r and o.status = 'paid')`,
    [references],
  );
  return {
    lost: rows.map(({ reference }) => reference),
    listed: rows.filter(({ listed }) => listed).map(({ reference }) => reference),
  };
}

/** Returns the number of lost times that Paystack was asked about. */
async function askedTimes(): Promise<number> {
  const { rows } = await shop.client.query<{ count: number }>(
    'select count(asked_at)::int from lost_times',
  );
  return rows[0]?.count ?? 0;
}

/** Rebuilds the orders of payments, as an owner does in the back office. */
async function rebuild(references: readonly string[]): Promise<void> {
  const settings = readSettings(shop.env);
  const { db, close } = connect(pair.url);
  const paystack = createPaystack({
    secretKey: settings.PAYSTACK_SECRET_KEY,
    baseUrl: settings.PAYSTACK_URL,
    allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
  });
  const sealKeys = await readSealKeys(settings);
  const events = createEvents(settings, sealKeys);
  const rules = { db, events, providers: [paystack] as const, settings, log: () => {} };
  const unmatched = createUnmatched({
    ...rules,
    sealKeys,
    refunds: createRefunds(rules),
  });
  for (const reference of references) {
    const made = await unmatched.makeAgain(reference, { name: 'Ada', role: 'owner' });
    expect(made).toMatchObject({ ok: true });
  }
  await close();
}

/** Returns the longest time between two of some moments. */
function longestGap(moments: readonly number[]): number {
  const sorted = moments.toSorted((a, b) => a - b);
  return Math.max(0, ...sorted.slice(1).map((moment, index) => moment - (sorted[index] ?? 0)));
}

const failovers = KINDS.flatMap((kind) =>
  Array.from({ length: ROUNDS.failovers }, (_, round) => ({ ...kind, round: round + 1 })),
);
const results: Record<string, unknown>[] = [];
afterAll(() => console.table(results));

test.each(failovers)(
  'failover $round, synchronous $synchronous, cut off $cut s before',
  { timeout: 2 * LIMIT_MS },
  async ({ synchronous, cut }) => {
    pair.cable.reconnect();
    await pair.setSynchronous(synchronous);
    await shop.reconnect();
    shop.relay.target = api(0);
    const crowd = startCrowd({ shoppers: SHOPPERS, product: 'oud', api });
    const looking = startLooking(`${api(1)}/api/product/musk`);
    await pause(CALM_MS);
    if (cut > 0) {
      pair.cable.cut();
      // A price that never reaches the standby.
      await shop.client.query(
        "update products set price_kobo = price_kobo + 50000 where id = 'musk'",
      );
    }
    await pause(cut * 1000);
    const asked = await askedTimes();
    const [before, price] = [await versionOf(), await priceOf()];
    await pair.primary.kill();
    const killed = performance.now();
    await pair.promote();
    await vi.waitFor(
      () => {
        // Requests running when the server is killed may still succeed.
        const first = crowd.bought.sent.find((moment) => moment > killed + 1000);
        if (!first) throw new Error('The shop takes no orders');
      },
      { interval: 20 },
    );
    await pause(CALM_MS);
    await Promise.all([crowd.stop(), pair.rejoin()]);
    const unseen = await looking.stop();
    await shop.reconnect();

    const { paid, told } = crowd.bought;
    const { lost, listed } = await vi.waitFor(
      async () => {
        const found = await lostOf(paid);
        expect(found.lost).toEqual(found.listed);
        expect(await askedTimes()).toBe(asked + 1);
        return found;
      },
      { interval: 200, timeout: WITHIN_MS },
    );
    const named = (performance.now() - killed) / 1000;
    if (cut > 0) {
      // The publisher's comparison, and the charges from now on.
      expect(await versionOf()).not.toEqual(before);
      expect(await priceOf()).not.toEqual(price);
    }
    if (synchronous) expect(lost).toEqual([]);
    await rebuild(listed);
    // Everything requested again is already there.
    await rebuild(listed);
    expect((await lostOf(paid)).lost).toEqual([]);
    const { rows } = await shop.client.query(
      'select reference from orders group by reference having count(*) > 1',
    );
    expect(rows).toEqual([]);
    await shop.sweep();
    await shop.expectSound();
    results.push({
      synchronous,
      cut,
      paid: paid.length,
      'told paid': told.length,
      lost: lost.length,
      'lost though told': told.filter((reference) => lost.includes(reference)).length,
      rebuilt: listed.length,
      'no orders (s)': (longestGap(crowd.bought.sent) / 1000).toFixed(1),
      'no products (s)': (unseen / 1000).toFixed(1),
      'all named (s)': named.toFixed(1),
    });
  },
);

test('a former primary returns, and nobody is connected to it', async () => {
  /** Returns the port of the server that HAProxy leads to. */
  const led = async () => {
    await shop.reconnect();
    const { rows } = await shop.client.query('select inet_server_port() as port');
    return rows;
  };
  /** Returns how often the lost server was asked, by HAProxy and here. */
  const asked = async () => {
    const [row] = await pair.standby.ask<{ sessions: number }>(
      "select sessions::int from pg_stat_database where datname = 'postgres'",
    );
    return row?.sessions ?? 0;
  };
  await pair.primary.kill();
  await pair.promote();
  const promoted = [{ port: pair.primary.port }];
  await vi.waitFor(async () => expect(await led()).toEqual(promoted));
  // Somebody starts the lost server as it was: it believes that it is the primary.
  await pair.standby.start();
  expect(await pair.standby.ask('select pg_is_in_recovery()')).toEqual([
    { pg_is_in_recovery: false },
  ]);
  const before = await asked();
  await vi.waitFor(async () => expect(await asked()).toBeGreaterThan(before + 12), {
    interval: 500,
  });
  expect(await led()).toEqual(promoted);
  expect(await pair.standby.ask("select from pg_stat_activity where datname = 'turare'")).toEqual(
    [],
  );
});
