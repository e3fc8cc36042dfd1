import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts, addresses } from '#backend/accounts/tables.ts';
import { rateLimits } from '#backend/limits/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import type { SavedAddress } from '#contract/address.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { type Customer, PASSWORD, signUp } from './account.harness.ts';

/** The address book (extension account.addresses). */
let shop: TestShop;
let ada: Customer;
let musa: Customer;
beforeAll(async () => {
  shop = await openShop({
    paystack: createFakePaystack(),
    products: [product({ id: 'oud', stock: 1000 })],
    settings: { RESERVED_PER_EMAIL: '1000' },
  });
  ada = await signUp(shop, 'ada@example.com');
  musa = await signUp(shop, 'musa@example.com');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(orders);
  await shop.services.db.delete(addresses);
  await shop.services.db.delete(rateLimits);
});

type Shipping = Partial<ReturnType<typeof orderBody>['shippingInfo']>;
const order = (address: string, more: Shipping = {}, { auth }: Partial<Customer> = ada) => {
  const shippingInfo = { ...orderBody([]).shippingInfo, address, ...more };
  const body = orderBody([['oud', 10_000, 1]], { shippingInfo, saveAddress: true });
  return shop.post('/api/payment/initialize', body, auth);
};
const list = async ({ auth }: Customer = ada): Promise<SavedAddress[]> =>
  (await shop.get('/api/account/profile', auth)).body.addresses;
const saved = async () =>
  (await list()).map(({ address, isDefault }) => (isDefault ? `${address}!` : address));
const change = (id: string, body: object, { auth }: Customer = ada) =>
  shop.post(`/api/account/addresses/${id}`, body, auth);
const remove = (id: string, { auth }: Customer = ada) =>
  shop.app.request(`/api/account/addresses/${id}`, { method: 'DELETE', headers: auth });
const idOf = async (address: string) =>
  (await list()).find((one) => one.address === address)?.id ?? expect.fail(address);

test('the tick saves the address with the order, unpaid as it is; the first is the default', async () => {
  expect((await order('1 Allen Avenue')).status).toBe(200);
  expect(await list()).toEqual([
    {
      id: expect.stringMatching(/^adr_/),
      fullName: 'Ada Obi',
      phone: '0803 123 4567',
      address: '1 Allen Avenue',
      city: 'Ikeja',
      state: 'Lagos',
      shippingLocation: 'Lagos – Ikeja',
      isDefault: true,
    },
  ]);
  await order('2 Awolowo Road');
  expect(await saved()).toEqual(['1 Allen Avenue!', '2 Awolowo Road']);
});

test('no tick, no account, a refused order, a gift to somebody else, the same once more: nothing is saved', async () => {
  const body = orderBody([['oud', 10_000, 1]]);
  expect((await shop.post('/api/payment/initialize', body, ada.auth)).status).toBe(200);
  expect((await order('3 Guest Street', {}, {})).status).toBe(200);
  const dear = orderBody([['oud', 9_000, 1]], { saveAddress: true });
  expect((await shop.post('/api/payment/initialize', dear, ada.auth)).status).toBe(409);
  expect((await order('4 Gift Street', { gift: 'yes', buyerName: 'Ada Obi' })).status).toBe(200);
  expect(await saved()).toEqual([]);
  for (let n = 0; n < 2; n++) await order('5 Same Street');
  expect(await saved()).toEqual(['5 Same Street!']);
  expect(await shop.services.db.$count(addresses)).toBe(1);
});

test('the same attempt pressed twice makes one order and one address', async () => {
  const body = orderBody([['oud', 10_000, 1]], { saveAddress: true });
  const press = () =>
    shop.post('/api/payment/initialize', body, {
      'idempotency-key': 'the-attempt-000001',
      ...ada.auth,
    });
  const answers = await Promise.all([press(), press()]);
  expect(new Set(answers.map((answer) => answer.body.data.reference)).size).toBe(1);
  // The browser presses again after she has deleted it in another tab: nothing brings it back.
  await remove(await idOf('1 Allen Avenue'));
  expect((await press()).status).toBe(200);
  expect(await saved()).toEqual([]);
});

test('twenty are kept: the oldest goes, and never the default', async () => {
  for (let n = 1; n <= 22; n++) await order(`${n} Long Street`);
  const kept = await saved();
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, '1 Long Street!', '4 Long Street']);
});

test('a field is changed alone; a faulty one is refused at its name', async () => {
  await order('1 Allen Avenue');
  const id = await idOf('1 Allen Avenue');
  const changed = await change(id, { phone: '0806 000 1111' });
  expect(changed.body.addresses).toMatchObject([{ phone: '0806 000 1111', city: 'Ikeja' }]);
  const { status, body } = await change(id, { fullName: ' ', address: ' ' });
  expect([status, body.fields]).toEqual([
    400,
    { fullName: 'Full name is required', address: 'Address is required' },
  ]);
  expect((await change(id, {})).status).toBe(200);
});

test('two tabs make two addresses the default at once: one is', async () => {
  for (const address of ['1 A', '2 B', '3 C']) await order(address);
  const [a, b] = [await idOf('2 B'), await idOf('3 C')];
  const both = await Promise.all([change(a, { isDefault: true }), change(b, { isDefault: true })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  const second = sql`update addresses set is_default = true where account_id = ${ada.id}`;
  await expect(shop.services.db.execute(second)).rejects.toThrow();
});

test('orders and changes at once keep one default', async () => {
  await order('1 A');
  const id = await idOf('1 A');
  const orders = [2, 3, 4].map((n) => order(`${n} B`));
  const answers = await Promise.all([...orders, change(id, { isDefault: true }), order('1 A')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await saved()).filter((one) => one.endsWith('!'))).toHaveLength(1);
});

test('an order and a change that both make the first default never stop the order', async () => {
  for (let n = 1; n <= 8; n++) {
    await shop.services.db.delete(addresses);
    for (const address of ['1 A', '2 B', '3 C']) await order(address);
    const other = await idOf('3 C');
    await remove(await idOf('1 A'));
    const answers = await Promise.all([
      order(`${n} D`),
      change(other, { isDefault: true }),
      order(`${n} E`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await saved()).filter((one) => one.endsWith('!'))).toHaveLength(1);
  }
});

test('one that another tab has deleted: changing it says so, deleting it again is fine, an order goes through', async () => {
  await order('1 A');
  await order('2 B');
  const [gone, stays] = [await idOf('1 A'), await idOf('2 B')];
  expect((await remove(gone)).status).toBe(200);
  const { status, body } = await change(gone, { isDefault: true });
  expect([status, body.code]).toEqual([404, 'not_found']);
  // The refused change took no default away.
  await change(stays, { isDefault: true });
  await change(gone, { isDefault: true });
  expect(await saved()).toEqual(['2 B!']);
  expect((await remove(gone)).status).toBe(200);
  expect((await order('1 A')).status).toBe(200);
  expect(await saved()).toEqual(['2 B!', '1 A']);
});

test('nobody else sees, changes or deletes it', async () => {
  await order('1 A');
  const id = await idOf('1 A');
  expect((await change(id, { address: 'Elsewhere' }, musa)).status).toBe(404);
  expect((await remove(id, musa)).status).toBe(200);
  expect([await saved(), await list(musa)]).toEqual([['1 A!'], []]);
});

test('the export has them, and the deletion of the account takes them along', async () => {
  const customer = await signUp(shop, 'leaving@example.com');
  await order('1 A', {}, customer);
  const { body } = await shop.get('/api/account/export', customer.auth);
  expect(body.addresses).toMatchObject([{ address: '1 A', fullName: 'Ada Obi' }]);
  await shop.post('/api/account/delete', { password: PASSWORD }, customer.auth);
  const { db } = shop.services;
  expect([await db.$count(addresses), await db.$count(accounts)]).toEqual([0, 2]);
});
