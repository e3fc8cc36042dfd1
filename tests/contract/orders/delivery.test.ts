import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { viewOrders } from '#backend/order-book/order-view.ts';
import { orders } from '#backend/orders/tables.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { delivery } from '#config/delivery.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { promiseDelivery } from '#domain/delivery/promise.ts';
import { arrivalWords } from '#domain/delivery/words.ts';
import { orderBody } from '../shop.harness.ts';
import { type CheckoutShop, openCheckoutShop } from './checkout.harness.ts';
import { createFakePaystack } from './paystack.fake.ts';

/** The dates that an order is promised, and keeps. */
const paystack = createFakePaystack();
let shop: CheckoutShop;
beforeAll(async () => {
  shop = await openCheckoutShop(paystack);
});
afterAll(() => shop.close());
beforeEach(() => shop.refill());

async function begin(change: Parameters<typeof orderBody>[1] = {}): Promise<string> {
  const { status, body } = await shop.post(
    '/api/payment/initialize',
    orderBody([['full', 10_000, 1]], change),
  );
  expect(status).toBe(200);
  return body.data.reference;
}

/** Pays at a time. Returns the order as its customer sees it, with the words of its confirmation. */
async function pay(reference: string, paidAt: string) {
  paystack.become(reference, { status: 'success', paidAt });
  await shop.get(`/api/payment/verify/${reference}`);
  const { db } = shop.services;
  const rows = await db.select().from(orders).where(eq(orders.reference, reference));
  const [order] = await viewOrders(db, rows);
  const [email] = await db
    .select()
    .from(emails)
    .where(eq(emails.id, `paid:${rows[0]?.id}`));
  return { order, email: (email?.text ?? '').replace(/\s+/g, ' ') };
}

const KANO = { shippingLocation: 'Kano', shippingFee: 5000, totalAmount: 15_000 };

test('the places list what they serve; a client of spec §7 alone finds place and amount in them', async () => {
  const { db } = shop.services;
  await db
    .update(shippingPlaces)
    .set({ areas: ['Ikeja'] })
    .where(eq(shippingPlaces.state, 'Lagos'));
  const { body } = await shop.get('/api/app-data/shipping-addresses');
  expect(body[0]).toEqual({
    place: 'Lagos – Ikeja',
    amount: 3000,
    state: 'Lagos',
    areas: ['Ikeja'],
  });
  expect(body[2]).toEqual({ place: 'Kano', amount: 5000, state: 'Kano', areas: null });
});

describe('an order', () => {
  test('is promised a day when it begins, by the server’s clock', async () => {
    const before = promiseDelivery(delivery, 'Lagos', Date.now());
    const reference = await begin();
    const after = promiseDelivery(delivery, 'Lagos', Date.now());
    const [row] = await shop.allOrders();
    expect(row?.reference).toBe(reference);
    // The cut-off may lie between the two.
    expect([before?.to, after?.to]).toContain(row?.delivery?.to);
  });

  test.each([
    ['before noon in Lagos', {}, '2026-11-23T10:59:59Z', '2026-11-24', '2026-11-24'],
    ['at noon in Lagos, a day later', {}, '2026-11-23T11:00:00Z', '2026-11-25', '2026-11-25'],
    ['on a Friday, after the weekend', {}, '2026-11-27T12:00:00Z', '2026-12-01', '2026-12-01'],
    ['before Christmas', {}, '2026-12-24T09:00:00Z', '2026-12-29', '2026-12-29'],
    ['to Kano', KANO, '2026-11-23T09:00:00Z', '2026-11-25', '2026-11-30'],
  ])(
    'that is paid %s is dated by its payment; the email says the same',
    async (_, change: Partial<InitializeBody>, paidAt, from, to) => {
      const { order, email } = await pay(await begin(change), paidAt);
      expect(order?.delivery).toMatchObject({
        from,
        to,
        place: change.shippingLocation ?? 'Lagos – Ikeja',
      });
      expect(order?.delivery).not.toHaveProperty('state');
      expect(email).toContain(arrivalWords({ from, to }, 'Kano').replaceAll('\u00a0', ' '));
      if (to === '2026-12-29') {
        expect(email).toContain('The Boxing Day holiday is expected on Monday, December 28.');
      }
    },
  );

  test('without a place uses the state of its address', async () => {
    const info = orderBody([['full', 10_000, 1]]).shippingInfo;
    const reference = await begin({
      shippingLocation: undefined,
      shippingInfo: { ...info, state: 'Kano State' },
    });
    const { order } = await pay(reference, '2026-11-23T09:00:00Z');
    expect(order?.delivery).toMatchObject({ from: '2026-11-25', to: '2026-11-30', place: null });
  });

  test('beyond the known holidays has no promise, and no date in its email', async () => {
    const { order, email } = await pay(await begin(), '2033-06-01T09:00:00Z');
    expect(order).not.toHaveProperty('delivery');
    expect(email).not.toContain('With you');
  });

  test('of the previous version, which stored no date, stays without one', async () => {
    const reference = await begin();
    await shop.services.db.update(orders).set({ delivery: null });
    const { order, email } = await pay(reference, '2026-11-23T09:00:00Z');
    expect(order).not.toHaveProperty('delivery');
    expect(email).toContain('is confirmed');
  });
});
