import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { rateLimits } from '#backend/limits/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { signUp } from '../accounts/account.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases, setAvailable } from './purchases.harness.ts';
import { forgetAsked } from './time.harness.ts';

const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({
    paystack,
    settings: { RESERVED_PER_EMAIL: '20', CLIENT_ADDRESS_HEADER: 'x-client' },
  });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  paystack.down = false;
  const { db } = shop.services;
  await db.delete(orders);
  await db.delete(emails);
  await db.delete(rateLimits);
  await stocked(1);
});

/** Resets the shop to this many units of the one product. */
const stocked = async (stock: number) => {
  const { db } = shop.services;
  await db.delete(products);
  await writeCatalogue(db, (transaction) =>
    insertProducts(transaction, [product({ id: 'oud', stock })]),
  );
};

const KEYS = ['first-attempt-0001', 'second-attempt-002', 'third-attempt-0003'] as const;
const phone = (number: string): Partial<InitializeBody> => ({
  shippingInfo: { ...orderBody([]).shippingInfo, phone: number },
});
/** Presses 'Proceed to Payment': an attempt that replaces earlier ones. */
const press = (
  attempt: number,
  { replaces = [], quantity = 1, price = 10_000, change = {}, headers = {} }: Press = {},
) =>
  shop.post(
    '/api/payment/initialize',
    orderBody([['oud', price, quantity]], { ...phone(`0803 123 456${attempt}`), ...change }),
    {
      'idempotency-key': KEYS[attempt] ?? '',
      ...(replaces.length > 0 && {
        'previous-attempts': replaces.map((index) => KEYS[index]).join(', '),
      }),
      ...headers,
    },
  );
interface Press {
  replaces?: readonly number[];
  quantity?: number;
  price?: number;
  change?: Partial<InitializeBody>;
  headers?: Record<string, string>;
}
/** Does the same, and expects success. */
const order = async (attempt: number, given: Press = {}): Promise<string> => {
  const answer = await press(attempt, given);
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body.data.reference;
};
const states = async () =>
  (await shop.services.db.select().from(orders).orderBy(orders.createdAt)).map(
    ({ status }) => status,
  );
const stock = async () => (await selectProducts(shop.services.db))[0]?.stock;
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);

describe('a new attempt of the same browser', () => {
  test('takes the last bottle over from its unpaid predecessor', async () => {
    const [first, second] = [await order(0), await order(1, { replaces: [0] })];
    const [old, now] = [await buying.orderOf(first), await buying.orderOf(second)];
    expect(old).toMatchObject({
      status: 'cancelled',
      remark: `Replaced by order #${orderNumber(now.id)}`,
    });
    expect(now).toMatchObject({ status: 'pending', phone: '0803 123 4561' });
    expect(await stock()).toBe(0);
    expect(await buying.hear(second, SUCCESS)).toMatchObject({ status: 'paid' });
    await expectSound();
  });

  test('without the first key it counts as a stranger’s, who reads that it is sold out', async () => {
    await order(0);
    expect(await press(1)).toMatchObject({ status: 409, body: { code: 'cart_changed' } });
    expect(await press(1, { replaces: [2] })).toMatchObject({ status: 409 });
    expect(await states()).toEqual(['pending']);
  });

  test('is the only one that the caps count', async () => {
    await stocked(40);
    await order(0, { quantity: 11 });
    await order(1, { quantity: 11, replaces: [0] });
    await order(2, { quantity: 20, replaces: [1, 0] });
    expect(await states()).toEqual(['cancelled', 'cancelled', 'pending']);
    expect(await stock()).toBe(20);
  });

  test('keeps the first unchanged if it is refused', async () => {
    const first = await order(0);
    expect(await press(1, { replaces: [0], price: 9000 })).toMatchObject({
      status: 409,
      body: { code: 'cart_changed', current: { items: [{ qtyAvailable: 1 }] } },
    });
    expect(await press(1, { replaces: [0], quantity: 21 })).toMatchObject({ status: 409 });
    expect((await buying.orderOf(first)).status).toBe('pending');
    expect(await stock()).toBe(0);
    await expectSound();
  });

  test('asks Paystack first: a paid first one is the answer, and nothing new is created', async () => {
    const first = await order(0);
    paystack.become(first, SUCCESS);
    const answer = await press(1, { replaces: [0] });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'already_paid', reference: first },
    });
    expect(await states()).toEqual(['paid']);
    // Also when that is already known.
    expect((await press(1, { replaces: [0] })).body.code).toBe('already_paid');
  });

  test('does not replace a payment that is on its way', async () => {
    const first = await order(0);
    paystack.become(first, { status: 'processing' });
    expect(await press(1, { replaces: [0] })).toMatchObject({
      status: 409,
      body: { code: 'payment_under_way', reference: first },
    });
    await setAvailable(shop.services.db, 5);
    await order(1, { replaces: [0] });
    expect(await states()).toEqual(['pending', 'pending']);
  });

  test('changes nothing while Paystack cannot be asked', async () => {
    await order(0);
    paystack.down = true;
    expect((await press(1, { replaces: [0] })).status).toBe(502);
    expect(await states()).toEqual(['pending']);
  });

  test('invalidates the first one’s key', async () => {
    await order(0);
    await order(1, { replaces: [0] });
    expect(await press(0)).toMatchObject({ status: 409, body: { code: 'attempt_reused' } });
    expect(await states()).toEqual(['cancelled', 'pending']);
  });

  test('sent again gets the same page', async () => {
    await order(0);
    const second = await order(1, { replaces: [0] });
    expect(await order(1, { replaces: [0] })).toBe(second);
    expect(await states()).toEqual(['cancelled', 'pending']);
  });

  test('never lets a stranger have the bottle in between', async () => {
    await order(0);
    const strangers = Array.from({ length: 12 }, (_, index) =>
      shop.post(
        '/api/payment/initialize',
        orderBody([['oud', 10_000, 1]], { email: `stranger-${index}@example.com` }),
      ),
    );
    const [second, ...others] = await Promise.all([press(1, { replaces: [0] }), ...strangers]);
    expect(second?.status).toBe(200);
    expect(new Set(others.map((answer) => answer.body.code))).toEqual(new Set(['cart_changed']));
    await expectSound();
  });

  test.each(['short', 'x'.repeat(101), Array(6).fill(KEYS[0]).join(',')])(
    'with the earlier keys %j is refused',
    async (keys) => {
      const answer = await press(1, { headers: { 'previous-attempts': keys } });
      expect(answer.status).toBe(400);
      expect(answer.body.fields).toHaveProperty('previous-attempts');
    },
  );
});

describe('the page of an order that was replaced', () => {
  test('can still be paid: its order gets the bottle back, and the newer one needs a refund if paid, too', async () => {
    const [first, second] = [await order(0), await order(1, { replaces: [0] })];
    expect(await buying.hear(first, SUCCESS)).toMatchObject({ status: 'paid' });
    expect(await buying.orderOf(second)).toMatchObject({ status: 'cancelled' });
    expect(await stock()).toBe(0);
    const { id } = await buying.orderOf(first);
    expect(await buying.hear(second, SUCCESS)).toMatchObject({
      status: 'cancelled',
      refundNeeded: true,
      remark: `Paid twice: order #${orderNumber(id)} is the same purchase`,
    });
    await expectSound();
  });

  test('needs a refund if the newer one is paid, whatever the stock', async () => {
    await stocked(10);
    const [first, second] = [await order(0), await order(1, { replaces: [0] })];
    await buying.hear(second, SUCCESS);
    expect(await buying.hear(first, SUCCESS)).toMatchObject({
      status: 'cancelled',
      refundNeeded: true,
    });
    expect(await stock()).toBe(9);
    await expectSound();
  });

  test('needs a refund if its bottles are gone, and leaves the newer one payable', async () => {
    await stocked(3);
    const first = await order(0, { quantity: 3 });
    const second = await order(1, { quantity: 1, replaces: [0] });
    await setAvailable(shop.services.db, 1);
    expect(await buying.hear(first, SUCCESS)).toMatchObject({ refundNeeded: true });
    expect(await buying.orderOf(second)).toMatchObject({ status: 'pending' });
    expect(await buying.hear(second, SUCCESS)).toMatchObject({ status: 'paid' });
    await expectSound();
  });

  test('two that were begun side by side become one purchase', async () => {
    await stocked(10);
    const [first, second] = [await order(0), await order(1)];
    const third = await order(2, { replaces: [1, 0] });
    const purchases = (await shop.services.db.select().from(orders)).map((row) => row.purchaseId);
    expect(new Set(purchases).size).toBe(1);
    await buying.hear(second, SUCCESS);
    expect(await buying.hear(first, SUCCESS)).toMatchObject({ refundNeeded: true });
    expect(await buying.hear(third, SUCCESS)).toMatchObject({ refundNeeded: true });
    expect(await stock()).toBe(9);
    await expectSound();
  });

  test('paid at the moment when it is replaced: one is paid, and no money is forgotten', async () => {
    for (let round = 0; round < 12; round++) {
      const { db, settlement } = shop.services;
      await db.delete(orders);
      await db.delete(rateLimits);
      await stocked(1);
      const first = await order(0);
      const verifying = new Promise((done) => setTimeout(done, round * 2)).then(() => {
        paystack.become(first, SUCCESS);
        return settlement.verify(first);
      });
      const [answer] = await Promise.all([press(1, { replaces: [0] }), verifying]);
      await forgetAsked(db);
      await settlement.verify(first);
      const old = await buying.orderOf(first);
      expect([old.status, old.refundNeeded]).toEqual(['paid', false]);
      if (answer.status === 200) {
        const newer = await buying.hear(answer.body.data.reference, SUCCESS);
        expect(newer).toMatchObject({ status: 'cancelled', refundNeeded: true });
      }
      await expectSound();
    }
  });
});

describe('the cap of a customer', () => {
  const from = (address: string) => ({ headers: { 'x-client': address } });
  const begin = (attempt: number, given: Press) => press(attempt, { quantity: 15, ...given });

  test('is not used up by a stranger elsewhere who types her email address', async () => {
    await stocked(100);
    expect((await begin(0, from('102.89.1.1'))).status).toBe(200);
    expect((await begin(1, from('105.112.2.2'))).status).toBe(200);
    expect(await begin(2, from('105.112.2.2'))).toMatchObject({
      status: 429,
      body: { code: 'too_much_held' },
    });
  });

  test('counts a signed-in customer’s own orders, on any network and with any typed address', async () => {
    await stocked(100);
    const { auth, email } = await signUp(shop, 'ngozi@example.com');
    const own = (address: string) => ({ headers: { 'x-client': address, ...auth } });
    expect((await begin(0, { change: { email }, ...from('102.89.1.1') })).status).toBe(200);
    expect((await begin(1, { change: { email }, ...own('102.89.1.1') })).status).toBe(200);
    expect(
      (await begin(2, { change: { email: 'other@example.com' }, ...own('105.112.2.2') })).status,
    ).toBe(429);
    await shop.services.db.delete(orders).where(eq(orders.email, email));
    const { rows } = await shop.services.db.execute(sql`select count(*)::int from orders`);
    expect(rows).toEqual([{ count: 0 }]);
  });
});
