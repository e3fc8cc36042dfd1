import { eq, or, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { auditPayments } from '#backend/audit/payments.ts';
import { emails } from '#backend/mail/tables.ts';
import { orderItems, orders, webhookEvents } from '#backend/orders/tables.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import type { RebuildParts } from '#backend/payments/rebuild/rebuild.ts';
import { readSealKeys, sealKeys } from '#backend/payments/sealed/keys.ts';
import { stateOf } from '#backend/paystack/transaction.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { readSettings, type Settings } from '#backend/settings/settings.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import { eachExtra, orderExtras } from '#domain/orders/order-extras.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { withoutTriggers } from '../../database/without-triggers.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { orderBody, product, REFUND } from '../shop.harness.ts';
import { expectMade, forget, manyLines, manyProducts, rebuildOn } from './rebuild.harness.ts';

/** Orders missing from a restored backup, rebuilt from the sandbox's record of their payments. */
const KEY = 'one secret of the shop in the tests';
let shop: SandboxShop;
let settings: Settings;
beforeAll(async () => {
  const given = { ORDER_SEAL_KEY: KEY, RESERVED_PER_EMAIL: '1000' };
  shop = await openSandboxShop({
    products: [
      ...['oud', 'musk', 'rose', 'last'].map((id) => product({ id, stock: 30 })),
      ...manyProducts,
    ],
    settings: given,
  });
  settings = readSettings({ ...given, DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir });
});
afterAll(() => shop.close());

const rebuild = (reference: string, change: Partial<RebuildParts> = {}) =>
  rebuildOn(shop, reference, { settings, sealKeys: sealKeys([KEY]), ...change });
/** Answers about a payment as Paystack does, except for a part. */
const otherwise = (
  change: (payment: ProviderPayment) => Partial<ProviderPayment>,
): Pick<RebuildParts, 'providers'> => ({
  providers: [
    {
      ...shop.paystack,
      async verify(reference: string) {
        const outcome = await shop.paystack.verify(reference);
        return outcome.ok
          ? { ...outcome, value: { ...outcome.value, ...change(outcome.value) } }
          : outcome;
      },
    },
  ],
});
const linesOf = (id: string) =>
  shop.services.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(orderItems.position);
const onHand = async (id: string) => {
  const [row] = await shop.services.db.select().from(stock).where(eq(stock.productId, id));
  return row?.onHand;
};
const emailsTo = (id: string) =>
  shop.services.db
    .select()
    .from(emails)
    .where(or(eq(emails.id, `paid:${id}`), eq(emails.id, `merchant-paid:${id}`)));
const count = () => shop.services.db.$count(orders);
async function expectSound(): Promise<void> {
  expect((await auditShop(shop.services.db, settings)).violations).toEqual([]);
  const asked = await auditPayments(shop.services.db, [shop.paystack], { days: 1, pauseMs: 0 });
  expect(asked.violations).toEqual([]);
}
const rebuilt = async (...given: Parameters<typeof rebuild>) => expectMade(await rebuild(...given));
const LINES = [
  ['oud', 10_000, 2],
  ['musk', 10_000, 1],
] as const;
const CART = orderBody(LINES);

test('a paid order is recreated with its id, lines, sums, place, emails and stock, and the books agree', async () => {
  const extras = eachExtra(({ most }) => 'Two\nlines'.slice(0, most));
  const shippingInfo = { ...CART.shippingInfo, ...extras };
  const before = await shop.pay(1, orderBody(LINES, { shippingInfo }));
  const lines = await linesOf(before.id);
  await forget(shop, before);
  const stocked = await onHand('oud');
  const { known } = await rebuilt(before.reference);
  expect(known).toBe(false);
  const order = await shop.orderOf(before.reference);
  const same = [
    'id',
    'reference',
    'purchaseId',
    'email',
    'fullName',
    'phone',
    'phoneE164',
    'address',
    'city',
    'state',
    'country',
    'shippingEmail',
    'shippingPlace',
    'feeKobo',
    'totalKobo',
    'received',
    'providerId',
    'channel',
    'delivery',
    'paidAt',
    ...orderExtras.map(({ name }) => name),
  ] as const;
  for (const column of same) expect(order[column], column).toEqual(before[column]);
  expect(order).toMatchObject({ status: 'paid', rebuiltWithout: null, refundNeeded: false });
  expect(order.rebuiltAt).toBeInstanceOf(Date);
  expect(order.createdAt.getTime()).toBe(before.createdAt.getTime());
  expect(await linesOf(order.id)).toEqual(lines);
  expect(await onHand('oud')).toBe((stocked ?? 0) - 2);
  const told = await emailsTo(order.id);
  expect(told).toHaveLength(2);
  expect(told.find(({ recipient }) => recipient === order.email)?.text).toMatch(
    /rebuilt your order from your payment.*\n?.*paid once/s,
  );
  expect(told.find(({ id }) => id.startsWith('merchant'))?.text).toContain('Rebuilt');
  expect(await actionsOn(shop.services.db, order.id)).toMatchObject([
    { action: 'order.rebuild', recordedBy: 'Bola', detail: expect.stringContaining('₦33,000') },
  ]);
  await expectSound();
});

test('twice, by four at once, or with the order in the old database: one order, one movement, one email', async () => {
  const before = await shop.pay(1, CART);
  await forget(shop, before);
  const all = await Promise.all([1, 2, 3, 4].map(() => rebuilt(before.reference)));
  expect(all.filter(({ known }) => !known)).toHaveLength(1);
  expect(new Set(all.map(({ order }) => order.id))).toEqual(new Set([before.id]));
  expect((await rebuilt(before.reference)).known).toBe(true);
  expect(await emailsTo(before.id)).toHaveLength(2);
  expect(await actionsOn(shop.services.db, before.id)).toHaveLength(1);
  // Its payment arrives again as an event.
  await shop.happen(before.reference, { event: 'charge.success' });
  await expectSound();

  const there = await shop.pay(1, CART);
  expect(await rebuilt(there.reference)).toMatchObject({ known: true, order: { rebuiltAt: null } });
});

test('an order whose id is taken gets a new one', async () => {
  const before = await shop.pay(1, CART);
  await forget(shop, before);
  const other = await shop.pay(1, CART);
  await withoutTriggers(shop, async (transaction) => {
    for (const table of ['order_items', 'stock_movements', 'order_search', 'payments'])
      await transaction.execute(
        sql`update ${sql.identifier(table)} set order_id = ${before.id} where order_id = ${other.id}`,
      );
    await transaction.execute(
      sql`update emails set id = replace(id, ${other.id}, ${before.id}) where id like ${`%${other.id}`}`,
    );
    await transaction.update(orders).set({ id: before.id }).where(eq(orders.id, other.id));
  });
  const { order } = await rebuilt(before.reference);
  expect(order.id).not.toBe(before.id);
  expect(order).toMatchObject({ reference: before.reference, status: 'paid' });
  await expectSound();
});

test('Paystack’s refunds and disputes are restored with it, and a refunded payment creates no order', async () => {
  const [before, whole] = [await shop.pay(1, CART), await shop.pay(1, CART)];
  const part = { event: 'refund.pending', amount: 500_000 };
  await shop.happen(before.reference, part);
  await shop.happen(before.reference, { event: 'charge.dispute.create', amount: 700_000 });
  await shop.happen(whole.reference, { event: 'refund.pending' });
  await vi.waitFor(async () => {
    expect(await shop.services.db.$count(disputes)).toBe(1);
    expect(await shop.services.db.$count(refunds)).toBe(2);
  });
  for (const order of [before, whole]) await forget(shop, order);
  for (const table of [disputes, refunds, webhookEvents]) await shop.services.db.delete(table);

  await shop.break({ on: 'disputes', kind: 'error' });
  expect(await rebuild(before.reference)).toMatchObject({ refusal: { code: 'unavailable' } });
  const { order } = await rebuilt(before.reference);
  expect(await moneyOf(shop.services.db, order.id)).toMatchObject({
    underWay: 500_000,
    remaining: 2_800_000,
  });
  expect(await shop.services.db.select().from(disputes)).toMatchObject([
    { orderId: before.id, isOpen: true, amount: 700_000 },
  ]);
  const refused = await shop.services.refunds.refund(order.id, REFUND);
  expect(refused).toMatchObject({ refusal: { message: expect.stringContaining('is disputed') } });
  expect(await rebuild(whole.reference)).toMatchObject({
    refusal: { code: 'conflict', message: expect.stringContaining('is paid back') },
  });
  await expectSound();
});

test('without stock a refund is due, and customer and merchant are informed', async () => {
  const before = await shop.pay(1, orderBody([['last', 10_000, 3]]));
  await forget(shop, before);
  await shop.services.db.update(stock).set({ onHand: 2 }).where(eq(stock.productId, 'last'));
  const { order } = await rebuilt(before.reference);
  expect(order).toMatchObject({
    status: 'cancelled',
    refundNeeded: true,
    remark: 'Rebuilt from its payment, but its bottles are not in stock',
  });
  expect(await onHand('last')).toBe(2);
  const [told] = await shop.services.db
    .select()
    .from(emails)
    .where(eq(emails.id, `refund-due:${order.id}`));
  expect(told?.text).toContain('no longer in stock');
  await expectSound();
});

test('a product that is gone keeps its name on the order, which says so; the others are sold', async () => {
  const before = await shop.pay(
    1,
    orderBody([
      ['rose', 10_000, 1],
      ['musk', 10_000, 1],
    ]),
  );
  await forget(shop, before);
  await shop.services.db.execute(sql`delete from products where id = 'rose'`);
  const stocked = await onHand('musk');
  const { order } = await rebuilt(before.reference);
  expect(order).toMatchObject({
    status: 'paid',
    rebuiltWithout: 'the product rose in the catalogue',
  });
  expect(await linesOf(order.id)).toMatchObject([
    { productId: 'rose', name: 'rose', quantity: 1, priceKobo: 1_000_000 },
    { productId: 'musk' },
  ]);
  expect(await onHand('musk')).toBe((stocked ?? 0) - 1);
  await expectSound();
});

test('lines that did not fit into the seal become one line, and the order says so', async () => {
  const before = await shop.pay(1, manyLines());
  const sold = await linesOf(before.id);
  await forget(shop, before);
  const { order } = await rebuilt(before.reference);
  expect(order).toMatchObject({
    status: 'paid',
    fullName: 'Not known',
    email: before.email,
    totalKobo: before.totalKobo,
    feeKobo: before.feeKobo,
  });
  const lines = await linesOf(order.id);
  const known = lines.slice(0, -1);
  const gone = sold.length - known.length;
  expect(gone).toBeGreaterThan(0);
  expect(order.rebuiltWithout).toMatch(
    new RegExp(`^${gone} of 100 products, the place of delivery, the name, the phone number, `),
  );
  expect(known.map(({ productId }) => productId)).toEqual(
    sold.slice(0, -gone).map(({ productId }) => productId),
  );
  expect(lines.at(-1)).toMatchObject({
    productId: '.not-sealed',
    name: 'Further products, which are not known any more',
    quantity: 1,
    priceKobo: gone * 1_000_000,
  });
  await expectSound();
});

test('an untrusted payment creates nothing, and the reason is given', async () => {
  const before = await shop.pay(1, CART);
  const other = await shop.pay(1, orderBody([['oud', 10_000, 1]]));
  await forget(shop, before);
  const made = await count();
  const foreign = await shop.paystack.verify(other.reference);
  if (!foreign.ok) throw new Error(foreign.refusal.message);
  const sealed = (payment: ProviderPayment) => String(payment.metadata?.sealed);
  const turned = (text: string) =>
    `${text.slice(0, 200)}${text[200] === 'A' ? 'B' : 'A'}${text.slice(201)}`;
  const tried: [Partial<RebuildParts>, RegExp][] = [
    [otherwise(() => ({ metadata: null })), /Nothing was sealed/],
    [otherwise(() => ({ metadata: { order_id: before.id } })), /Nothing was sealed/],
    [
      otherwise((payment) => ({ metadata: { sealed: turned(sealed(payment)) } })),
      /has been altered/,
    ],
    [otherwise(() => ({ metadata: foreign.value.metadata })), /another payment, amount or shop/],
    [{ sealKeys: sealKeys(['k'.repeat(32)]) }, /another key/],
    [
      { settings: { ...settings, SITE_URL: 'https://another.example' } },
      /another payment, amount or shop/,
    ],
    [
      otherwise(({ amountKobo }) => ({
        amountKobo: amountKobo - 1,
        requestedAmountKobo: amountKobo - 1,
      })),
      /another payment, amount or shop/,
    ],
    [otherwise(({ amountKobo }) => ({ amountKobo: amountKobo - 1 })), /amount_too_small/],
    [otherwise(() => ({ currency: 'GHS' })), /wrong_currency/],
    [otherwise(() => stateOf('reversed')), /Paystack says that the payment is reversed/],
    [otherwise(() => stateOf('abandoned')), /is abandoned/],
    [{ actor: { name: 'Chidi', role: 'packer' } }, /Only an owner/],
  ];
  for (const [change, words] of tried) {
    const result = await rebuild(before.reference, change);
    expect(result.ok ? 'made' : result.refusal.message).toMatch(words);
  }
  const never = await rebuild('tr-neverbegun');
  expect(never).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
  expect(await count()).toBe(made);
  // The unchanged payment still rebuilds its order, even after the key was replaced.
  const keys = sealKeys(['k'.repeat(32), KEY]);
  expect((await rebuilt(before.reference, { sealKeys: keys })).order.id).toBe(before.id);
});

test('Paystack stores nothing readable', async () => {
  const { reference, page } = await shop.begin(1);
  const kept = await shop.paystack.verify(reference);
  if (!kept.ok) throw new Error(kept.refusal.message);
  const text = JSON.stringify(kept.value.metadata);
  for (const word of ['Ada', 'Allen', '0803', 'oud']) expect(text).not.toContain(word);
  expect(kept.value.metadata).toMatchObject({ sealed: expect.stringMatching(/^[\w-]{512}$/) });
  await press(page, 'Pay now');
});

test('an erased person stays erased: no account, no email, and the data is erased as planned', async () => {
  const before = await shop.pay(1, orderBody([['oud', 10_000, 1]], { email: 'eze@example.com' }));
  const kept = await shop.pay(1, orderBody([['oud', 10_000, 1]], { email: 'eze@example.com' }));
  await forget(shop, before);
  // She has deleted her account; delivered orders are erased, pending ones follow.
  await shop.services.db
    .update(orders)
    .set({ eraseAt: sql`now() + interval '3 days'` })
    .where(eq(orders.id, kept.id));
  const { order } = await rebuilt(before.reference);
  expect(order).toMatchObject({ status: 'paid', accountId: null, eraseAt: expect.any(Date) });
  expect((await emailsTo(order.id)).map(({ id }) => id)).toEqual([`merchant-paid:${order.id}`]);
  // An existing erased order is not rebuilt.
  await shop.services.db
    .update(orders)
    .set({ fullName: '', email: '', address: '' })
    .where(eq(orders.id, kept.id));
  expect(await rebuilt(kept.reference)).toMatchObject({
    known: true,
    order: { fullName: '', address: '' },
  });
});

test('a shop without the setting keeps a secret of its own, the same for all its programs', async () => {
  const own = { ORDER_SEAL_KEY: [], DATA_DIR: shop.dataDir };
  const [first, second] = await Promise.all([readSealKeys(own), readSealKeys(own)]);
  expect(first).toEqual(second);
  expect(await readSealKeys(own)).toEqual(first);
});
