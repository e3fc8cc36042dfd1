import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newReference } from '#backend/base/ids.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { findPayments } from '#backend/payments/unmatched/finding.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { FLUTTERWAVE, press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { orderBody, product } from '../shop.harness.ts';
import { roundsOf } from './unmatched.harness.ts';

/** The answers of Flutterwave about payments that the shop does not know yet, or that another shop has made. */

let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 100 })],
    settings: { PAYMENT_WAYS: 'paystack,flutterwave' },
  });
});
afterAll(() => shop.close());

const lose = (email: string) =>
  shop.break({ on: 'webhook', kind: 'lost', times: 1, provider: 'flutterwave', email });
const numberOf = async (reference: string) => {
  const found = await shop.flutterwave.verify(reference);
  return found.ok ? Number(found.value.id) : 0;
};

test('a refund that is told of before its payment is kept, and asked for again while nobody says whose it is', async () => {
  const email = 'early@example.com';
  const body = orderBody([['oud', 10_000, 1]], { email, way: 'flutterwave' });
  const { data } = (await shop.post('/api/payment/initialize', body)).body;
  await lose(email);
  await press(data.authorization_url, 'Pay now');
  const TransactionId = await numberOf(data.reference);
  const tell = () =>
    shop.post(
      '/api/payment/webhook/flutterwave',
      { id: 71, AmountRefunded: 2000.5, status: 'completed', TransactionId },
      { 'verif-hash': FLUTTERWAVE.hash },
    );
  await shop.break({ on: 'verify', kind: 'error', times: 1, provider: 'flutterwave' });
  expect(await tell()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await tell()).toMatchObject({ status: 200 });
  await shop.services.settlement.verify(data.reference);
  const kept = await shop.services.db
    .select()
    .from(refunds)
    .where(eq(refunds.payment, data.reference));
  expect(kept).toMatchObject([{ amount: 200_050, status: 'done' }]);
});

test('a listed payment of another shop on the account is not taken for one of this shop', async () => {
  const reference = newReference();
  const email = 'musa@example.com';
  const begun = await shop.flutterwave.begin({
    ...{ reference, email, amountKobo: 700_000, metadata: { shop: 'other.example' } },
    callbackUrl: 'https://other.example/payment/callback',
  });
  await lose(email);
  await press(begun.ok ? begun.value.page : '', 'Pay now');
  const since = new Date(Date.now() - 60_000);
  const found = await findPayments(roundsOf(shop, shop.flutterwave), { since, by: 'night' });
  expect(found).toMatchObject({ value: { added: [] } });
  const [row] = await shop.services.db
    .select()
    .from(payments)
    .where(eq(payments.reference, reference));
  expect(row).toMatchObject({ otherShop: true });
});
