import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { orders } from '#backend/orders/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { orderExtras } from '#domain/orders/order-extras.ts';
import { orderBody } from '../shop.harness.ts';
import type { Person } from './office.harness.ts';
import { openOrdersOffice } from './orders-office.harness.ts';

/** A gift for somebody else: whom the courier meets, whom the shop writes to, and what the parcel contains. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let packer: Person;
beforeAll(async () => {
  shop = await openOrdersOffice();
  packer = await shop.signIn('packer', 'Chidi');
});
afterAll(() => shop.close());

const GIFT = {
  ...orderBody([]).shippingInfo,
  fullName: 'Halima Sani',
  phone: '0805 222 3333',
  gift: 'yes',
  giftMessage: 'Happy birthday,\nHalima!\n\nYour Ngozi',
  buyerName: 'Ngozi Eze',
  buyerPhone: '0803 765 4321',
  note: 'The gate is blue.',
};
const give = (change: Partial<typeof GIFT> = {}) =>
  shop.pay(2, { shippingInfo: { ...GIFT, ...change } });
const slips = (...ids: string[]) =>
  packer.open(`/admin/orders/slips?${ids.map((id) => `id=${id}`).join('&')}`);

test('the parcel has no price, and nothing from the buyer except her words on a separate card', async () => {
  const plain = await shop.pay();
  const { id } = await give();
  const { html, text } = await slips(plain.id, id);
  expect(text).not.toMatch(/₦|\d,\d{3}/);
  for (const words of ['Halima Sani', '+2348052223333', 'A gift. No prices', 'The gate is blue.'])
    expect(text).toContain(words);
  for (const words of ['Ngozi Eze', '765', 'Message on the card'])
    expect(text).not.toContain(words);
  const cards = html.split('<article class="gift-card"').slice(1);
  expect(cards).toHaveLength(1);
  expect(cards[0]).toContain('<p dir="auto">Happy birthday,\nHalima!\n\nYour Ngozi</p>');
});

test('a gift without words has no card, and a gift for the buyer herself has no other receiver', async () => {
  const { id } = await give({ giftMessage: '', buyerName: '', buyerPhone: '' });
  expect((await slips(id)).html).not.toContain('class="gift-card"');
  const { text } = await packer.open(`/admin/orders/${id}`);
  expect(text).not.toContain('Receiver');
  expect(text).not.toContain('Call the buyer');
});

test('the shop calls and writes to who bought it, and the courier’s sheet names who gets it', async () => {
  const { id } = await give();
  const { html, text } = await packer.open(`/admin/orders/${id}`);
  expect(html).toContain('href="tel:+2348037654321">Call the buyer</a>');
  expect(html).toContain('href="https://wa.me/2348037654321?text=Hello%20Ngozi%20Eze');
  expect(text).toContain('Receiver Halima Sani');
  expect(text).toContain('Bought by Ngozi Eze');
  const sheet = await packer.open(`/admin/orders/courier-sheet?id=${id}`);
  expect(sheet.text).toContain('+2348052223333');
  expect(sheet.text).not.toContain('Ngozi');
});

test('the emails greet who bought it, with prices, and say where it goes', async () => {
  const { id } = await give();
  const said = async (name: string) => {
    const [email] = await shop.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, name + id));
    return email?.text;
  };
  const toBuyer = await said('paid:');
  for (const words of ['Hello Ngozi Eze,', 'Going to: Halima Sani, 1 Allen Avenue', '₦23,000'])
    expect(toBuyer).toContain(words);
  const toMerchant = await said('merchant-paid:');
  for (const words of [
    'Receiver: Halima Sani',
    'Bought by: Ngozi Eze',
    'Happy birthday, Halima! Your',
  ])
    expect(toMerchant).toContain(words);
});

test('it is found by who bought it and by who gets it, until its data are erased', async () => {
  const { db } = shop.services;
  const { id } = await give({ buyerName: 'Ìyábọ̀ Ọlá', buyerPhone: '0706 111 2222' });
  const finds = async (word: string) =>
    (await packer.open(`/admin/orders?find=${encodeURIComponent(word)}`)).html.includes(id);
  const words = ['Iyabo', '0706 111', '+234 706 111 2222', 'Halima', orderNumber(id)];
  expect(await Promise.all(words.map(finds))).toEqual(words.map(() => true));
  await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, id));
  await eraseOrders(db);
  expect(await Promise.all(words.map(finds))).toEqual([false, false, false, false, true]);
  const [erased] = await db.select().from(orders).where(eq(orders.id, id));
  for (const { name } of orderExtras) expect(erased?.[name]).toBeNull();
});
