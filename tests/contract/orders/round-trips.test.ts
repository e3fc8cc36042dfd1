import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { make, usesOf } from '../promotions/promotions.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';

/**
 * The most round trips of an order. A query waits for the network between API and database, so they limit how many
 * orders a shop can sell.
 */
const MOST = 17;

const paystack = createFakePaystack();
let shop: TestShop;

beforeAll(async () => {
  shop = await openShop({
    paystack,
    products: [product({ id: 'oud', stock: 50 })],
    settings: { CLIENT_ADDRESS_HEADER: 'x-client' },
  });
});
afterAll(() => shop.close());

test(`an order with a discount costs at most ${MOST} round trips to the database, from checkout to the return page`, async () => {
  const client = { 'idempotency-key': 'attempt-of-round-trips', 'x-client': '102.89.1.1' };
  const promotion = await make(shop, { counts: 'automatic', from: '5000' });
  const body = orderBody([['oud', 10_000, 1]], { discount: 1000 });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const begun = await shop.post('/api/payment/initialize', body, client);
  const { reference } = begun.body.data;
  paystack.become(reference, SUCCESS);
  const sent = paystack.webhook(reference);
  await shop.services.settlement.webhook('paystack', Buffer.from(sent.body), sent.headers);
  const seen = await shop.get(`/api/payment/verify/${reference}`);
  const trips = query.mock.calls.length;
  query.mockRestore();
  expect(seen.body.payment.status).toBe('paid');
  expect(await usesOf(shop, promotion.id)).toBe(1);
  expect(trips).toBeLessThanOrEqual(MOST);
});
