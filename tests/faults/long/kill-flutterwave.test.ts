import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call, FLUTTERWAVE, SECRET_KEY } from '#sandbox/sandbox.harness.ts';
import { PLAIN_ENVIRONMENT } from '../../plain-environment.ts';
import { type HeldShop, openHeldShop } from '../held-shop.ts';
import { newShopper, pay, type Shopper } from '../shopper.ts';

/** `kill -9` at the calls of Flutterwave: an order is paid once, and a refund is sent once. */

const PAYMENT_WAYS = 'paystack,flutterwave';
let held: HeldShop;
let shop: HeldShop['shop'];
let between: HeldShop['between'];
let url: HeldShop['url'];
beforeAll(async () => {
  held = await openHeldShop({ settings: { PAYMENT_WAYS } });
  ({ shop, between, url } = held);
});
afterAll(() => held.close());

/** Presses until there is a page to pay on. */
async function begin(shopper: Shopper): Promise<{ page: string; reference: string }> {
  const begun = await shopper.initialize(url());
  if (typeof begun !== 'object' || !('got' in begun)) throw new Error('No page to pay on');
  return begun.got;
}

/** Waits until the shop says that a payment has come. Its messages are lost. */
const paid = (shopper: Shopper, reference: string) =>
  vi.waitFor(
    async () =>
      expect(await shopper.verify(url(), reference)).toMatchObject({ got: { status: 'paid' } }),
    { timeout: 30_000, interval: 200 },
  );

test.each([
  ['POST /v3/payments', 'nothing was asked'],
  ['answer of POST /v3/payments', 'the page is there, and its address was lost'],
])(
  'killed at %s: %s; the same press again leads to one paid order',
  {
    timeout: 120_000,
  },
  async (stage) => {
    const shopper = newShopper('oud', 1, { way: 'flutterwave' });
    const reached = between.hold(stage);
    const [begun] = await Promise.all([
      shopper.initialize(url()),
      reached.then(() => shop.apis[0]?.kill()),
    ]);
    expect(begun).toBe('nothing');
    await shop.start(0);
    const { page, reference } = await begin(shopper);
    await pay(page);
    await paid(shopper, reference);
    const { rows } = await shop.client.query(
      "select count(*)::int from orders where email = $1 and status = 'paid'",
      [shopper.email],
    );
    expect(rows).toEqual([{ count: 1 }]);
    await shop.sweep();
    await shop.expectSound();
  },
);

test.each([
  ['POST /v3/transactions', 0, 'failed'],
  ['answer of POST /v3/transactions', 1, 'processing'],
])(
  'a refund killed at %s: Flutterwave has %s of it, and it is %s',
  {
    timeout: 180_000,
  },
  async (stage, made, status) => {
    const shopper = newShopper('oud', 1, { way: 'flutterwave' });
    const { page, reference } = await begin(shopper);
    await pay(page);
    await paid(shopper, reference);
    const { rows } = await shop.client.query(
      'select o.id, p.provider_id from orders o join payments p on p.order_id = o.id where o.reference = $1',
      [reference],
    );
    const { id, provider_id: payment } = rows[0] as { id: string; provider_id: string };
    const reached = between.hold(stage);
    const command = spawn(
      process.execPath,
      ['scripts/orders/main.ts', 'refund', id, '--by', 'Bola'],
      {
        stdio: 'ignore',
        env: {
          ...PLAIN_ENVIRONMENT,
          DATABASE_URL: held.databaseUrl,
          PAYMENT_WAYS,
          PAYSTACK_URL: between.url,
          PAYSTACK_SECRET_KEY: SECRET_KEY,
          FLUTTERWAVE_URL: `${between.url}/v3`,
          FLUTTERWAVE_SECRET_KEY: FLUTTERWAVE.secretKey,
        },
      },
    );
    await reached;
    const ended = once(command, 'exit');
    command.kill('SIGKILL');
    await ended;
    // The claim of the killed process ends, and so do the two minutes for which Flutterwave may be at work.
    await shop.client.query(
      "update refunds set next_try_at = now(), sent_at = sent_at - interval '3 minutes' where order_id = $1",
      [id],
    );
    await vi.waitFor(
      async () => {
        const found = await shop.client.query('select status from refunds where order_id = $1', [
          id,
        ]);
        expect(found.rows).toEqual([{ status }]);
      },
      { timeout: 60_000, interval: 100 },
    );
    const headers = { authorization: `Bearer ${FLUTTERWAVE.secretKey}` };
    const listed = await call(shop.sandbox.url, `/v3/refunds?id=${payment}`, undefined, headers);
    expect(listed.body.data).toHaveLength(made);
    await shop.expectSound();
  },
);
