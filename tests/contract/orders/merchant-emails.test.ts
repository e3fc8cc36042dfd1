import { eq, like, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { claimNext, recordRefused } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { findByName } from '#backend/order-book/admin-orders.ts';
import { emailsOfOrder } from '#backend/order-book/emails-of-order.ts';
import { orders } from '#backend/orders/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { orderSheet } from '#scripts/orders/sheet.ts';
import { typed, useMerchantShop } from './merchant-shop.harness.ts';
import { SUCCESS } from './paystack.fake.ts';

/** The merchant's emails about an order. */
const merchant = useMerchantShop();
const merchantEmails = () =>
  merchant.shop.services.db.select().from(emails).where(like(emails.id, 'merchant-%'));

describe('phone numbers', () => {
  test.each([
    ['0803 123 4567', '+2348031234567'],
    ['(803) 123-4567', '+2348031234567'],
    ['+44 20 7946 0958', '+442079460958'],
    ['ask my brother', null],
  ])('%s is stored as typed, and as %s', async (phone, phoneE164) => {
    const order = await merchant.buying.orderOf(await merchant.buying.begin(1, typed({ phone })));
    expect(order).toMatchObject({ phone, phoneE164 });
  });
});

describe('emails to the merchant', () => {
  test('one for a paid order, however often its payment is reported: what to pack, and where to send it', async () => {
    const change = typed({ phone: 'ask <b>Bola</b>', fullName: 'Ada & Sons' });
    const { id, reference } = await merchant.buying.pay(3, change);
    await merchant.buying.hear(reference, SUCCESS);
    const [email, ...more] = await merchantEmails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      id: `merchant-paid:${id}`,
      recipient: 'orders@shop.example',
      subject: `Order #${orderNumber(id)} is paid`,
    });
    for (const words of [
      '3 units to pack.',
      '3 × Oud "Royal", intense',
      'Delivery: Lagos – Ikeja',
      'Address: 1 Allen Avenue, Ikeja, Lagos, Nigeria',
      'Phone, as typed: ask <b>Bola</b>',
      'Phone: cannot be read as a number: check it',
      'Total paid: ₦33,000',
    ])
      expect(email?.text).toContain(words);
    expect(email?.text).not.toContain('Check the');
    expect(email?.html).toContain('ask &#60;b&#62;Bola&#60;/b&#62;');
    expect(email?.html).toContain('Ada &#38; Sons');
    expect(email?.html).not.toContain('<b>');
  });

  test('gives a readable number for dialling, and asks to check a fee without a place', async () => {
    await merchant.buying.pay(1, { shippingLocation: undefined });
    const [email] = await merchantEmails();
    expect(email?.text).toContain('Phone: +2348031234567');
    expect(email?.text).toContain('Check the fee: no place was named.');
  });

  test('asks to check an address in another state than the place', async () => {
    await merchant.buying.pay(1, typed({ state: 'Kano' }));
    const [email] = await merchantEmails();
    expect(email?.text).toContain('Check the delivery: the place is in Lagos, the address in Kano');
  });

  test('one for a due refund: what, why, how much', async () => {
    const order = await merchant.buying.hear(await merchant.buying.begin(2), {
      ...SUCCESS,
      amountKobo: 2_299_999,
    });
    await merchant.buying.hear(order.reference, { ...SUCCESS, amountKobo: 2_299_999 });
    const sent = await merchantEmails();
    expect(sent.map((email) => email.id)).toEqual([`merchant-refund:${order.id}`]);
    for (const words of [
      'needs a refund',
      'Why: Paid, but not as asked (amount_too_small)',
      'Received: ₦22,999.99',
      'The order was for: ₦23,000',
      `Payment reference: ${order.reference}`,
      '2 × Oud',
    ])
      expect(sent[0]?.text).toContain(words);
    expect(sent[0]?.text).not.toMatch(/Ada|0803|Allen|example/);
  });

  test('no personal data of a deleted account, before and after the erasure', async () => {
    const reference = await merchant.buying.begin();
    const { db } = merchant.shop.services;
    const { id } = await merchant.buying.orderOf(reference);
    await db.update(orders).set({ eraseAt: sql`now() + interval '1 day'` });
    await merchant.buying.hear(reference, SUCCESS);
    const [email] = await merchantEmails();
    expect(email?.id).toBe(`merchant-paid:${id}`);
    expect(email?.text).toContain('Has deleted the account since.');
    expect(email?.text + (email?.html ?? '')).not.toMatch(/Ada|0803|803123|Allen|ada@/);
  });

  test('the erasure of an order removes its emails and both phone numbers', async () => {
    const { id } = await merchant.buying.pay();
    const { db } = merchant.shop.services;
    await db.update(orders).set({ eraseAt: sql`now()` });
    const { eraseOrders } = await import('#backend/order-book/erasure.ts');
    await eraseOrders(db);
    expect(await db.$count(emails)).toBe(0);
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ phone: '', phoneE164: null });
  });
});

test('an order says which of its emails could not be delivered', async () => {
  const { db } = merchant.shop.services;
  await db.delete(emails);
  const order = await merchant.buying.pay();
  for (let next = await claimNext(db); next; next = await claimNext(db)) {
    await recordRefused(db, next, 'No such mailbox');
  }
  const found = await findByName(db, order.id);
  if (!found.ok) throw new Error(found.refusal.message);
  const sheet = orderSheet(found.value, await emailsOfOrder(db, found.value));
  expect(sheet.match(/could not be delivered, given up [\d: -]+: No such mailbox/g)).toHaveLength(
    2,
  );
});
