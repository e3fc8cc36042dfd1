import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#sandbox/sandbox.harness.ts';
import { type FaultShop, openFaultShop } from '../faults/shop.harness.ts';
import { newShopper, pay, type Shopper } from '../faults/shopper.ts';
import { deliver } from '../faults/webhook-relay.ts';
import { type Pair, startPair } from './pair.ts';

/** A synchronous standby is away: each commit on the primary waits for it. */

/** Milliseconds within which a call must be answered while commits wait, first for a connection, then for a commit. */
const BOUND = 25_000;
/** Milliseconds for which somebody looks at products at the same time. */
const LOOKS_MS = 15_000;

let pair: Pair;
let shop: FaultShop;
beforeAll(async () => {
  pair = await startPair();
  shop = await openFaultShop({ databaseUrl: pair.url, stock: { oud: 500 }, places: 2 });
  await Promise.all([shop.start(0), shop.start(1)]);
});
afterAll(async () => {
  await shop.close();
  await pair.close();
});
beforeEach(async () => {
  pair.cable.reconnect();
  await pair.setSynchronous(true);
});

const api = (place = 0) => shop.apis[place]?.url ?? '';
const UNAVAILABLE = { refused: { code: 'unavailable' } };

/** Returns the milliseconds of a call, and its answer. */
async function timed<T>(call: Promise<T>): Promise<{ took: number; answer: T }> {
  const began = performance.now();
  const answer = await call;
  return { took: performance.now() - began, answer };
}

/** Returns a shopper who has a page to pay on. */
async function begin(): Promise<{ shopper: Shopper; page: string; reference: string }> {
  const shopper = newShopper('oud', 1);
  const begun = await shopper.initialize(api());
  if (typeof begun === 'string' || !('got' in begun)) throw new Error('No page to pay on');
  return { shopper, ...begun.got };
}

test('an order is refused in bounded time, and the same attempt finds it; readers get an answer', async () => {
  pair.cable.cut();
  // More at once than there are connections for orders.
  const shoppers = Array.from({ length: 30 }, () => newShopper('oud', 1));
  const orders = Promise.all(shoppers.map((shopper) => timed(shopper.initialize(api()))));
  const looks: { took: number; status: number }[] = [];
  const until = performance.now() + LOOKS_MS;
  while (performance.now() < until) {
    const { took, answer } = await timed(fetch(`${api()}/api/product/oud`));
    await answer.text();
    looks.push({ took, status: answer.status });
    await pause(20);
  }
  const ready = await fetch(`${api()}/api/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ message: 'The database does not commit.' });
  const answers = await orders;
  expect(answers.map(({ answer }) => answer)).toEqual(
    shoppers.map(() =>
      expect.objectContaining({ refused: expect.objectContaining(UNAVAILABLE.refused) }),
    ),
  );
  const longest = Math.max(...answers.map(({ took }) => took));
  const slowest = Math.max(...looks.map(({ took }) => took));
  console.log(
    `30 orders refused within ${longest.toFixed(0)} ms; ${looks.length} looks at a product, the slowest ${slowest.toFixed(0)} ms`,
  );
  expect(longest).toBeLessThan(BOUND);
  expect(looks.filter(({ status }) => status !== 200)).toEqual([]);
  // The line is written after the calls that it ends have got their answers.
  await vi.waitFor(() =>
    expect(shop.apis[0]?.log.some(({ event }) => event === 'commits_unconfirmed')).toBe(true),
  );

  pair.cable.reconnect();
  for (const shopper of shoppers) {
    const answer = await vi.waitFor(async () => {
      const given = await shopper.initialize(api(1));
      expect(given).toMatchObject({ got: {} });
      return given;
    });
    // The attempt has one order, whichever answer was lost.
    expect(await shopper.initialize(api())).toEqual(answer);
  }
  const { rows } = await shop.client.query(
    'select count(*)::int as orders, count(distinct email)::int as shoppers from orders',
  );
  expect(rows).toEqual([{ orders: 30, shoppers: 30 }]);
});

test('a webhook is refused, and Paystack sends it again: the order is paid once', async () => {
  const { shopper, page, reference } = await begin();
  const [webhook] = await Promise.all([shop.relay.next(), pay(page)]);
  pair.cable.cut();
  const { took, answer } = await timed(deliver(api(), webhook));
  expect(answer).toBe(503);
  expect(took).toBeLessThan(BOUND);
  pair.cable.reconnect();
  await vi.waitFor(async () => expect(await deliver(api(1), webhook)).toBe(200));
  await vi.waitFor(async () =>
    expect(await shopper.verify(api(), reference)).toMatchObject({ got: { status: 'paid' } }),
  );
  const { rows } = await shop.client.query(
    `select count(*)::int as movements, (select count(*)::int from emails where id like 'paid:' || o.id || '%') as emails
     from stock_movements m join orders o on o.id = m.order_id where o.reference = $1 group by o.id`,
    [reference],
  );
  // Reserved when the payment began, and taken from the stock when it was paid.
  expect(rows).toEqual([{ movements: 2, emails: 1 }]);
});

test('a refund whose commit was not confirmed is sent once', async () => {
  const { shopper, page, reference } = await begin();
  shop.relay.target = api();
  await Promise.all([shop.relay.delivered(), pay(page)]);
  expect(await shopper.verify(api(), reference)).toMatchObject({ got: { status: 'paid' } });
  pair.cable.cut();
  const refund = () =>
    promisify(execFile)(
      process.execPath,
      ['scripts/orders/main.ts', 'refund', reference, '--by', 'Ada'],
      {
        env: { PATH: process.env.PATH, ...shop.env },
      },
    );
  await expect(refund()).rejects.toThrow('No standby has confirmed the commit');
  pair.cable.reconnect();
  const atPaystack = async () => {
    const listed = await call(shop.sandbox.url, '/refund');
    return listed.body.data.filter(
      (one: { transaction_reference: string }) => one.transaction_reference === reference,
    );
  };
  // Ada asks until it is done, and once more.
  await vi.waitFor(refund);
  await refund();
  expect(await atPaystack()).toHaveLength(1);
  await shop.sweep();
  await shop.expectSound();
});
