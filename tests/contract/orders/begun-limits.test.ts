import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rateLimits } from '#backend/limits/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases } from './purchases.harness.ts';

const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({
    products: [product({ id: 'oud', stock: 1000 })],
    paystack,
    settings: {
      CLIENT_ADDRESS_HEADER: 'x-client',
      RESERVED_PER_EMAIL: '1000',
      RESERVED_PER_ADDRESS: '1000',
      BEGUN_PER_ADDRESS: '25',
    },
  });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(orders);
  await shop.services.db.delete(rateLimits);
});

const HERE = { 'x-client': '102.89.1.1' };
const press = (email = 'ada@example.com', headers: Record<string, string> = HERE, price = 10_000) =>
  shop.post('/api/payment/initialize', orderBody([['oud', price, 1]], { email }), headers);
const count = () => shop.services.db.$count(orders);

test('a customer begins twenty orders in ten minutes, and is then told how long to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => press()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = await press();
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(refused.body.message).toMatch(/Pay for yours .* or try again in 10 minutes\.$/);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBe(refused.body.retryAfter);
  expect(wait).toBeGreaterThan(500);
  expect(wait).toBeLessThanOrEqual(600);
  expect(await count()).toBe(20);
  // Nobody else blocks her, and she blocks nobody: another customer beside her, she elsewhere.
  expect((await press('bola@example.com')).status).toBe(200);
  expect((await press('ada@example.com', { 'x-client': '105.112.2.2' })).status).toBe(200);
});

test('a network address begins so many that are not paid, whatever the email addresses', async () => {
  const paid: string[] = [];
  for (let index = 0; index < 25; index++) {
    const answer = await press(`shopper-${index}@example.com`);
    expect(answer.status).toBe(200);
    paid.push(answer.body.data.reference);
  }
  expect((await press('one-more@example.com')).status).toBe(429);
  // Two of them pay: there is room for two more.
  for (const reference of paid.slice(0, 2)) await buying.hear(reference, SUCCESS);
  expect((await press('one-more@example.com')).status).toBe(200);
  expect((await press('two-more@example.com')).status).toBe(200);
  expect((await press('three-more@example.com')).status).toBe(429);
  expect((await press('three-more@example.com', { 'x-client': '105.112.2.2' })).status).toBe(200);
});

test('a repeated attempt and a refused order do not count', async () => {
  const attempt = { ...HERE, 'idempotency-key': 'attempt-0123456789' };
  for (let time = 0; time < 30; time++) {
    expect((await press('ada@example.com', attempt)).status).toBe(200);
    expect((await press('ada@example.com', HERE, 9000)).status).toBe(409);
  }
  expect(await count()).toBe(1);
  const [, ...others] = await shop.services.db.select().from(rateLimits);
  expect(others).toMatchObject([{ count: 1 }]);
});

test('requests without a network address from the proxy are counted together', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => press(undefined, {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect((await press('ada@example.com', { 'x-client': 'garbage' })).status).toBe(429);
});
