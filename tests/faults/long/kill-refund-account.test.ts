import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '#sandbox/sandbox.harness.ts';
import { type HeldShop, openHeldShop } from '../held-shop.ts';
import { newShopper, pay } from '../shopper.ts';

/** `kill -9` of the API while it sends a refund to the customer's account. It is sent once, and she learns it. */

const RETRY = 'POST /refund/retry_with_customer_details';
const ACCOUNT = { bank: '3', number: '0123456789' };

let held: HeldShop;
let shop: HeldShop['shop'];
let between: HeldShop['between'];
let url: HeldShop['url'];
beforeAll(async () => {
  held = await openHeldShop();
  ({ shop, between, url } = held);
});
afterAll(() => held.close());

/** Pays an order whose refund waits for an account. Returns its reference and the secret of its link. */
async function stuck() {
  shop.relay.target = url();
  const shopper = newShopper('oud', 1);
  const begun = await shopper.initialize(url());
  if (typeof begun !== 'object' || !('got' in begun)) throw new Error('No way to pay');
  const { page, reference } = begun.got;
  await pay(page);
  await vi.waitFor(async () =>
    expect(await shopper.verify(url(), reference)).toMatchObject({ got: { status: 'paid' } }),
  );
  const event = { event: 'refund.needs-attention' };
  await call(shop.sandbox.url, `/sandbox/events/${reference}`, event);
  const key = await vi.waitFor(async () => {
    const { rows } = await shop.client.query(
      "select text from emails where id like 'refund-account:%' and recipient = $1",
      [shopper.email],
    );
    const [, found] = /#key=([\w-]+)/.exec(rows[0]?.text ?? '') ?? [];
    if (!found) throw new Error('No link yet');
    return found;
  });
  return { reference, key, email: shopper.email };
}

const ask = (key: string, body?: object) => call(url(), `/api/refund-account/${key}`, body);

test.each([
  [RETRY, 'Paystack has not heard of the account: she names it again'],
  [`answer of ${RETRY}`, 'Paystack has taken the account, and the answer was lost'],
])('killed at %s: %s', { timeout: 120_000 }, async (stage) => {
  const { reference, key, email } = await stuck();
  const reached = between.hold(stage);
  const cut = expect(ask(key, ACCOUNT)).rejects.toThrow();
  await Promise.all([cut, reached.then(() => shop.apis[0]?.kill())]);
  await shop.start(0);
  shop.relay.target = url();
  if (stage === RETRY) {
    expect(await ask(key)).toMatchObject({ body: { state: 'sending' } });
    // The three minutes in which nobody else may name an account.
    await shop.client.query('update refund_accounts set claimed_until = now()');
    expect(await ask(key, ACCOUNT)).toMatchObject({ body: { state: 'sent' } });
  } else {
    await vi.waitFor(async () =>
      expect(await ask(key)).toMatchObject({
        body: { state: 'sent', account: { lastDigits: '6789' } },
      }),
    );
  }
  const { rows } = await shop.client.query(
    'select r.status from refunds r where r.payment = $1 order by r.id',
    [reference],
  );
  expect(rows).toEqual([{ status: 'processing' }]);
  const mails = await shop.client.query(
    "select split_part(id, ':', 1) as kind from emails where recipient = $1 and id like 'refund%' order by created_at",
    [email],
  );
  expect(mails.rows.map(({ kind }) => kind)).toEqual(['refund-account', 'refund-sent']);
  await shop.expectSound();
});
