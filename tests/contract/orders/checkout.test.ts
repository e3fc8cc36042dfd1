import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payments } from '#backend/orders/payment-tables.ts';
import { orderItems } from '#backend/orders/tables.ts';
import { initializeAnswer } from '#contract/checkout.ts';
import { orderBody } from '../shop.harness.ts';
import { type CheckoutShop, openCheckoutShop } from './checkout.harness.ts';
import { createFakePaystack } from './paystack.fake.ts';

const URL = '/api/payment/initialize';

const paystack = createFakePaystack();
let shop: CheckoutShop;
beforeAll(async () => {
  shop = await openCheckoutShop(paystack);
});
afterAll(() => shop.close());
beforeEach(() => shop.refill());

describe('an order', () => {
  test('is stored with our prices and its units reserved, then Paystack is asked for exactly its total', async () => {
    const body = orderBody([
      ['full', 10_000, 2],
      ['cut', 8499.15, 1],
    ]);
    const { status, body: answer } = await shop.post(URL, body);
    expect(status).toBe(200);
    const { data } = initializeAnswer.parse(answer);
    expect(data.reference).toMatch(/^tr-[a-z0-9]{26}$/);
    const [order, ...others] = await shop.allOrders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      status: 'pending',
      reference: data.reference,
      totalKobo: 2 * 1_000_000 + 849_915 + 300_000,
      feeKobo: 300_000,
      shippingPlace: 'Lagos – Ikeja',
      feeUnconfirmed: false,
      fullName: 'Ada Obi',
    });
    expect(order?.id).toMatch(/^ord_[a-z0-9]{20}$/);
    expect(await shop.services.db.select().from(payments)).toMatchObject([
      { reference: data.reference, page: data.authorization_url, askedKobo: order?.totalKobo },
    ]);
    const minutes = ((order?.reservationExpiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    expect(await shop.services.db.select().from(orderItems)).toMatchObject([
      { productId: 'full', name: 'full', priceKobo: 1_000_000, quantity: 2 },
      { productId: 'cut', priceKobo: 849_915, quantity: 1 },
    ]);
    expect([await shop.stockOf('full'), await shop.stockOf('cut')]).toEqual([18, 19]);
    expect(await paystack.verify(data.reference ?? '')).toMatchObject({
      value: { amountKobo: order?.totalKobo },
    });
  });

  test('keeps its campaign: cut and cleaned, and never a reason to refuse', async () => {
    const kept = async (campaign: unknown) => {
      await shop.refill();
      const body = { ...orderBody([['full', 10_000, 1]]), campaign };
      expect((await shop.post(URL, body)).status).toBe(200);
      return (await shop.allOrders())[0]?.campaign;
    };
    expect(await kept({ source: 'instagram', campaign: 'Harmattan' })).toEqual({
      source: 'instagram',
      campaign: 'Harmattan',
    });
    expect(await kept(undefined)).toBeNull();
    expect(
      await kept({
        source: 'x'.repeat(5000),
        medium: 7,
        term: 'a\u0000\nb',
        content: 'a@b.example',
      }),
    ).toEqual({ source: 'x'.repeat(100), term: 'a b' });
    for (const junk of ['text', 7, [], { source: {} }, null, { __proto__: null, gclid: 'x' }])
      expect(await kept(junk)).toBeNull();
  });

  test('is the same order with another campaign', async () => {
    const body = orderBody([['full', 10_000, 1]]);
    const key = { 'idempotency-key': 'campaign-key-0001' };
    const first = await shop.post(URL, { ...body, campaign: { source: 'a' } }, key);
    const again = await shop.post(URL, { ...body, campaign: { source: 'b' } }, key);
    expect(again.body).toEqual(first.body);
    expect(await shop.allOrders()).toMatchObject([{ campaign: { source: 'a' } }]);
  });

  test('costs the full price once a discount has ended', async () => {
    expect((await shop.post(URL, orderBody([['expired', 5000, 1]]))).status).toBe(200);
  });

  test('without a place accepts any place’s fee, and is marked for the merchant', async () => {
    const body = orderBody([['full', 10_000, 1]], {
      shippingFee: 5000,
      shippingLocation: undefined,
    });
    expect((await shop.post(URL, body)).status).toBe(200);
    expect(await shop.allOrders()).toMatchObject([
      { shippingPlace: null, feeUnconfirmed: true, feeKobo: 500_000 },
    ]);
  });
});

describe('a refusal leaves no order and no reservation', () => {
  const changed = (price: number, qtyAvailable: number, id: string) => ({
    items: [{ productId: id, name: id, price, qtyAvailable }],
    shippingFee: 3000,
  });
  test.each([
    [
      'a stale price',
      orderBody([['full', 9000, 1]]),
      changed(10_000, 20, 'full'),
      /full now costs ₦10,000\./,
    ],
    [
      'a discount that has ended',
      orderBody([['expired', 4000, 1]]),
      changed(5000, 20, 'expired'),
      /₦5,000/,
    ],
    [
      'more than is in stock',
      orderBody([['few', 10_000, 4]]),
      changed(10_000, 3, 'few'),
      /^Your order has changed\. Of few only 3 are left/,
    ],
    [
      'a product that is sold out',
      orderBody([['none', 10_000, 1]]),
      changed(10_000, 0, 'none'),
      /none is sold out/,
    ],
    [
      'a wrong total',
      orderBody([['full', 10_000, 1]], { totalAmount: 12_999.99 }),
      changed(10_000, 20, 'full'),
      /The total is ₦13,000/,
    ],
    [
      'another fee than the place’s',
      orderBody([['full', 10_000, 1]], { shippingFee: 5000 }),
      changed(10_000, 20, 'full'),
      /Shipping now costs ₦3,000/,
    ],
  ])('%s', async (_, body, current, message) => {
    const answer = await shop.post(URL, body);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'cart_changed', current });
    expect(answer.body.message).toMatch(message);
    expect(await shop.allOrders()).toEqual([]);
    expect(await shop.stockOf('few')).toBe(3);
  });

  test('a product that is no longer sold, next to one that is', async () => {
    const answer = await shop.post(
      URL,
      orderBody([
        ['full', 10_000, 1],
        ['gone', 1, 1],
      ]),
    );
    expect(answer.status).toBe(409);
    expect(answer.body.current.items).toEqual([
      { productId: 'full', name: 'full', price: 10_000, qtyAvailable: 20 },
      { productId: 'gone', name: null, price: null, qtyAvailable: 0 },
    ]);
    expect(await shop.stockOf('full')).toBe(20);
  });

  test.each([
    ['an unknown place', { shippingLocation: 'The Moon' }, 'shippingLocation'],
    ['a fee that no place has', { shippingLocation: undefined, shippingFee: 1 }, 'shippingFee'],
  ])('%s', async (_, change, field) => {
    const answer = await shop.post(URL, orderBody([['full', 10_000, 1]], change));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'shipping_place_unknown',
      fields: { [field]: 'Please select a shipping location' },
    });
  });

  test.each([0, -1, 1.5, 1e9])('a quantity of %d', async (quantity) => {
    const answer = await shop.post(
      URL,
      orderBody([['full', 10_000, quantity]], { totalAmount: 1 }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty(['items.0.quantity']);
  });

  test('one product on two lines, and no line at all', async () => {
    const twice = await shop.post(
      URL,
      orderBody([
        ['full', 10_000, 1],
        ['full', 10_000, 1],
      ]),
    );
    expect(twice.body.fields.items).toMatch(/raise its quantity/);
    const empty = await shop.post(URL, orderBody([]));
    expect(empty.body.fields.items).toBe('Please add items to your cart before proceeding.');
  });
});

describe('the cap on reservations', () => {
  test('by email address', async () => {
    expect((await shop.post(URL, orderBody([['full', 10_000, 15]]))).status).toBe(200);
    const more = await shop.post(URL, orderBody([['cut', 8499.15, 6]]));
    expect(more.status).toBe(429);
    expect(more.body).toMatchObject({ code: 'too_much_held' });
    expect(more.body.message).toMatch(/only 5 more items/);
    expect((await shop.post(URL, orderBody([['cut', 8499.15, 5]]))).status).toBe(200);
  });

  test('by network address, whatever the email address', async () => {
    const order = (email: string, id: string, price: number, quantity: number, address: string) =>
      shop.post(URL, orderBody([[id, price, quantity]], { email }), { 'x-client': address });
    expect((await order('a@example.com', 'full', 10_000, 15, '102.89.1.1')).status).toBe(200);
    expect((await order('b@example.com', 'cut', 8499.15, 11, '102.89.1.1')).status).toBe(429);
    expect((await order('b@example.com', 'cut', 8499.15, 11, '102.89.1.2')).status).toBe(200);
  });
});

test('forty buyers at once for the last three units: three sales, and the others are told why', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      shop.post(URL, orderBody([['few', 10_000, 1]], { email: `buyer${index}@example.com` })),
    ),
  );
  const codes = answers.map((answer) => (answer.status === 200 ? 'sold' : answer.body.code));
  expect(codes.filter((code) => code === 'sold')).toHaveLength(3);
  expect(codes.filter((code) => code === 'cart_changed')).toHaveLength(37);
  expect(await shop.stockOf('few')).toBe(0);
});

test('carts that overlap in any order do not block each other', async () => {
  const ids = ['full', 'cut', 'expired'] as const;
  const prices = { full: 10_000, cut: 8499.15, expired: 5000 };
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, index) => {
      const turned = ids.map(
        (_, place) => ids[(place * (index % 2 ? 2 : 1) + index) % 3] ?? 'full',
      );
      return shop.post(
        URL,
        orderBody(
          turned.map((id) => [id, prices[id], 1]),
          { email: `buyer${index}@example.com` },
        ),
        { 'x-client': `102.89.0.${index}` },
      );
    }),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await Promise.all(ids.map(shop.stockOf))).toEqual([2, 2, 2]);
});
