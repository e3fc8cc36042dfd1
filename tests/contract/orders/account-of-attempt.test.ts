import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rateLimits } from '#backend/limits/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { type Customer, signUp } from '../accounts/account.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases } from './purchases.harness.ts';

/** The account that shows an order whose attempt continues after a login. */
const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
let ada: Customer;
let bola: Customer;
beforeAll(async () => {
  shop = await openShop({ paystack, products: [product({ id: 'oud', stock: 100 })] });
  buying = purchases(shop, paystack);
  ada = await signUp(shop, 'ada@example.com');
  bola = await signUp(shop, 'bola@example.com');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(orders);
  await shop.services.db.delete(rateLimits);
});

const KEY = 'the-attempt-000001';
const NEXT = 'the-attempt-000002';
/** A customer's address that her account does not know. */
const email = 'ada.at.work@example.com';
const GUEST = {};

const press = (who: Partial<Customer>, key = KEY, previous = '', change = {}) =>
  shop.post('/api/payment/initialize', orderBody([['oud', 10_000, 1]], { email, ...change }), {
    'idempotency-key': key,
    ...(previous && { 'previous-attempts': previous }),
    ...who.auth,
  });
const referenceOf = async (answer: ReturnType<typeof press>) => {
  const { status, body } = await answer;
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data.reference as string;
};
const listed = async (who: Customer) =>
  (await shop.get('/api/order/my-orders', who.auth)).body.map(
    (order: { paymentReference: string }) => order.paymentReference,
  );
const corrected = { shippingInfo: { ...orderBody([]).shippingInfo, address: '14 Awolowo Road' } };
const othersPhone = {
  shippingInfo: { ...orderBody([]).shippingInfo, phone: '0809 999 9999' },
  email: 'somebody@example.com',
};

test('an attempt that goes on after a login is her order, and her account shows it', async () => {
  const reference = await referenceOf(press(GUEST));
  expect(await listed(ada)).toEqual([]);
  expect(await referenceOf(press(ada))).toBe(reference);
  await buying.hear(reference, SUCCESS);
  expect([await listed(ada), await listed(bola)]).toEqual([[reference], []]);
});

test('an order that her new one replaces is hers, too: it may be paid instead', async () => {
  const first = await referenceOf(press(GUEST));
  const second = await referenceOf(press(ada, NEXT, KEY, corrected));
  await buying.hear(first, SUCCESS);
  expect((await listed(ada)).toSorted()).toEqual([first, second].toSorted());
});

test('what somebody else has left in the browser does not become hers', async () => {
  const first = await referenceOf(press(GUEST));
  const second = await referenceOf(press(ada, NEXT, KEY, othersPhone));
  await buying.hear(first, SUCCESS);
  expect(await listed(ada)).toEqual([second]);
});

test('an order of an account never passes to another account, or to a guest', async () => {
  const reference = await referenceOf(press(ada));
  for (const who of [bola, GUEST]) {
    const { status, body } = await press(who);
    expect([status, body.code]).toEqual([409, 'attempt_reused']);
  }
  expect([await listed(ada), await listed(bola)]).toEqual([[reference], []]);
});

test('an order whose data are to be erased stays a guest’s', async () => {
  await referenceOf(press(GUEST));
  await shop.services.db.update(orders).set({ eraseAt: new Date() });
  await referenceOf(press(ada));
  expect(await listed(ada)).toEqual([]);
});
