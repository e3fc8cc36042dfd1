import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack } from './paystack.fake.ts';

/** A customer may try a limited number of samples, in all her orders. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({
    products: [
      product({ id: 'oud', group: 'oud', priceKobo: 1_000_000 }),
      product({ id: 'oud-try', group: 'oud', sample: 1, priceKobo: 450_000 }),
      product({ id: 'rose-try', sample: 1, priceKobo: 450_000, stock: 1 }),
    ],
    paystack: createFakePaystack(),
    settings: { RESERVED_PER_EMAIL: '1000', SAMPLES_PER_CUSTOMER: '3' },
  });
});
afterAll(() => shop.close());

const order = (
  lines: readonly (readonly [id: string, price: number, quantity: number])[],
  email = 'ada@example.com',
) => shop.post('/api/payment/initialize', orderBody(lines, { email }));

test('the server refuses more samples than allowed, and says how many are left and what the cart may hold', async () => {
  const { status, body } = await order([
    ['oud-try', 4500, 3],
    ['rose-try', 4500, 1],
    ['oud', 10_000, 5],
  ]);
  expect(status).toBe(409);
  expect(body).toMatchObject({
    code: 'cart_changed',
    message: 'Your order has changed. A customer may have 3 samples, and you may still order 3.',
    current: {
      items: [
        { productId: 'oud-try', qtyAvailable: 3 },
        { productId: 'rose-try', qtyAvailable: 0 },
        { productId: 'oud', qtyAvailable: 20 },
      ],
    },
  });
  // Bottles are not samples.
  expect((await order([['oud', 10_000, 9]], 'bola@example.com')).status).toBe(200);
  expect((await order([['oud-try', 4500, 2]])).status).toBe(200);
  const again = await order([['oud-try', 4500, 2]]);
  expect(again.body.message).toContain('you may still order 1.');
  expect(again.body.current.items).toMatchObject([{ qtyAvailable: 1 }]);
  // Another customer may.
  expect((await order([['oud-try', 4500, 3]], 'musa@example.com')).status).toBe(200);
});

test('many orders at once do not exceed the limit', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => order([['oud-try', 4500, 1]], 'ngozi@example.com')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
});
