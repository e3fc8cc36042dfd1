import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import { csvFile } from '#backend/order-book/export.ts';
import { makeCodes, stopPromotion } from '#backend/promotions/making.ts';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import type { QuoteBody } from '#contract/promotion.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { type Answer, BOLA, orderBody, product, REFUND } from '../shop.harness.ts';
import { make, usesOf, violations } from './promotions.harness.ts';

/** Promotions from the quote to the paid order, on PostgreSQL and Paystack's sandbox. */
let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [
      product({ id: 'oud', name: 'Oud Royal', brand: 'Amouage', stock: 1000 }),
      product({ id: 'musk', name: 'Musk', brand: 'Creed', priceKobo: 333_333, stock: 1000 }),
      product({
        id: 'rose',
        priceKobo: 1_000_000,
        discountType: 'percentage',
        discountAmount: 5,
        stock: 1000,
      }),
      ...Array.from({ length: 200 }, (_, n) => product({ id: `crowd-${n}` })),
    ],
    settings: {
      RESERVED_PER_EMAIL: '1000',
      RESERVED_PER_ADDRESS: '5000',
      BEGUN_PER_ADDRESS: '5000',
      CLIENT_ADDRESS_HEADER: 'x-client',
    },
  });
});
afterAll(() => shop.close());
beforeEach(async () => {
  expect(await violations(shop)).toEqual([]);
  await shop.services.db.update(promotions).set({ stoppedAt: new Date() });
  await shop.services.db.delete(promotionCodes);
});

const quote = async (body: QuoteBody, headers = {}) => {
  const answer = await shop.post('/api/promotions/quote', body, headers);
  expect(answer.status).toBe(200);
  return answer.body;
};
const pay = (change: Partial<InitializeBody> = {}, headers = {}) =>
  shop.pay(1, { ...orderBody([['oud', 10_000, 1]]), ...change }, headers);
const place = (change: Partial<InitializeBody> = {}, headers = {}) =>
  shop.post('/api/payment/initialize', { ...orderBody([['oud', 10_000, 1]]), ...change }, headers);
const TEN = { code: ' ten ', discount: 1000 };

test('what a quote says is what the order takes, and all that tells of it agrees to the kobo', async () => {
  const promotion = await make(shop);
  await make(shop, {
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
    paidAmount: 1_499_999,
    promotion: {
      label: 'Harmattan sale and Free delivery',
      code: 'TEN',
      lines: [100_000, 66_667],
      feeKobo: 300_000,
    },
  });
  expect(await usesOf(shop, promotion.id)).toBe(1);
  expect((await shop.get(`/api/order/shared/${attempt}`)).body).toMatchObject({
    totalAmount: body.totalAmount,
    shippingFee: 3000,
    promotion: { label: 'Harmattan sale and Free delivery', code: 'TEN', discount: said.discount },
  });
  const rows: string[] = [];
  for await (const row of csvFile(eachOrder(shop.services.db, {}))) rows.push(row.trim());
  expect(rows[1]).toMatch(/,3000.00,14999.99,.*,4666.67,Harmattan sale and Free delivery,TEN,*$/);
  const told = await shop.services.db
    .select()
    .from(emails)
    .where(eq(emails.recipient, order.email));
  const confirmed = told.find(({ id }) => id === `paid:${order.id}`);
  expect(confirmed?.text).toContain('Harmattan sale and Free delivery (TEN)');
  expect(confirmed?.text).toContain('-₦4,666.67');
  expect(confirmed?.text).toContain('₦14,999.99');
});

test.each([
  ['a code that nobody knows', { code: 'ELEVEN' }, {}, /do not know the code ELEVEN/],
  ['one that has ended', TEN, { ends: '2026-01-01' }, /TEN has ended/],
  ['one that has not begun', TEN, { begins: '2099-01-01' }, /TEN counts from January 1, 2099/],
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
    await make(shop, parts);
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

test('a discount that differs from what was seen is refused, with what is taken off now', async () => {
  const promotion = await make(shop);
  const more = await place({ ...TEN, discount: 2000 });
  expect([more.status, more.body.code, more.body.current.discount]).toEqual([
    409,
    'cart_changed',
    1000,
  ]);
  await stopPromotion(shop.services.db, BOLA, promotion.id);
  expect((await place(TEN)).body.fields.code).toBe('The code TEN has ended.');
  await make(shop, { counts: 'automatic', from: '5000' });
  const unseen = await place({ discount: 0 });
  expect([unseen.body.code, unseen.body.current.discount]).toEqual(['cart_changed', 1000]);
  expect((await place({ discount: 1000 })).status).toBe(200);
});

test('a client that knows nothing of promotions pays what it showed', async () => {
  await make(shop, { counts: 'automatic', from: '5000' });
  const { reference } = (await place()).body.data;
  expect(await shop.orderOf(reference)).toMatchObject({
    totalKobo: 1_300_000,
    discountKobo: 0,
    promotion: null,
  });
});

test('an order of which nothing is left to pay is refused with a sentence', async () => {
  await make(shop, { per_cent: '100' });
  await make(shop, { kind: 'delivery', from: '1000', counts: 'automatic' });
  const answer = await place({ code: 'TEN', discount: 13_000 });
  expect(answer.body).toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('costs nothing'),
  });
});

test('of a product’s own discount and a promotion that does not add to it the better one counts', async () => {
  await make(shop);
  const items = [{ productId: 'rose', quantity: 1 }];
  expect(await quote({ items, code: 'TEN' })).toMatchObject({ discount: 500 });
  await make(shop, { code: 'SUM', adds_up: 'yes' });
  expect(await quote({ items, code: 'SUM' })).toMatchObject({ discount: 950 });
});

/**
 * Begins an order of each of these shoppers at once, each of a product of its own: orders of one product wait for its stock anyway. Who is
 * told to come again, since the machine is busy, does so.
 */
async function crowd(size: number, change: Partial<InitializeBody>): Promise<Answer[]> {
  const one = async (n: number): Promise<Answer> => {
    const answer = await place(
      {
        ...orderBody([[`crowd-${n}`, 10_000, 1]]),
        email: `shopper${n}@example.com`,
        ...change,
      },
      { 'x-client': `10.0.0.${n}` },
    );
    return answer.status === 503 ? one(n) : answer;
  };
  return Promise.all(Array.from({ length: size }, (_, n) => one(n)));
}

test('200 orders at once use a code with 50 uses 50 times', async () => {
  const promotion = await make(shop, { limit: '50' });
  const answers = await crowd(200, TEN);
  const made = answers.filter(({ status }) => status === 200);
  const others = answers
    .filter(({ status }) => status !== 200)
    .map(({ body }) => body.fields?.code);
  expect([made.length, others.length]).toEqual([50, 150]);
  expect(new Set(others)).toEqual(new Set(['The code TEN has been used as often as it can be.']));
  expect(await usesOf(shop, promotion.id)).toBe(50);
});

test('a code for one use counts once, and one customer has as many as she may', async () => {
  const promotion = await make(shop, { counts: 'codes' });
  const made = await makeCodes(shop.services.db, BOLA, promotion.id, {
    count: 10_000,
    beginning: 'thanks',
  });
  const codes = made.ok ? made.value : [];
  expect(new Set(codes).size).toBe(10_000);
  const [code = ''] = codes;
  expect(code).toMatch(/^THANKS-[A-Z0-9]{10}$/);
  const same = await crowd(20, { ...TEN, code });
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1);

  await make(shop, { code: 'ONCE', per_customer: '1' });
  const hers = { ...TEN, code: 'ONCE', email: 'ngozi@example.com' };
  const both = await Promise.all([place(hers), place(hers)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  const said = await quote({
    items: [{ productId: 'oud', quantity: 1 }],
    code: 'ONCE',
    email: hers.email,
  });
  expect(said.refused.reason).toBe('used_by_customer');
});

test('an order that is replaced, fails or is paid back wholly gives its use back', async () => {
  const promotion = await make(shop, { limit: '1' });
  const uses = () => usesOf(shop, promotion.id);
  const first = { 'idempotency-key': 'promotion-attempt-1' };
  await place(TEN, first);
  expect(await uses()).toBe(1);
  // Her own attempt is in nobody's way: the quote knows the key, and her next order replaces the first.
  const said = await quote(
    { items: [{ productId: 'oud', quantity: 1 }], code: 'TEN' },
    { 'previous-attempts': 'promotion-attempt-1' },
  );
  expect(said.refused).toBeUndefined();
  const { page, reference } = await shop.begin(
    2,
    { ...TEN, discount: 2000 },
    {
      'idempotency-key': 'promotion-attempt-2',
      'previous-attempts': 'promotion-attempt-1',
    },
  );
  expect(await uses()).toBe(1);
  await press(page, 'Decline');
  await shop.services.settlement.verify(reference);
  expect(await uses()).toBe(0);

  const paid = await pay(TEN);
  expect(await uses()).toBe(1);
  const refund = (wish: Partial<typeof REFUND>) =>
    recordByHand(shop.services.db, paid.id, { ...REFUND, ...wish });
  await refund({ amountKobo: 100_000 });
  expect(await uses()).toBe(1);
  await refund({});
  expect(await uses()).toBe(0);
  await pay(TEN);
});

test('a payment that comes after its order has ended counts beyond the limit, and the audit knows why', async () => {
  const promotion = await make(shop, { limit: '1' });
  const { page, reference } = await shop.begin(1, TEN);
  const late = await shop.orderOf(reference);
  await shop.services.settlement.cancel(late.id, 'Bola');
  await pay(TEN);
  await press(page, 'Pay now');
  await shop.services.settlement.ask(late);
  expect(await shop.orderOf(reference)).toMatchObject({ status: 'paid', discountKobo: 100_000 });
  expect(await usesOf(shop, promotion.id)).toBe(2);
  expect(await violations(shop)).toEqual([]);
});

test('whoever guesses codes, or who has used one, is stopped, and buys without a code', async () => {
  const items = [{ productId: 'oud', quantity: 1 }];
  const from = { 'x-client': '10.9.9.9' };
  const quoted = (body: object) => shop.post('/api/promotions/quote', { items, ...body }, from);
  for (let n = 0; n < 250; n++) {
    await quoted({ code: `GUESS${n}` });
    await place({ code: `GUESS${n}`, discount: 0 }, from);
  }
  const refused = [await quoted({ code: 'TEN' }), await place(TEN, from)];
  expect(refused.map(({ body }) => body.code)).toEqual(['rate_limited', 'rate_limited']);
  expect([(await quoted({})).status, (await place({}, from)).status]).toEqual([200, 200]);
});
