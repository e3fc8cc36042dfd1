import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { sealKeys } from '#backend/payments/sealed/keys.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { listPromotions, summaryOf } from '#backend/promotions/list.ts';
import { makeCodes, stopPromotion } from '#backend/promotions/making.ts';
import { promotionCodes, promotions } from '#backend/promotions/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { takeShopChanges } from '#config/shop.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { expectMade, forget, rebuildOn } from '../payments/rebuild.harness.ts';
import { make, usesOf, violations } from '../promotions/promotions.harness.ts';
import { BOLA, orderBody, product, REFUND } from '../shop.harness.ts';
import { openSandboxShop, type SandboxShop } from './sandbox-shop.harness.ts';

/** The price of a sample comes off a bottle of its fragrance, by a code of the buyer. */
const KEY = 'one secret of the shop in the tests';
const given = {
  ORDER_SEAL_KEY: KEY,
  RESERVED_PER_EMAIL: '1000',
  BEGUN_PER_ADDRESS: '1000',
  SAMPLES_PER_CUSTOMER: '1000',
};
const products = [
  product({ id: 'oud', name: 'Oud 50 ml', group: 'oud', sizeMl: 50, stock: 900 }),
  product({ id: 'oud-100', name: 'Oud 100 ml', group: 'OUD ', sizeMl: 100, stock: 900 }),
  product({ id: 'oud-try', group: 'oud', sample: 1, sizeMl: 2, priceKobo: 450_000, stock: 900 }),
  product({ id: 'oud-5', group: 'oud', sample: 1, sizeMl: 5, priceKobo: 600_000, stock: 900 }),
  product({ id: 'rose', name: 'Rose 50 ml', group: 'rose', sizeMl: 50, stock: 900 }),
  product({ id: 'rose-try', group: 'rose', sample: 1, priceKobo: 300_000, stock: 900 }),
  product({ id: 'lone-try', group: 'lone', sample: 1, priceKobo: 300_000, stock: 900 }),
];
/** Opens a shop whose facts say for how many days the price of a sample comes off. */
async function opened(sampleCreditDays: number): Promise<SandboxShop> {
  const shop = await openSandboxShop({ products, settings: given });
  takeShopChanges({ sampleCreditDays });
  return shop;
}
let shop: SandboxShop;
beforeAll(async () => {
  shop = await opened(30);
});
afterAll(() => shop.close());

type Lines = Parameters<typeof orderBody>[0];
let attempts = 0;
/** Makes a paid order of these lines. Returns it with the codes on its page. */
async function buy(lines: Lines, change: Partial<InitializeBody> = {}, at = shop) {
  const attempt = `sample-attempt-number-${attempts++}`;
  const body = { ...orderBody(lines), ...change };
  const order = await at.pay(1, body, { 'idempotency-key': attempt });
  const codes = async () =>
    (await at.get(`/api/order/shared/${attempt}`)).body.sampleCodes as {
      code: string;
      [field: string]: unknown;
    }[];
  return { order, codes };
}
const TWO_OF_OUD: Lines = [['oud-try', 4500, 2]];
const BOTTLE: Lines = [['oud', 10_000, 1]];
const place = (lines: Lines, change: Partial<InitializeBody>, at = shop) =>
  at.post('/api/payment/initialize', { ...orderBody(lines), ...change });
/** Buys a sample. Returns its code. */
async function aCode(at = shop) {
  const { order, codes } = await buy(TWO_OF_OUD, {}, at);
  const [{ code } = expect.fail('no code')] = await codes();
  return { order, code, codes };
}
const told = async ({ id }: OrderRow, at = shop) =>
  (
    await at.services.db
      .select()
      .from(emails)
      .where(eq(emails.id, `paid:${id}`))
  )[0]?.text ?? '';

test('each fragrance has a code of what its samples cost, in the email, on the page of the order and with a link', async () => {
  const { order, codes } = await buy([
    ['oud-try', 4500, 2],
    ['oud-5', 6000, 1],
    ['rose-try', 3000, 1],
    ['lone-try', 3000, 1],
    ['rose', 10_000, 1],
  ]);
  const shown = await codes();
  expect(shown).toHaveLength(2);
  const ends = shown[0]?.endsAt as string;
  expect(shown).toEqual(
    expect.arrayContaining([
      {
        code: expect.stringMatching(/^SAMPLE-[A-Z0-9]{10}$/),
        discount: 15_000,
        name: 'Oud 50 ml',
        productId: 'oud',
        endsAt: ends,
      },
      expect.objectContaining({ discount: 3000, name: 'Rose 50 ml', productId: 'rose' }),
    ]),
  );
  // To the end of the thirtieth day in Lagos.
  expect(ends).toMatch(/T22:59:59\.999Z$/);
  const last = new Date((order.paidAt?.getTime() ?? 0) + 30 * 86_400_000).toISOString();
  expect(lagosDate(ends)).toBe(lagosDate(last));
  const text = await told(order);
  for (const { code, name, productId } of shown) {
    expect(text).toContain(`${code}: `);
    expect(text).toContain(`off ${name}, until ${lagosDate(last)}`);
    expect(text).toContain(`/products/${productId}?code=${code}`);
  }
  expect(text).toContain('₦15,000 off Oud 50 ml');
});

test('it counts for its bottle under a new id and in a group of another name, and its link leads there', async () => {
  const { db } = shop.services;
  const { code, codes, order } = await aCode();
  await changeId(db, 'oud', 'tom-oud', { by: 'Bola' });
  await db.execute(sql`update products set size_group = 'tom ford oud' where id = 'tom-oud'`);
  expect(await codes()).toMatchObject([{ code, productId: 'tom-oud' }]);
  expect(await told(order)).toContain(`/products/oud?code=${code}`);
  for (const productId of ['tom-oud', 'oud', 'oud-100']) {
    const items = [{ productId, quantity: 1 }];
    const { body } = await shop.post('/api/promotions/quote', { items, code });
    expect([productId, body.discount, body.refused]).toEqual([productId, 9000, undefined]);
  }
  expect((await place([['tom-oud', 10_000, 1]], { code, discount: 9000 })).status).toBe(200);
  await changeId(db, 'tom-oud', 'oud', { by: 'Bola' });
  await db.execute(sql`update products set size_group = 'oud' where id = 'oud'`);
});

test('it takes exactly that off a bottle of the fragrance, on top of a lower price, once, and then disappears', async () => {
  const { code, codes } = await aCode();
  await shop.services.db.execute(
    sql`update products set discount_type = 'percentage', discount_amount = 5 where id = 'oud-100'`,
  );
  const both: Lines = [
    ['oud-100', 9500, 1],
    ['rose', 10_000, 1],
    ['oud-try', 4500, 1],
  ];
  const items = both.map(([productId, , quantity]) => ({ productId, quantity }));
  const quote = await shop.post('/api/promotions/quote', { items, code: code.toLowerCase() });
  expect(quote.body).toMatchObject({
    discount: 9000,
    applied: [{ label: 'Price of your sample', code, amount: 9000 }],
    lines: [{ productId: 'oud-100', discount: 9000 }],
  });
  const { order } = await buy(both, { code, discount: 9000 });
  expect(order).toMatchObject({ discountKobo: 900_000, promotion: { lines: [900_000, 0, 0] } });
  expect(await codes()).toBeUndefined();
  const again = await place(BOTTLE, { code, discount: 9000 });
  expect(again.body.fields.code).toBe(`The code ${code} has been used as often as it can be.`);
  expect(await violations(shop)).toEqual([]);
});

test('it does not work for another fragrance, a sample or another customer, or after its last day', async () => {
  const { order, code, codes } = await aCode();
  const refused = async (lines: Lines, change: Partial<InitializeBody> = {}) =>
    (await place(lines, { code, discount: 9000, ...change })).body.fields?.code;
  expect(await refused([['rose', 10_000, 1]])).toMatch(/It is for bottles of the fragrance/);
  expect(await refused([['oud-5', 6000, 1]])).toMatch(/It is for bottles of the fragrance/);
  expect(await refused(BOTTLE, { email: 'other@example.com' })).toMatch(/to another customer/);
  const { db } = shop.services;
  const end = (ms: number) =>
    db
      .update(promotionCodes)
      .set({ terms: sql`jsonb_set(terms, '{endsAt}', ${ms}::text::jsonb)` })
      .where(eq(promotionCodes.code, code));
  await end(Date.now() - 1);
  expect(await refused(BOTTLE)).toBe(`The code ${code} has ended.`);
  expect(await codes()).toBeUndefined();
  await end(Date.now() + 60_000);
  // Nobody knows any longer whom it belonged to.
  await db
    .update(orders)
    .set({ eraseAt: new Date(0) })
    .where(eq(orders.id, order.id));
  await eraseOrders(db);
  expect(await refused(BOTTLE)).toMatch(/to another customer/);
});

test('a payment that is reported many times creates one code, for the paid amount', async () => {
  await make(shop, { code: 'HALF', per_cent: '50' });
  const lines: Lines = [['rose-try', 3000, 2]];
  const { order, codes } = await buy(lines, { code: 'HALF', discount: 3000 });
  await Promise.all(
    Array.from({ length: 5 }, () => shop.services.settlement.verify(order.reference)),
  );
  await shop.services.settlement.ask(order);
  expect(await codes()).toMatchObject([{ discount: 3000 }]);
  expect(await shop.services.db.$count(promotionCodes, eq(promotionCodes.orderId, order.id))).toBe(
    1,
  );
});

test('it ends when all of the money is refunded; earlier uses stay', async () => {
  const first = await aCode();
  const give = (order: OrderRow, amountKobo: number | null = null) =>
    recordByHand(shop.services, order.id, { ...REFUND, amountKobo });
  await give(first.order, 100_000);
  expect(await first.codes()).toHaveLength(1);
  await give(first.order);
  expect(await first.codes()).toBeUndefined();
  const refused = await place(BOTTLE, { code: first.code, discount: 9000 });
  expect(refused.body.fields.code).toBe(`The code ${first.code} has ended.`);

  const second = await aCode();
  const { order } = await buy(BOTTLE, { code: second.code, discount: 9000 });
  await give(second.order);
  expect(await shop.orderOf(order.reference)).toMatchObject({
    status: 'paid',
    discountKobo: 900_000,
    promotion: { code: second.code },
  });
  expect(await violations(shop)).toEqual([]);
});

test('a recovered order has the same code, and a recovered order that used it still counts as a use', async () => {
  const other = await opened(30);
  const parts = { DATABASE_URL: other.databaseUrl, DATA_DIR: other.dataDir };
  const settings = readSettings({ ...given, ...parts });
  const { db } = other.services;
  try {
    const { order: sample, code } = await aCode(other);
    const { order: bottle } = await buy(BOTTLE, { code, discount: 9000 }, other);
    const unused = await aCode(other);
    for (const lost of [bottle, sample, unused.order]) await forget(other, lost);
    // A backup from before the first sample has no promotion for them either.
    await db.delete(promotions);
    // The bottle comes back before its code does.
    for (const { reference } of [bottle, sample, unused.order]) {
      expectMade(await rebuildOn(other, reference, { settings, sealKeys: sealKeys([KEY]) }));
    }
    expect(await usesOf(other, 'samples')).toBe(1);
    const used = await place(BOTTLE, { code, discount: 9000 }, other);
    expect(used.body.fields.code).toMatch(/has been used/);
    expect(await told(unused.order, other)).toContain(unused.code);
    const { order } = await buy(BOTTLE, { code: unused.code, discount: 9000 }, other);
    expect(order.discountKobo).toBe(900_000);
    expect(await violations(other)).toEqual([]);
  } finally {
    await other.close();
  }
});

test('the merchant has one promotion for all of them, which a shop setting ends', async () => {
  await aCode();
  const { db } = shop.services;
  const listed = (await listPromotions(db)).filter(({ id }) => id === 'samples');
  expect(listed.map((row) => summaryOf(row).slice(0, 2))).toEqual([
    ['running', 'what a sample cost off its bottle'],
  ]);
  const refusals = [
    await stopPromotion(db, BOLA, 'samples'),
    await makeCodes(db, BOLA, 'samples', { count: 1, beginning: '' }),
  ];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      refusal: { code: 'conflict', message: expect.stringContaining('sampleCreditDays') },
    });
  }
});

test('no code is created while the shop does not offer it', async () => {
  const plain = await opened(0);
  try {
    const { order, codes } = await buy(TWO_OF_OUD, {}, plain);
    expect(await codes()).toBeUndefined();
    expect(await plain.services.db.$count(promotionCodes)).toBe(0);
    expect(await told(order, plain)).toContain('is confirmed');
    expect(await told(order, plain)).not.toContain('SAMPLE-');
  } finally {
    await plain.close();
  }
});
