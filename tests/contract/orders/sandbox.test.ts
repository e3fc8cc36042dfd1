import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { products } from '#backend/db/catalogue-tables.ts';
import { createPaystack, type Paystack } from '#backend/payments/paystack.ts';
import {
  listenOn,
  press,
  type Running,
  SECRET_KEY,
  startSandbox,
} from '#sandbox/sandbox.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';

/** A purchase with the real adapter, the real sandbox and real webhooks. */
let shop: TestShop;
let sandbox: Running;
let receiver: Running;
beforeAll(async () => {
  let listener: Parameters<typeof listenOn>[0] = () => {};
  receiver = await listenOn((request, response) => listener(request, response));
  sandbox = await startSandbox({ webhookUrl: `${receiver.url}/api/payment/webhook` });
  const paystack: Paystack = createPaystack({
    secretKey: SECRET_KEY,
    baseUrl: sandbox.url,
    allowedHosts: [new URL(sandbox.url).host],
  });
  shop = await openShop({ products: [product({ id: 'oud', stock: 10 })], paystack });
  listener = getRequestListener(shop.app.fetch);
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
  await shop.close();
});

async function begin(): Promise<{ page: string; reference: string }> {
  const { status, body } = await shop.post(
    '/api/payment/initialize',
    orderBody([['oud', 10_000, 1]]),
  );
  expect(status).toBe(200);
  return { page: body.data.authorization_url, reference: body.data.reference };
}
const statusOf = async (reference: string) =>
  (await shop.get(`/api/payment/verify/${reference}`)).body.payment.status as string;
const stock = async () => {
  const [row] = await shop.services.db.select().from(products).where(eq(products.id, 'oud'));
  return row?.stock;
};

test('Pay now: returns to our page with the reference, paid by card', async () => {
  const { page, reference } = await begin();
  const back = await press(page, 'Pay now');
  const location = new URL(back.headers.get('location') ?? '');
  expect(location.origin + location.pathname).toBe('http://127.0.0.1:4321/payment/callback');
  expect(location.searchParams.get('reference')).toBe(reference);
  const { body } = await shop.get(`/api/payment/verify/${reference}`);
  expect(body.payment).toMatchObject({ status: 'paid', amount: 13_000, channel: 'card' });
  expect(await stock()).toBe(9);
});

test('the webhook alone settles it', async () => {
  const { page, reference } = await begin();
  await press(page, 'Pay now');
  await vi.waitFor(async () => {
    const { rows } = await shop.services.db.execute(
      `select status from orders where reference = '${reference}'`,
    );
    expect(rows).toEqual([{ status: 'paid' }]);
  }, 10_000);
  expect(await stock()).toBe(8);
});

test('Decline: failed, and the unit is released', async () => {
  const { page, reference } = await begin();
  await press(page, 'Decline');
  expect(await statusOf(reference)).toBe('failed');
  expect(await stock()).toBe(8);
});

test('not paid yet: pending', async () => {
  const { reference } = await begin();
  expect(await statusOf(reference)).toBe('pending');
});
