import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '#backend/base/result.ts';
import { orders } from '#backend/orders/tables.ts';
import { createCheckout } from '#backend/payments/checkout.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';

/** A payment begins with a seal, or without one if need be. */
const paystack = createFakePaystack();
/** The metadata of each request. Paystack may refuse a seal. */
const sent: Record<string, unknown>[] = [];
/** The mark of the shop in a test. */
const SHOP = '127.0.0.1:4321';

let findsFault = false;

let shop: TestShop;
beforeAll(async () => {
  const { begin } = paystack;
  paystack.begin = async (input) => {
    sent.push(input.metadata ?? {});
    if (findsFault && input.metadata?.sealed) {
      return refuse('rejected', 'initialize refused (400): Invalid metadata');
    }
    return begin(input);
  };
  shop = await openShop({ paystack, products: [product({ id: 'oud', stock: 50 })] });
});
afterAll(() => shop.close());

const body = orderBody([['oud', 10_000, 1]]);
const begin = async () => {
  sent.length = 0;
  shop.log.length = 0;
  return shop.post('/api/payment/initialize', body);
};

test('a payment begins with the id of its order and a seal, and the log has neither', async () => {
  const { status } = await begin();
  expect(status).toBe(200);
  expect(sent).toEqual([
    { order_id: expect.any(String), shop: SHOP, sealed: expect.stringMatching(/^[\w-]{512}$/) },
  ]);
  expect(JSON.stringify(shop.log)).not.toContain(String(sent[0]?.sealed));
});

test('a seal that Paystack rejects stops no payment', async () => {
  findsFault = true;
  const { status, body: answer } = await begin();
  findsFault = false;
  expect(status).toBe(200);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({ order_id: sent[0]?.order_id, shop: SHOP });
  const [order] = await shop.services.db
    .select()
    .from(orders)
    .where(eq(orders.reference, answer.data.reference));
  expect(order?.status).toBe('pending');
  expect(shop.log).toContainEqual({
    event: 'order_seal_refused',
    order: order?.id,
    message: expect.stringContaining('Invalid metadata'),
  });
});

test('a payment that Paystack refuses for good is refused once, seal or not', async () => {
  paystack.refuseWith = refuse('rejected', 'initialize refused (403): Merchant is not active');
  const { status, body: answer } = await begin();
  paystack.refuseWith = null;
  expect([status, answer.code]).toEqual([422, 'payment_refused']);
  expect(shop.log.filter(({ event }) => event === 'order_seal_refused')).toEqual([]);
});

test('a failure to seal stops no payment', async () => {
  sent.length = 0;
  const checkout = createCheckout({
    ...shop.services,
    providers: [paystack],
    settlement: shop.services.settlement,
    settings: readSettings({}),
    sealKeys: [],
    log: (entry) => shop.log.push(entry),
  });
  const client = { attemptKey: null, previousKeys: [], accountId: null, address: null };
  expect((await checkout.initialize(body, client)).ok).toBe(true);
  expect(sent).toEqual([{ order_id: expect.any(String), shop: SHOP }]);
  expect(shop.log).toContainEqual(expect.objectContaining({ event: 'order_seal_failed' }));
});
