import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { decideCode } from '#backend/order-book/deciding-codes.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import type { RefundRequest } from '#backend/refunds/request.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import { takeShopChanges } from '#config/shop.ts';
import type { Person } from '../admin/office.harness.ts';
import { formOf, openOrdersOffice } from '../admin/orders-office.harness.ts';
import { BOLA, orderBody, product, REFUND } from '../shop.harness.ts';
import { make, usesOf, violations } from './promotions.harness.ts';

/**
 * Samples that are refunded while their order keeps other money: their codes, the samples left, and what else still
 * counts. An order has a rose sample for ₦4,500, a musk sample for ₦3,000 and a bottle of Oud for ₦10,000; delivery
 * costs ₦3,000.
 */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let owner: Person;
beforeAll(async () => {
  shop = await openOrdersOffice({ SAMPLES_PER_CUSTOMER: '3' }, [
    product({ id: 'rose', name: 'Rose', group: 'rose', sizeMl: 50 }),
    product({
      id: 'rose-try',
      name: 'Rose sample',
      group: 'rose',
      sample: 1,
      priceKobo: 450_000,
      stock: 900,
    }),
    product({ id: 'musk', name: 'Musk', group: 'musk', sizeMl: 50 }),
    product({
      id: 'musk-try',
      name: 'Musk sample',
      group: 'musk',
      sample: 1,
      priceKobo: 300_000,
      stock: 900,
    }),
  ]);
  takeShopChanges({ sampleCreditDays: 30 });
  owner = await shop.signIn('owner', 'Bola');
});
afterAll(() => shop.close());

type Lines = Parameters<typeof orderBody>[0];
const THREE: Lines = [
  ['rose-try', 4500, 1],
  ['musk-try', 3000, 1],
  ['oud', 10_000, 1],
];
let customers = 0;
/** Makes a paid order of a new customer. Returns it with its codes, the rose sample's first. */
async function buy(lines: Lines = THREE) {
  const email = `customer${++customers}@example.com`;
  const key = `returned-samples-${customers}`.padEnd(24, '-');
  const order = await shop.pay(1, orderBody(lines, { email }), { 'idempotency-key': key });
  const rows = await shop.services.db
    .select()
    .from(promotionCodes)
    .where(eq(promotionCodes.orderId, order.id));
  const codes = rows.toSorted((a, b) => (b.terms?.kobo ?? 0) - (a.terms?.kobo ?? 0));
  const [rose, musk] = codes.map(({ code }) => code);
  return { order, email, key, rose: rose ?? '', musk: musk ?? '' };
}
type Bought = Awaited<ReturnType<typeof buy>>;

/**
 * Returns whether each code can be used: by the page of its order, and by the quote and the order of a bottle, which
 * must agree.
 */
async function counting({ order, email, key, rose, musk }: Bought) {
  const shown = (await shop.get(`/api/order/shared/${key}`)).body.sampleCodes ?? [];
  const counts: Record<string, boolean> = {};
  for (const [name, code] of Object.entries({ rose, musk })) {
    counts[name] = shown.some((one: { code: string }) => one.code === code);
    const items = [{ productId: name, quantity: 1 }];
    const quote = async (headers = {}) =>
      (await shop.post('/api/promotions/quote', { items, code, email }, headers)).body;
    // A stranger who has read the code learns what it is for.
    expect(await quote()).toMatchObject({ applied: [{ code }] });
    const { refused } = await quote({ 'previous-attempts': key });
    expect(refused?.message, code).toBe(counts[name] ? undefined : `The code ${code} has ended.`);
    if (refused === undefined) continue;
    const body = orderBody([[name, 10_000, 1]], { email, code, discount: 0 });
    const answer = await shop.post('/api/payment/initialize', body);
    expect(answer.body.fields?.code).toBe(`The code ${code} has ended.`);
  }
  expect(order.status).toBe('paid');
  return counts;
}
const BOTH = { rose: true, musk: true };
const NONE = { rose: false, musk: false };

const byHand = (order: OrderRow, request: Partial<RefundRequest>) =>
  recordByHand(shop.services, order.id, { ...REFUND, ...request });
const emailsTo = (email: string) =>
  shop.services.db
    .select()
    .from(emails)
    .where(eq(emails.recipient, email))
    .orderBy(emails.createdAt);
const ENDED = /The code (\S+) \(₦[\d,]+ off \w+, until .*?\) has ended, because money/g;
/** Returns the ended codes in the emails to a customer, in order. */
const told = async (email: string) =>
  (await emailsTo(email)).flatMap(({ text }) =>
    [...text.replace(/\s+/g, ' ').matchAll(ENDED)].map(([, code]) => code),
  );
const page = (order: OrderRow) => `/admin/orders/${order.id}`;

describe('the code of a sample ends', () => {
  test('when its line is refunded by hand in the office, even if the order keeps other money', async () => {
    const bought = await buy();
    const { order, rose, email } = bought;
    const action = `${page(order)}/refunded`;
    const seen = await owner.open(page(order));
    expect(seen.text).toMatch(
      /1 × Rose sample: ₦4,500 1 × Musk sample: ₦3,000 1 × Oud Royal: ₦10,000 Delivery Something else/,
    );
    const fields = { how: 'part', amount: '4500', reason: 'Leaked' };
    const asked = await owner.send(formOf(seen, action), fields);
    expect([asked.status, asked.text]).toEqual([
      400,
      expect.stringContaining('Choose what this part is for.'),
    ]);
    const again = formOf(asked, action);
    expect(again.fields).toEqual(
      expect.arrayContaining([
        ['how', 'part'],
        ['amount', '4500'],
        ['reason', 'Leaked'],
        ['for', ''],
      ]),
    );
    await owner.send(again, { for: '1' });
    const { text } = await owner.open(page(order));
    expect(text).toContain(`${rose}, ₦4,500 off Rose, until `);
    expect(text).toMatch(/ended by the refund of ₦4,500 for Rose sample Give it back/);
    expect(text).toContain('Refund of ₦4,500 for Rose sample: by hand');
    expect(await counting(bought)).toEqual({ rose: false, musk: true });
    expect(await told(email)).toEqual([rose]);
  });

  test('when Paystack refunds its line, requested by its product’s id; and counts again if that fails', async () => {
    const bought = await buy();
    const { order, rose } = bought;
    const request = { ...REFUND, amountKobo: 450_000, for: 'rose-try' };
    await shop.services.refunds.refund(order.id, request);
    expect(await counting(bought)).toEqual({ rose: false, musk: true });
    expect(await told(bought.email)).toEqual([rose]);
    await shop.happen(order.reference, { event: 'refund.failed', amount: 450_000 });
    await vi.waitFor(async () => expect(await counting(bought)).toEqual(BOTH));
  });

  test('by no refund of another line, of delivery or of something else', async () => {
    const bought = await buy();
    await byHand(bought.order, { amountKobo: 1_000_000, for: '3' });
    await byHand(bought.order, { amountKobo: 300_000, for: 'delivery' });
    await byHand(bought.order, { amountKobo: 450_000, for: 'other' });
    expect(await counting(bought)).toEqual(BOTH);
    expect(await told(bought.email)).toEqual([]);
  });

  test.each([
    [300_000, { rose: true, musk: false }],
    [450_000, NONE],
    [299_900, BOTH],
  ])(
    'by a refund of %s kobo in the dashboard, which names nothing, if it is at least the price',
    async (amount, left) => {
      const bought = await buy();
      const { order, musk, rose, email } = bought;
      await shop.happen(order.reference, { event: 'refund.processed', amount });
      await vi.waitFor(async () =>
        expect(await shop.services.db.$count(refunds, eq(refunds.orderId, order.id))).toBe(1),
      );
      expect(await counting(bought)).toEqual(left);
      const ended = [rose, musk].filter((_, at) => !Object.values(left)[at]);
      expect((await told(email)).sort()).toEqual(ended.sort());
    },
  );

  test('by a dispute that took at least its price, and not by one that was declined', async () => {
    const { db } = shop.services;
    const promotion = await make(shop, { code: 'DISPUTED', limit: '9' });
    for (const [resolution, left] of [
      ['declined', BOTH],
      ['merchant-accepted', NONE],
    ] as const) {
      const bought = await buy();
      const { order, email } = bought;
      for (const event of ['charge.dispute.create', 'charge.dispute.resolve'])
        await shop.happen(order.reference, { event, resolution });
      await vi.waitFor(async () =>
        expect(
          await db.select().from(disputes).where(eq(disputes.orderId, order.id)),
        ).toMatchObject([{ resolution }]),
      );
      expect(await counting(bought)).toEqual(left);
      expect(await told(email)).toHaveLength(left.rose ? 0 : 2);
      expect((await emailsTo(email)).at(-1)?.subject).toMatch(
        left.rose ? /is confirmed$/ : /^Your bank gives back ₦20,500 /,
      );
    }
    const order = await shop.pay(1, {
      code: 'DISPUTED',
      discount: 1000,
      email: 'disputed@example.com',
    });
    await shop.happen(order.reference, { event: 'charge.dispute.create' });
    await shop.happen(order.reference, { event: 'charge.dispute.resolve' });
    await vi.waitFor(async () =>
      expect(await db.select().from(disputes).where(eq(disputes.orderId, order.id))).toMatchObject([
        { hasTaken: true },
      ]),
    );
    // She has the goods, and her money from the bank: a lost dispute returns no use, and nothing more is sent.
    expect(await usesOf(shop, promotion.id)).toBe(1);
    expect((await owner.open('/admin/orders?show=unpacked')).html).not.toContain(order.id);
  });

  test('when the whole payment is refunded, in any parts; the last one reports it', async () => {
    const bought = await buy();
    const { order, email, rose, musk } = bought;
    for (const what of ['3', 'delivery', 'other'])
      await byHand(order, { amountKobo: 250_000, for: what });
    expect(await counting(bought)).toEqual(BOTH);
    await byHand(order, { for: 'other' });
    expect(await counting(bought)).toEqual(NONE);
    expect((await told(email)).sort()).toEqual([musk, rose].sort());
    expect((await emailsTo(email)).at(-1)?.text).toContain(rose);
  });

  test('for a code from before refunds named lines, when any sample of its fragrance is refunded', async () => {
    const bought = await buy();
    await shop.services.db.update(promotionCodes).set({ terms: sql`terms - 'lines'` });
    await byHand(bought.order, { amountKobo: 100_000, for: '2' });
    expect(await counting(bought)).toEqual({ rose: true, musk: false });
  });

  test('silently if she has used it', async () => {
    const { order, email, rose } = await buy();
    await shop.pay(1, orderBody([['rose', 10_000, 1]], { email, code: rose, discount: 4500 }));
    await byHand(order, { amountKobo: 450_000, for: '1' });
    expect(await told(email)).toEqual([]);
    expect((await owner.open(page(order))).text).toMatch(/₦4,500 off Rose, until [^₦]*, used/);
  });
});

test('the database accepts no line without its kind, and no unknown kind', async () => {
  const { order } = await buy();
  const add = (row: object) =>
    shop.services.db.insert(refunds).values({
      payment: order.reference,
      orderId: order.id,
      status: 'pending',
      amount: 1,
      currency: 'NGN',
      ...row,
    });
  for (const wrong of [
    { line: 0 },
    { purpose: 'line' },
    { purpose: 'other', line: 0 },
    { purpose: 'x' },
  ])
    await expect(add(wrong), JSON.stringify(wrong)).rejects.toThrow();
});

describe('two requests', () => {
  test('are a refund of one line and the same amount of another; the same line twice is one', async () => {
    const { order } = await buy();
    const { refunds: service } = shop.services;
    const request = (what: string) =>
      service.refund(order.id, { ...REFUND, amountKobo: 100_000, for: what });
    expect(await request('1')).toMatchObject({
      value: { kind: 'made', refund: { purpose: 'line', line: 0 } },
    });
    expect(await request('2')).toMatchObject({ value: { kind: 'made' } });
    expect(await request('rose-try')).toMatchObject({ value: { kind: 'known' } });
    expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
    expect(await request('4')).toMatchObject({
      refusal: { code: 'invalid', message: expect.stringContaining("has no line '4'") },
    });
    expect(await violations(shop)).toEqual([]);
  });

  test('pressed by two people at once, of two lines, is shown to the second before she pays it, too', async () => {
    const { order } = await buy();
    const other = await shop.signIn('owner', 'Ngozi');
    const action = `${page(order)}/refund`;
    const late = formOf(await other.open(page(order)), action);
    const fields = { how: 'part', amount: '3000' };
    await owner.submit(page(order), action, { ...fields, for: '2' });
    const answer = await other.send(late, { ...fields, for: '1' });
    expect(answer.status).toBe(409);
    expect(formOf(answer, action).fields).toContainEqual(['for', '1']);
    await other.send(formOf(answer, action));
    expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
  });

  test('are two for a person who has to repeat a failed refund', async () => {
    const { order } = await buy();
    await shop.services.refunds.refund(order.id, { ...REFUND, amountKobo: 300_000, for: '2' });
    await shop.happen(order.reference, { event: 'refund.failed', amount: 300_000 });
    const due = async () => (await owner.open('/admin/orders?show=refund')).html.includes(order.id);
    await vi.waitFor(async () => expect(await due()).toBe(true));
    await byHand(order, { amountKobo: 300_000, for: 'delivery' });
    expect(await due()).toBe(true);
    await byHand(order, { amountKobo: 300_000, for: '2' });
    expect(await due()).toBe(false);
  });
});

describe('staff', () => {
  test('end a code and restore it on the page of its order, and its customer gets an email each time', async () => {
    const bought = await buy();
    const { order, rose, email } = bought;
    const action = `${page(order)}/code`;
    const press = (button: Record<string, string>) => owner.submit(page(order), action, button);
    expect((await press({ end: rose })).text).toMatch(
      /The code \S+ has ended\..*ended by staff Give it back/,
    );
    expect(await counting(bought)).toEqual({ rose: false, musk: true });
    expect((await press({ end: rose })).text).toContain(`The code ${rose} has ended already.`);
    expect((await press({ 'give-back': rose })).text).toContain(`The code ${rose} counts again.`);
    expect(await counting(bought)).toEqual(BOTH);
    expect((await press({ 'give-back': 'SAMPLE-X' })).text).toContain(
      'No sample has the code SAMPLE-X.',
    );
    const subjects = (await emailsTo(email)).map(({ subject }) => subject);
    expect(subjects.slice(1)).toEqual([
      `Your Turare code ${rose} has ended`,
      `Your Turare code ${rose} counts again`,
    ]);
    expect(await actionsOn(shop.services.db, order.id)).toMatchObject([
      { action: 'order.give-code-back', recordedBy: 'Bola', detail: rose },
      { action: 'order.end-code', recordedBy: 'Bola', detail: rose },
    ]);
    const { text } = await owner.open(page(order));
    expect(text).toContain(`Code given back: ${rose}`);
    expect(text).toContain(`: Your Turare code ${rose} counts again`);
    expect((await owner.open('/admin/log')).text).toContain('order give code back');
    // Her emails go with her data.
    const { db } = shop.services;
    await db
      .update(orders)
      .set({ eraseAt: new Date(0) })
      .where(eq(orders.id, order.id));
    await eraseOrders(db);
    expect(await emailsTo(email)).toEqual([]);
  });

  test('restore a code that a refund had ended; a later refund of its line ends it again', async () => {
    const bought = await buy();
    const { order, rose } = bought;
    await byHand(order, { amountKobo: 450_000, key: 'nameless' });
    expect(await counting(bought)).toEqual(NONE);
    expect(await decideCode(shop.services, BOLA, rose.toLowerCase(), false)).toMatchObject({
      ok: true,
    });
    expect(await counting(bought)).toEqual({ rose: true, musk: false });
    await byHand(order, { amountKobo: 100_000, for: 'delivery' });
    expect(await counting(bought)).toEqual({ rose: true, musk: false });
    await byHand(order, { amountKobo: 100_000, for: '1' });
    expect(await counting(bought)).toEqual(NONE);
    expect((await told(bought.email)).filter((code) => code === rose)).toHaveLength(2);
  });

  test('who pack see the codes, but cannot change them', async () => {
    const { order, rose } = await buy();
    const packer = await shop.signIn('packer', 'Musa');
    const seen = await packer.open(page(order));
    expect(seen.text).toContain(rose);
    expect(seen.html).not.toContain(`value="${rose}"`);
    const form = formOf(await owner.open(page(order)), `${page(order)}/code`);
    expect((await packer.send(form, { end: rose })).status).toBe(403);
    expect(
      await decideCode(shop.services, { name: 'Musa', role: 'packer' }, rose, true),
    ).toMatchObject({ refusal: { code: 'forbidden' } });
  });
});

describe('of three samples a customer may order again', () => {
  const left = async (email: string) => {
    const body = orderBody([['rose-try', 4500, 4]], { email });
    const { message } = (await shop.post('/api/payment/initialize', body)).body;
    return Number(/may still order (\d)/.exec(message)?.[1] ?? 0);
  };

  test('all, once their order is refunded by hand', async () => {
    const { order, email } = await buy([['rose-try', 4500, 3]]);
    expect(await left(email)).toBe(0);
    await byHand(order, {});
    expect(await left(email)).toBe(3);
  });

  test('those whose line, or unit of a line, was refunded', async () => {
    const { order, email } = await buy([
      ['rose-try', 4500, 2],
      ['musk-try', 3000, 1],
      ['oud', 10_000, 1],
    ]);
    await byHand(order, { amountKobo: 450_000, for: 'other' });
    await byHand(order, { amountKobo: 449_900, for: '1' });
    expect(await left(email)).toBe(0);
    await byHand(order, { amountKobo: 100, for: '1' });
    expect(await left(email)).toBe(1);
    await byHand(order, { amountKobo: 300_000, for: '2' });
    expect(await left(email)).toBe(2);
  });

  test('none for a dispute that was lost', async () => {
    const { order, email } = await buy([['rose-try', 4500, 2]]);
    await shop.happen(order.reference, { event: 'charge.dispute.create' });
    await shop.happen(order.reference, { event: 'charge.dispute.resolve' });
    await vi.waitFor(async () => expect(await told(email)).toHaveLength(1));
    expect(await left(email)).toBe(1);
  });
});
