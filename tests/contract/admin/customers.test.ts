import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseAccount } from '#backend/customers/personal-data.ts';
import { ordinal } from '#domain/words.ts';
import { signUp } from '../accounts/account.harness.ts';
import { orderBody } from '../shop.harness.ts';
import type { Person } from './office.harness.ts';
import { openOrdersOffice } from './orders-office.harness.ts';

/** A customer is known by her orders, with an account or without one. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let owner: Person;
beforeAll(async () => {
  shop = await openOrdersOffice();
  owner = await shop.signIn('owner', 'Bola');
});
afterAll(() => shop.close());

const by = (fullName: string, email: string, phone: string) => ({
  email,
  shippingInfo: { ...orderBody([]).shippingInfo, fullName, email, phone },
});
const page = (id: string) => owner.open(`/admin/orders/${id}`);

test('the page of an order says which order of its customer it is, and leads to all of them', async () => {
  const first = await shop.pay(1, by('Ngozi Eze', 'ngozi@example.com', '0803 111 2222'));
  expect((await page(first.id)).text).toMatch(/Orders 1st of this customer Delivery/);
  const lapsed = await shop.begin(1, by('Ngozi Eze', 'NGOZI@example.com', '0803 111 3333'));
  const { id } = await shop.orderOf(lapsed.reference);
  await shop.services.settlement.cancel(id, 'Bola');
  const third = await shop.pay(1, by('N. Eze', 'eze@example.com', '+234 803 111 2222'));
  await shop.pay(1, by('Ada Obi', 'ada@example.com', '0803 999 9999'));

  expect((await page(third.id)).text).toMatch(/2nd of this customer, see all 2 /);
  const ended = await page(id);
  expect(ended.text).toMatch(/this one does not count, see all 2 /);
  // It shares the address with the first order alone.
  const seen = await owner.open(`/admin/orders?of=${first.id}`);
  expect(seen.text).toContain('The orders of one customer');
  expect(seen.text.match(/#\w{5} (Ngozi Eze|N\. Eze|Ada Obi)/g)).toHaveLength(3);
  expect(seen.text).not.toContain('Ada Obi');
  expect(seen.html).toContain(`href="/admin/orders?of=${first.id}&amp;show=unpacked"`);
  const nobody = await owner.open('/admin/orders?of=ord_nobody');
  expect([nobody.status, nobody.text]).toEqual([200, expect.stringContaining('No order')]);
});

test('a guest is found as a shopper by address, name and phone, and an account by the phone of its order', async () => {
  await shop.pay(1, by('Chidi Okeke', 'chidi@example.com', '0805 222 3333'));
  const newest = await shop.pay(1, by('Chidi Okeke', 'chidi@example.com', '0805 222 3333'));
  const find = async (text: string) => owner.open(`/admin/accounts?q=${encodeURIComponent(text)}`);
  for (const text of ['CHIDI@', 'okeke', '+234 805 222 3333', '08052223333']) {
    const found = await find(text);
    expect(found.html.match(/href="\/admin\/orders\?of=\w+"/g)).toEqual([
      `href="/admin/orders?of=${newest.id}"`,
    ]);
    expect(found.text).toContain('chidi@example.com, 0805 222 3333, without an account');
  }
  // A product's name is nobody's.
  expect((await find('Oud Royal')).text).toContain("No shopper has 'Oud Royal'");

  const account = await signUp(shop, 'chidi@example.com', { fullName: 'Chidi Okeke' });
  const now = await find('0805 222 3333');
  expect(now.text).not.toContain('without an account');
  await shop.pay(1, by('Chidi Okeke', 'other@example.com', '0805 222 3333'), account.auth);
  expect((await find('0805 222 3333')).html).toContain(`href="/admin/accounts/${account.id}"`);
});

test('the orders of an erased account are found as nobody’s', async () => {
  const account = await signUp(shop, 'leaving@example.com');
  const reference = (await shop.begin(1, by('Ife Ojo', 'leaving@example.com', '0806 333 4444')))
    .reference;
  const { id } = await shop.orderOf(reference);
  await shop.services.settlement.cancel(id, 'Bola');
  await shop.services.db.transaction((transaction) => eraseAccount(transaction, account));
  expect((await page(id)).text).toContain('this one does not count Delivery');
  expect((await owner.open('/admin/accounts?q=leaving')).text).toContain('No shopper has');
  expect((await owner.open(`/admin/orders?of=${id}`)).text.match(/#\w{5} /g)).toHaveLength(1);
});

test('a place is written as people say it', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 1113].map(ordinal)).toEqual([
    ...['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '1,113th'],
  ]);
});
