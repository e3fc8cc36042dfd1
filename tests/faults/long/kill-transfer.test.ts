import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '#sandbox/sandbox.harness.ts';
import { type HeldShop, openHeldShop } from '../held-shop.ts';
import { newShopper, pay } from '../shopper.ts';
import { deliver } from '../webhook-relay.ts';

/** `kill -9` of the API while it opens an account for a transfer. The same press again leads to one paid order. */

let held: HeldShop;
let shop: HeldShop['shop'];
let between: HeldShop['between'];
let url: HeldShop['url'];
beforeAll(async () => {
  held = await openHeldShop({ settings: { PAYMENT_WAYS: 'paystack,transfer' } });
  ({ shop, between, url } = held);
});
afterAll(() => held.close());

/** Sends the money to an account, as her bank does. */
const send = (number: string) => call(shop.sandbox.url, `/sandbox/accounts/${number}`, {});

/** The accounts that an order has at Paystack, whether the shop knows them or not. */
async function accountsOf(email: string) {
  const { rows } = await shop.client.query(
    `select p.reference, p.account, p.state, p.received from payments p join orders o on o.id = p.order_id
      where o.email = $1 order by p.created_at`,
    [email],
  );
  return rows;
}

test.each([
  ['POST /charge', 'the account was not asked for'],
  ['answer of POST /charge', 'the account is open, and its number was lost'],
  ['GET /transaction/verify', 'the account is stored, and its number at Paystack is not'],
])('killed at %s: %s', { timeout: 120_000 }, async (stage) => {
  shop.relay.target = url();
  const shopper = newShopper('oud', 1, { way: 'transfer' });
  const reached = between.hold(stage);
  const [begun] = await Promise.all([
    shopper.initialize(url()),
    reached.then(() => shop.apis[0]?.kill()),
  ]);
  expect(begun).toBe('nothing');
  await shop.start(0);
  shop.relay.target = url();

  const again = await shopper.initialize(url());
  if (typeof again !== 'object' || !('got' in again)) throw new Error('No way to pay');
  const { page, reference } = again.got;
  const told = await shopper.verify(url(), reference);
  const transfer = typeof told === 'object' && 'got' in told ? told.got.transfer : undefined;
  if (stage === 'answer of POST /charge') {
    // Paystack takes a reference once: she is sent to its page, as another payment.
    expect(transfer).toBeUndefined();
    await pay(page);
  } else {
    expect(await send(transfer?.accountNumber ?? '')).toMatchObject({ httpStatus: 201 });
  }
  await vi.waitFor(async () =>
    expect(await shopper.verify(url(), reference)).toMatchObject({ got: { status: 'paid' } }),
  );
  const { rows } = await shop.client.query('select status from orders where email = $1', [
    shopper.email,
  ]);
  expect(rows).toEqual([{ status: 'paid' }]);
  const accounts = await accountsOf(shopper.email);
  expect(accounts.filter(({ received }) => received !== null)).toHaveLength(1);
  await shop.expectSound();
});

test('killed as a message about a wrong transfer arrives: she is told once, and the right amount pays', {
  timeout: 120_000,
}, async () => {
  shop.relay.target = url();
  const shopper = newShopper('oud', 1, { way: 'transfer' });
  const begun = await shopper.initialize(url());
  if (typeof begun !== 'object' || !('got' in begun)) throw new Error('No way to pay');
  const { reference } = begun.got;
  const told = await shopper.verify(url(), reference);
  const number = typeof told === 'object' && 'got' in told ? told.got.transfer?.accountNumber : '';
  const next = shop.relay.next();
  await call(shop.sandbox.url, `/sandbox/accounts/${number}`, { amount: 100 });
  const webhook = await next;
  await shop.apis[0]?.kill();
  await shop.start(0);
  for (let times = 0; times < 2; times++) expect(await deliver(url(), webhook)).toBe(200);
  expect(await shopper.verify(url(), reference)).toMatchObject({
    got: { status: 'pending', transfer: { rejected: 1 } },
  });
  const { rows } = await shop.client.query(
    "select count(*)::int from emails where id like 'wrong-transfer:%' and recipient = $1",
    [shopper.email],
  );
  expect(rows).toEqual([{ count: 1 }]);
  shop.relay.target = url();
  await send(number ?? '');
  await vi.waitFor(async () =>
    expect(await shopper.verify(url(), reference)).toMatchObject({ got: { status: 'paid' } }),
  );
  await shop.expectSound();
});
