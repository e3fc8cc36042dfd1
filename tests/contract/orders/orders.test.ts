import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orders } from '#backend/orders/tables.ts';
import { IDEMPOTENCY_HEADER, SECRET_HEADER } from '#contract/headers.ts';
import { type Customer, lastEmail, signUp } from '../accounts/account.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { forgetAsked } from './time.harness.ts';

let shop: TestShop;
let ada: Customer;
let musa: Customer;
const paystack = createFakePaystack();
beforeAll(async () => {
  shop = await openShop({
    products: [
      product({ id: 'oud', stock: 1000, concentration: 'Eau de Parfum', sizeMl: 50 }),
      product({ id: 'musk', stock: 1000 }),
    ],
    paystack,
    settings: { RESERVED_PER_EMAIL: '1000', SITE_URL: 'https://turare.example' },
  });
  ada = await signUp(shop, 'ada@example.com');
  musa = await signUp(shop, 'musa@example.com');
});
afterAll(() => shop.close());

const SATURDAY = '2026-11-21T10:00:00.000Z';
type Order = { _id: string; paymentReference: string; status: string };
const begin = async (email: string, headers: Record<string, string> = {}): Promise<string> => {
  const body = orderBody(
    [
      ['oud', 10_000, 2],
      ['musk', 10_000, 1],
    ],
    { email },
  );
  const answer = await shop.post('/api/payment/initialize', body, headers);
  expect(answer.status).toBe(200);
  return answer.body.data.reference;
};
const settle = async (reference: string, change: Parameters<typeof paystack.become>[1]) => {
  paystack.become(reference, change);
  await forgetAsked(shop.services.db);
  await shop.get(`/api/payment/verify/${reference}`);
};
const mine = async ({ auth }: Customer): Promise<Order[]> =>
  (await shop.get('/api/order/my-orders', auth)).body;
const find = async (customer: Customer, reference: string) =>
  (await mine(customer)).find((order) => order.paymentReference === reference);
const one = (id: string, headers: Record<string, string>) => shop.get(`/api/order/${id}`, headers);

describe('my-orders and order by id', () => {
  test('an order made while signed in belongs to that account, whatever email it names; the newest is first', async () => {
    const first = await begin('gift@example.com', ada.auth);
    const second = await begin('ada@example.com', ada.auth);
    expect((await mine(ada)).slice(0, 2).map((order) => order.paymentReference)).toEqual([
      second,
      first,
    ]);
    const gift = await signUp(shop, 'gift@example.com');
    expect(await mine(gift)).toEqual([]);
  });

  test('an order has every field of the contract', async () => {
    const reference = await begin('ada@example.com', ada.auth);
    await settle(reference, { ...SUCCESS, paidAt: SATURDAY });
    const listed = await find(ada, reference);
    const { status, body, headers } = await one(listed?._id ?? '', ada.auth);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual(listed);
    expect(body).toEqual({
      cancellable: true,
      fulfilment: { steps: [], refunds: [] },
      // Paid on a Saturday: accepted on Monday, and in Lagos a day later.
      delivery: { place: 'Lagos – Ikeja', from: '2026-11-24', to: '2026-11-24' },
      _id: expect.stringMatching(/^ord_/),
      createdAt: expect.any(String),
      status: 'paid',
      totalAmount: 33_000,
      shippingFee: 3000,
      email: 'ada@example.com',
      paymentReference: reference,
      paidAt: SATURDAY,
      channel: 'card',
      items: [
        {
          productId: 'oud',
          name: 'oud',
          price: 10_000,
          image: '',
          quantity: 2,
          facts: 'Eau de Parfum · 50 ml',
        },
        { productId: 'musk', name: 'musk', price: 10_000, image: '', quantity: 1 },
      ],
      shippingInfo: {
        fullName: 'Ada Obi',
        email: 'ada@example.com',
        phone: '0803 123 4567',
        address: '1 Allen Avenue',
        city: 'Ikeja',
        state: 'Lagos',
        country: 'Nigeria',
      },
    });
  });

  test('every state', async () => {
    const references = [];
    for (const change of [{}, { status: 'failed' as const }]) {
      const reference = await begin('ada@example.com', ada.auth);
      await settle(reference, change);
      references.push(reference);
    }
    const orders = await Promise.all(references.map((reference) => find(ada, reference)));
    expect(orders.map((order) => order?.status)).toEqual(['pending', 'failed']);
  });

  test('someone else’s order looks like one that does not exist', async () => {
    const reference = await begin('ada@example.com', ada.auth);
    const order = await find(ada, reference);
    const theirs = await one(order?._id ?? '', musa.auth);
    const missing = await one('ord_aaaaaaaaaaaaaaaaaaaa', musa.auth);
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual({
      code: 'order_not_found',
      message: "The order you're looking for doesn't exist.",
    });
    expect(theirs.body).toEqual(missing.body);
    expect(theirs.status).toBe(missing.status);
    // The reference does not open it either.
    expect((await one(reference, ada.auth)).status).toBe(404);
  });
});

describe('a guest’s order', () => {
  test('appears once the same address is verified, even if made later, and to nobody else', async () => {
    const reference = await begin('bola@example.com');
    expect(await find(ada, reference)).toBeUndefined();
    await shop.post('/api/auth/register', {
      fullName: 'Not Proved',
      email: 'bola@example.com',
      password: 'Not-proved1',
    });
    const bola = await signUp(shop, 'bola@example.com');
    const order = await find(bola, reference);
    expect(order?.status).toBe('pending');
    expect((await one(order?._id ?? '', bola.auth)).status).toBe(200);
    expect((await one(order?._id ?? '', ada.auth)).status).toBe(404);
    const later = await begin('Bola@Example.com');
    expect(await find(bola, later)).toBeDefined();
  });
});

describe('the link of the confirmation email', () => {
  const linkOf = async (recipient: string) => {
    const email = await lastEmail(shop, recipient);
    const link = /https:\/\/turare\.example\/orders\/(ord_\w+)#key=([\w-]{43})/.exec(
      email?.text ?? '',
    );
    expect(email?.html).toContain(link?.[0]);
    return { id: link?.[1], key: link?.[2] ?? '' };
  };

  test('shows that one order without an account', async () => {
    const reference = await begin('guest@example.com');
    const other = await begin('guest@example.com');
    await settle(reference, SUCCESS);
    const { id, key } = await linkOf('guest@example.com');
    const { status, body, headers } = await shop.get(`/api/order/shared/${key}`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ _id: id, paymentReference: reference, status: 'paid' });
    await settle(other, SUCCESS);
    expect((await linkOf('guest@example.com')).key).not.toBe(key);
    const { rows } = await shop.services.db.execute(sql`select share_hash from orders`);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  const shared = (key: string) => shop.get('/api/order/shared/-', { [SECRET_HEADER]: key });
  const renew = (key: string) =>
    shop.post('/api/order/shared/-/renew', {}, { [SECRET_HEADER]: key });

  test('works with its secret in a header, and so in no log of addresses', async () => {
    const reference = await begin('header@example.com');
    await settle(reference, SUCCESS);
    const { id, key } = await linkOf('header@example.com');
    expect((await shared(key)).body._id).toBe(id);
    expect((await shared('')).status).toBe(404);
    expect((await shop.get('/api/order/shared/-')).status).toBe(404);
    const payment = await shop.get('/api/payment/verify/-', { [SECRET_HEADER]: reference });
    expect(payment.body.payment).toMatchObject({ reference, status: 'paid' });
  });

  test.each([
    ['90 days after delivery', { paidAt: 400, arrivedAt: 89 }, { paidAt: 400, arrivedAt: 91 }],
    ['180 days after payment', { paidAt: 179 }, { paidAt: 181 }],
  ])('ends %s', async (_, before, after) => {
    const email = `${randomUUID()}@example.com`;
    await settle(await begin(email), SUCCESS);
    const { id = '', key } = await linkOf(email);
    const age = ({ paidAt, arrivedAt }: { paidAt: number; arrivedAt?: number }) => {
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
      return shop.services.db
        .update(orders)
        .set({ paidAt: ago(paidAt), arrivedAt: arrivedAt === undefined ? null : ago(arrivedAt) })
        .where(eq(orders.id, id));
    };
    await age(before);
    expect((await shared(key)).status).toBe(200);
    expect((await renew(key)).body.message).toBe('This link still works.');
    await age(after);
    expect(await shared(key)).toMatchObject({ status: 410, body: { code: 'order_link_ended' } });

    expect((await renew(key)).status).toBe(200);
    const fresh = await linkOf(email);
    expect(fresh.id).toBe(id);
    expect((await shared(fresh.key)).body._id).toBe(id);
    // The previous link shows nothing, and requests another one. Not endlessly.
    expect((await shared(key)).status).toBe(410);
    for (const status of [200, 200, 429]) expect((await renew(key)).status).toBe(status);
    expect((await shared(fresh.key)).status).toBe(404);
    expect((await shared((await linkOf(email)).key)).status).toBe(200);
  });

  test('the attempt’s key shows it, too, once it is paid, until the link ends', async () => {
    const email = `${randomUUID()}@example.com`;
    const attempt = randomUUID();
    const reference = await begin(email, { [IDEMPOTENCY_HEADER]: attempt });
    expect((await shared(attempt)).status).toBe(404);
    await settle(reference, SUCCESS);
    const { id = '', key } = await linkOf(email);
    expect((await shared(attempt)).body).toMatchObject({ _id: id, paymentReference: reference });
    // The reference, which appears in addresses and logs, proves nothing.
    for (const other of [reference, id, randomUUID(), `${attempt}0`]) {
      expect((await shared(other)).status).toBe(404);
    }
    await shop.services.db
      .update(orders)
      .set({ paidAt: new Date(Date.now() - 181 * 86_400_000) })
      .where(eq(orders.id, id));
    expect((await shared(attempt)).status).toBe(410);
    // A new link comes only by email.
    expect((await renew(key)).status).toBe(200);
    expect((await shared((await linkOf(email)).key)).status).toBe(200);
    expect((await shared(attempt)).status).toBe(410);
  });

  test('an attempt that ended unpaid shows nothing, unless money arrives after all', async () => {
    const attempt = randomUUID();
    const reference = await begin('unpaid@example.com', { [IDEMPOTENCY_HEADER]: attempt });
    await settle(reference, { status: 'failed' });
    expect((await shared(attempt)).status).toBe(404);
    await settle(reference, SUCCESS);
    expect((await shared(attempt)).body).toMatchObject({ paymentReference: reference });
  });

  test.each(['A'.repeat(43), 'x', 'null', '%00'])('a wrong key (%s) shows nothing', async (key) => {
    const { status, body } = await shop.get(`/api/order/shared/${key}`);
    expect(status).toBe(key === '%00' ? 400 : 404);
    expect(body.code).toBe(key === '%00' ? 'validation_failed' : 'order_not_found');
  });
});
