import { expect, onTestFinished, test } from 'vitest';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { openShop, orderBody, product } from '../shop.harness.ts';
import { make } from './promotions.harness.ts';

test('a code that her own pending payment uses is not shown to her as used up', async () => {
  const paystack = createFakePaystack();
  const shop = await openShop({ products: [product({ id: 'oud' })], paystack });
  onTestFinished(() => shop.close());
  await make(shop, { limit: '1' });
  const begin = (attempt: string, before?: string) =>
    shop.post(
      '/api/payment/initialize',
      orderBody([['oud', 10_000, 1]], { code: 'TEN', discount: 1000 }),
      { 'idempotency-key': attempt, ...(before && { 'previous-attempts': before }) },
    );
  const { reference } = (await begin('attempt-number-0001')).body.data;
  paystack.become(reference, { status: 'processing' });
  expect((await begin('attempt-number-0002', 'attempt-number-0001')).body).toMatchObject({
    code: 'payment_under_way',
    reference,
  });
});
