import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call, SECRET_KEY } from '#sandbox/sandbox.harness.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';
import { ROUNDS } from '../rounds.ts';
import { type HeldShop, openHeldShop } from './held-shop.ts';
import { newShopper, pay } from './shopper.ts';

/** `kill -9` of `npm run orders -- refund` while it waits for Paystack. The shop finishes the refund, once. */

/** The points of the kill: nothing was asked; the refund was sent and lost; it arrived, but no answer came. */
const STAGES = ['POST /refund', 'GET /refund', 'answer of POST /refund'] as const;

let held: HeldShop;
let shop: HeldShop['shop'];
let between: HeldShop['between'];
let url: HeldShop['url'];
beforeAll(async () => {
  held = await openHeldShop({ between: 'command' });
  ({ shop, between, url } = held);
});
afterAll(() => held.close());

/** Starts the command on the shop's database. */
function refund(order: string): ChildProcess {
  return spawn(process.execPath, ['scripts/orders/main.ts', 'refund', order, '--by', 'Bola'], {
    stdio: 'ignore',
    env: {
      ...PLAIN_ENVIRONMENT,
      DATABASE_URL: held.databaseUrl,
      PAYSTACK_URL: between.url,
      PAYSTACK_SECRET_KEY: SECRET_KEY,
    },
  });
}

test.each(STAGES.slice(0, ROUNDS.refundStages))(
  'killed at %s: one refund at Paystack, and the books are sound',
  { timeout: 180_000 },
  async (stage) => {
    shop.relay.target = url();
    const shopper = newShopper('oud', 1);
    const begun = await shopper.initialize(url());
    if (typeof begun !== 'object' || !('got' in begun)) throw new Error('No page to pay on');
    await Promise.all([shop.relay.delivered(), pay(begun.got.page)]);
    const { rows } = await shop.client.query('select id, status from orders where reference = $1', [
      begun.got.reference,
    ]);
    expect(rows).toMatchObject([{ status: 'paid' }]);
    const id = rows[0]?.id as string;

    // The command reads the list before it records the refund, and once more before it sends it.
    const reached = between.hold(stage, stage === 'GET /refund' ? 1 : 0);
    const command = refund(id);
    await reached;
    const ended = once(command, 'exit');
    command.kill('SIGKILL');
    await ended;
    const refunds = async () => {
      const found = await shop.client.query(
        'select status, requested_by from refunds where order_id = $1',
        [id],
      );
      return found.rows;
    };
    expect(await refunds()).toEqual([{ status: 'requested', requested_by: 'Bola' }]);

    // The claim of the killed process ends, and so does the time in which the refund might still arrive.
    await shop.client.query(
      "update refunds set next_try_at = now(), sent_at = sent_at - interval '3 minutes' where order_id = $1",
      [id],
    );
    await shop.apis[0]?.kill();
    await shop.start(0);
    shop.relay.target = url();
    await vi.waitFor(
      async () => expect(await refunds()).toEqual([{ status: 'pending', requested_by: 'Bola' }]),
      { interval: 50 },
    );
    const listed = await call(shop.sandbox.url, '/refund');
    const ours = listed.body.data.filter(
      (one: { transaction_reference: string }) => one.transaction_reference === begun.got.reference,
    );
    expect(ours).toHaveLength(1);
    // The same command run again makes no second refund.
    const again = refund(id);
    expect((await once(again, 'exit'))[0]).toBe(0);
    expect((await call(shop.sandbox.url, '/refund')).body.data).toHaveLength(
      listed.body.data.length,
    );
    await shop.expectSound();
  },
);
