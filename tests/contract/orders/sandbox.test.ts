import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { findByName } from '#backend/order-book/admin-orders.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { product } from '../shop.harness.ts';
import { openSandboxShop, type SandboxShop } from './sandbox-shop.harness.ts';

/** A purchase with the real adapter, the real sandbox and real webhooks. */
let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({ products: [product({ id: 'oud', stock: 10 })] });
});
afterAll(() => shop.close());

const begin = () => shop.begin(1);
const statusOf = async (reference: string) =>
  (await shop.get(`/api/payment/verify/${reference}`)).body.payment.status as string;
const stock = async () => {
  const [row] = await selectProducts(shop.services.db).where(eq(products.id, 'oud'));
  return row?.stock;
};

test('Pay now: returns to the shop’s page with the reference, paid by card', async () => {
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

test('a refund and a dispute ordered in the sandbox reach the merchant, and the books stay sound', async () => {
  const { page, reference } = await begin();
  await press(page, 'Pay now');
  expect(await statusOf(reference)).toBe('paid');
  await shop.happen(reference, { event: 'charge.dispute.create', amount: 1_300_000 });
  await shop.happen(reference, { event: 'refund.pending', amount: 1_300_000 });
  await shop.happen(reference, { event: 'refund.processed', amount: 1_300_000 });
  const { db } = shop.services;
  await vi.waitFor(async () => {
    const found = await findByName(db, reference);
    expect(found).toMatchObject({
      value: {
        reversedAt: expect.any(Date),
        refundedAt: expect.any(Date),
        refunds: [{ status: 'done', amount: 1_300_000 }],
        disputes: [{ status: 'awaiting-merchant-feedback', amount: 1_300_000 }],
      },
    });
  }, 10_000);
  expect((await auditShop(db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
});
