import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { emails } from '#backend/mail/tables.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import { cancelOrder } from '#backend/order-book/cancelling.ts';
import { csvFile } from '#backend/order-book/export.ts';
import { stopPromotion } from '#backend/promotions/making.ts';
import { promotions } from '#backend/promotions/tables.ts';
import { BOLA, orderBody, product } from '../shop.harness.ts';
import { shopForPromotions, TEN } from './orders.harness.ts';
import { make, usesOf } from './promotions.harness.ts';

/** The discount of promotions, from the quote to the paid order. */
const { shop, quote, pay, place } = shopForPromotions([
  product({ id: 'oud', name: 'Oud Royal', brand: 'Amouage', stock: 1000 }),
  product({ id: 'musk', name: 'Musk', brand: 'Creed', priceKobo: 333_333, stock: 1000 }),
  product({
    id: 'rose',
    priceKobo: 1_000_000,
    discountType: 'percentage',
    discountAmount: 5,
    stock: 1000,
  }),
]);

test('the order takes what its quote says, and all displays agree to the kobo', async () => {
  const promotion = await make(shop());
  await make(shop(), {
    kind: 'delivery',
    states: 'Lagos',
    from: '10000',
    counts: 'automatic',
    label: 'Free delivery',
  });
  const items = [
    { productId: 'oud', quantity: 1 },
    { productId: 'musk', quantity: 2 },
  ];
  const shippingLocation = 'Lagos – Ikeja';
  const said = await quote({ items, shippingFee: 3000, shippingLocation, code: 'ten' });
  expect(said).toMatchObject({
    discount: 4666.67,
    applied: [
      { label: 'Free delivery', amount: 3000 },
      { label: 'Harmattan sale', code: 'TEN', amount: 1666.67 },
    ].reverse(),
    lines: [
      { productId: 'oud', discount: 1000 },
      { productId: 'musk', discount: 666.67 },
    ],
    shippingDiscount: 3000,
  });
  const attempt = 'promotion-attempt-of-all';
  const body = orderBody([
    ['oud', 10_000, 1],
    ['musk', 3333.33, 2],
  ]);
  const order = await pay(
    { ...body, code: 'ten', discount: said.discount },
    { 'idempotency-key': attempt },
  );
  expect(order).toMatchObject({
    totalKobo: 1_966_666 - 466_667,
    discountKobo: 466_667,
    received: 1_499_999,
    promotion: {
      label: 'Harmattan sale and Free delivery',
      code: 'TEN',
      lines: [100_000, 66_667],
      feeKobo: 300_000,
    },
  });
  expect(await usesOf(shop(), promotion.id)).toBe(1);
  expect((await shop().get(`/api/order/shared/${attempt}`)).body).toMatchObject({
    totalAmount: body.totalAmount,
    shippingFee: 3000,
    promotion: {
      label: 'Harmattan sale and Free delivery',
      code: 'TEN',
      discount: said.discount,
      applied: [
        { label: 'Harmattan sale', code: 'TEN', amount: 1666.67 },
        { label: 'Free delivery', amount: 3000, delivery: true },
      ],
    },
  });
  const rows: string[] = [];
  for await (const row of csvFile(eachOrder(shop().services.db, {}))) rows.push(row.trim());
  expect(rows[1]).toMatch(
    /,3000.00,14999.99,.*,4666.67,Harmattan sale and Free delivery,TEN,*Paystack,[-\d: ]+,,,$/,
  );
  const told = await shop()
    .services.db.select()
    .from(emails)
    .where(eq(emails.recipient, order.email));
  const confirmed = told.find(({ id }) => id === `paid:${order.id}`);
  const sums = [
    'Subtotal: ₦16,666.66',
    'Harmattan sale (TEN): −₦1,666.67',
    'Shipping: ₦3,000',
    'Free delivery: −₦3,000',
    'Total paid: ₦14,999.99',
  ];
  expect(confirmed?.text).toContain(sums.join('\n'));
});

test.each([
  ['a code that nobody knows', { code: 'ELEVEN' }, {}, /do not know the code ELEVEN/],
  ['one that has not begun', TEN, { begins: '2099-01-01' }, /TEN counts from January 1, 2099\.$/],
  [
    'one that begins in an evening',
    TEN,
    { begins: '2099-01-01 18:00' },
    /TEN counts from January 1, 2099 at 6:00\sPM\.$/,
  ],
  ['an order below its amount', TEN, { from: '12000' }, /orders from ₦12,000. Add ₦2,000 more/],
  [
    'another brand',
    TEN,
    { for: 'brand', names: 'Creed' },
    /It is for products of Creed whose price is not lower already/,
  ],
])(
  '%s is refused at the field of the code, by the order and by the quote',
  async (_, given, parts, words) => {
    await make(shop(), parts);
    const answer = await place(given);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'validation_failed',
      fields: { code: expect.stringMatching(words) },
    });
    const said = await quote({ items: [{ productId: 'oud', quantity: 1 }], code: given.code });
    expect(said).toMatchObject({ discount: 0, refused: { message: expect.stringMatching(words) } });
  },
);

test('a discount that differs from the displayed one is refused, with the current one', async () => {
  const promotion = await make(shop());
  const more = await place({ ...TEN, discount: 2000 });
  expect([more.status, more.body.code, more.body.current.discount]).toEqual([
    409,
    'cart_changed',
    1000,
  ]);
  await stopPromotion(shop().services.db, BOLA, promotion.id);
  expect((await place(TEN)).body.fields.code).toBe('The code TEN has ended.');
  await make(shop(), { counts: 'automatic', from: '5000' });
  const unseen = await place({ discount: 0 });
  expect([unseen.body.code, unseen.body.current.discount]).toEqual(['cart_changed', 1000]);
  expect((await place({ discount: 1000 })).status).toBe(200);
});

test('a client without promotions pays what it showed', async () => {
  await make(shop(), { counts: 'automatic', from: '5000' });
  const { reference } = (await place()).body.data;
  expect(await shop().orderOf(reference)).toMatchObject({
    totalKobo: 1_300_000,
    discountKobo: 0,
    promotion: null,
  });
});

test('a code that has ended is refused at its field', async () => {
  const { id } = await make(shop());
  await shop()
    .services.db.update(promotions)
    .set({ endsAt: new Date(0) })
    .where(eq(promotions.id, id));
  expect((await place(TEN)).body.fields).toEqual({ code: 'The code TEN has ended.' });
});

test('an order that costs nothing is accepted at once, and cancelling it gives the code back', async () => {
  const { id } = await make(shop(), { kind: 'naira', naira: '10000' });
  await make(shop(), { kind: 'delivery', from: '1000', counts: 'automatic' });
  const free = { code: 'TEN', discount: 13_000, email: 'free@example.com' };
  const { status, body } = await place(free);
  expect(status).toBe(200);
  const { reference, authorization_url: page } = body.data;
  expect(page).toContain('/payment/callback?reference=');
  const order = await shop().orderOf(reference);
  expect(order).toMatchObject({ status: 'pending', totalKobo: 0 });
  expect((await shop().get(`/api/payment/verify/${reference}`)).body.payment).toMatchObject({
    accepted: true,
    due: 0,
    channel: 'Nothing to pay',
  });
  const { db, settlement } = shop().services;
  const [email] = await db
    .select()
    .from(emails)
    .where(eq(emails.id, `paid:${order.id}`));
  expect(email?.text).toContain('There is nothing to pay.');
  expect(await usesOf(shop(), id)).toBe(1);
  // Two at most are on their way to one customer.
  const other = await place(free);
  expect(await usesOf(shop(), id)).toBe(2);
  expect(await place(free)).toMatchObject({ status: 429, body: { code: 'too_much_held' } });
  expect(await cancelOrder(settlement, order, BOLA)).toMatchObject({ ok: true });
  expect(await usesOf(shop(), id)).toBe(1);
  // The other one comes back.
  const { id: gone } = await shop().orderOf(other.body.data.reference);
  const shipped = { step: 'shipped', courier: 'GIG', trackingNumber: null } as const;
  for (const step of [shipped, { step: 'returned', restock: true } as const])
    await recordStep(shop().services, gone, { ...step, actor: BOLA });
  expect(await usesOf(shop(), id)).toBe(0);
});

test('the better one counts of a product’s own discount and a promotion that does not add to it', async () => {
  await make(shop());
  const items = [{ productId: 'rose', quantity: 1 }];
  expect(await quote({ items, code: 'TEN' })).toMatchObject({ discount: 500 });
  await make(shop(), { code: 'SUM', adds_up: 'yes' });
  expect(await quote({ items, code: 'SUM' })).toMatchObject({ discount: 950 });
});
