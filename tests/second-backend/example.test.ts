import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkBackend } from '#conformance/conformance.ts';
import { outcomeOf } from '#conformance/findings.ts';
import { createBackend } from '#contract/example/backend.ts';

/** The example of an own backend. */
let url: string;
beforeEach(async () => {
  const server = createBackend(() => new Date());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
});

test('has nothing broken, and meets each call that it has', async () => {
  const { rows } = await checkBackend({ api: url, site: 'https://shop.example', write: true });
  const outcomes = rows.map((row) => [row.call, outcomeOf(row)]);
  const having = (...words: string[]) =>
    outcomes.flatMap(([call, outcome]) => (words.includes(outcome ?? '') ? call : []));
  expect(having('broken', 'adapted')).toEqual([]);
  expect(having('met')).toEqual([
    // Refused because of a missing token, as they must be.
    'GET /api/auth/profile',
    'GET /api/product',
    'GET /api/product/{id}',
    'POST /api/payment/initialize',
    'GET /api/payment/verify/{reference}',
    'GET /api/order/my-orders',
    'GET /api/app-data/categories',
    'GET /api/app-data/tags',
    'GET /api/app-data/shipping-addresses',
  ]);
});

const order = (price: number) => ({
  items: [{ productId: 'white-musk', name: 'White Musk', price, image: '', quantity: 2 }],
  shippingInfo: { fullName: 'Ada Obi', phone: '0803 123 4567' },
  email: 'ada@example.com',
  shippingFee: 3000,
  totalAmount: 2 * price + 3000,
});
const begin = (price: number) =>
  fetch(`${url}/api/payment/initialize`, { method: 'POST', body: JSON.stringify(order(price)) });

test('sells: a payment is pending, then paid, and takes the units once', async () => {
  const { data } = await (await begin(21_000)).json();
  const status = async () =>
    (await (await fetch(`${url}/api/payment/verify/${data.reference}`)).json()).payment.status;
  expect(await status()).toBe('pending');
  for (let press = 0; press < 2; press++) {
    const paid = await fetch(data.authorization_url, { method: 'POST', redirect: 'manual' });
    expect(paid.headers.get('location')).toContain(`/payment/callback?reference=${data.reference}`);
  }
  expect(await status()).toBe('paid');
  const { product } = await (await fetch(`${url}/api/product/white-musk`)).json();
  expect(product.qtyAvailable).toBe(18);
});

test('refuses a price that a browser made up', async () => {
  const refused = await begin(1);
  expect(refused.status).toBe(409);
  expect((await refused.json()).message).toContain('has another price now');
});
