import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { eraseOrders } from '#backend/order-book/erasure.ts';
import { orders } from '#backend/orders/tables.ts';
import { refundAccounts } from '#backend/refund-accounts/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { openRefundShop, type RefundShop } from './refund-shop.harness.ts';

/** Refunds to a bank account (decision 55), with the real adapter, the sandbox and its webhooks. */
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

type Order = Awaited<ReturnType<RefundShop['pay']>>;

const ACCOUNT = { bank: '3', number: '0123456789' };
const BOLA = { name: 'Bola', role: 'owner' } as const;

/** Returns the emails to the customer about the account of a refund, oldest first. */
const told = (order: Order, kind: string) =>
  shop.services.db
    .select()
    .from(emails)
    .where(
      sql`${like(emails.id, `${kind}:%`)} and ${like(emails.subject, `%#${orderNumber(order.id)}%`)}`,
    )
    .orderBy(emails.createdAt);

/** Returns the secret of the last link. */
async function keyOf(order: Order): Promise<string> {
  const last = (await told(order, 'refund-account')).at(-1);
  return /#key=([\w-]+)/.exec(last?.text ?? '')?.[1] ?? '';
}

/** Makes a refund that Paystack cannot route. */
async function stuck() {
  const order = await shop.pay();
  await shop.refund(order);
  await shop.happen(order.reference, { event: 'refund.needs-attention' });
  await shop.reach(order, 'needs_customer');
  return { order, key: await keyOf(order) };
}

const find = (key: string) => shop.get(`/api/refund-account/${key}`);
const nameOf = (key: string, account: object = ACCOUNT) =>
  shop.post(`/api/refund-account/${key}/name`, account);
const send = (key: string, account: object = ACCOUNT) =>
  shop.post(`/api/refund-account/${key}`, account);
const statusAtPaystack = async (order: Order) =>
  (await shop.refundsAtPaystack(order)).map(({ status }) => status);
const rowsOf = ({ id }: Order) =>
  shop.services.db.select().from(refundAccounts).where(eq(refundAccounts.orderId, id));
const GONE = { status: 410, body: { code: 'refund_link_ended' } };

describe('the link in the email', () => {
  test('leads from the account to the money: bank, name, sent, paid', async () => {
    const { order, key } = await stuck();
    const open = { state: 'open', order: orderNumber(order.id), amount: 13_000, account: null };
    expect(await find(key)).toMatchObject({ status: 200, body: open });
    expect((await find(key)).body.banks).toContainEqual({ id: '3', name: 'Guaranty Trust Bank' });
    expect((await nameOf(key)).body).toEqual({ name: 'SANDBOX CUSTOMER' });
    const sent = {
      state: 'sent',
      account: { bank: 'Guaranty Trust Bank', lastDigits: '6789' },
    };
    expect(await send(key)).toMatchObject({ status: 200, body: sent });
    expect(await statusAtPaystack(order)).toEqual(['processing']);
    await shop.reach(order, 'processing');
    expect(await find(key)).toMatchObject({ body: sent });
    const [email, ...more] = await told(order, 'refunded');
    expect([email?.text.includes('the way you paid'), more]).toEqual([true, []]);
    expect((await told(order, 'refund-sent'))[0]?.text).toContain('ends in 6789');
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'done');
    expect(await find(key)).toMatchObject({ body: sent });
    await shop.expectSound();
  });

  test('stores no account number, in no table', async () => {
    const { order, key } = await stuck();
    const number = '9876501234';
    await nameOf(key, { ...ACCOUNT, number });
    await send(key, { ...ACCOUNT, number });
    const { rows } = await shop.services.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of rows) {
      const found = await shop.services.db.execute(
        sql`select 1 from ${sql.identifier(name)} t where t::text like ${`%${number}%`}`,
      );
      expect([name, found.rows.length]).toEqual([name, 0]);
    }
    expect(await rowsOf(order)).toMatchObject([{ lastDigits: '1234', givenBy: null }]);
  });

  test('says at the field what is wrong, and keeps waiting', async () => {
    const { order, key } = await stuck();
    const wrong = async (account: object, field: string) =>
      expect(await nameOf(key, { ...ACCOUNT, ...account })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', fields: { [field]: expect.any(String) } },
      });
    await wrong({ number: '123' }, 'number');
    await wrong({ bank: '99' }, 'bank');
    await wrong({ bank: '' }, 'bank');
    // No bank of the sandbox has such a number.
    await wrong({ number: '0001234567' }, 'number');
    expect((await nameOf(key, { ...ACCOUNT, number: '012-345 6789' })).status).toBe(200);
    expect(await statusAtPaystack(order)).toEqual(['needs_customer']);
    expect(await find(key)).toMatchObject({ body: { state: 'open' } });
  });

  test('looks up ten names, whether or not the bank knows them', async () => {
    const { key } = await stuck();
    for (let round = 0; round < 10; round += 1)
      await nameOf(key, { ...ACCOUNT, number: round % 2 ? ACCOUNT.number : '0001234567' });
    expect(await nameOf(key)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(await send(key)).toMatchObject({ body: { state: 'sent' } });
  });

  test('ends with a dispute, after a refund by hand, after 14 days, and for strangers', async () => {
    const disputed = await stuck();
    await shop.happen(disputed.order.reference, { event: 'charge.dispute.create' });
    await vi.waitFor(async () => expect(await find(disputed.key)).toMatchObject(GONE));
    expect(await send(disputed.key)).toMatchObject(GONE);
    expect(await statusAtPaystack(disputed.order)).toEqual(['needs_customer']);

    const byHand = await shop.pay(2);
    await shop.refund(byHand, { amountKobo: 500_000 });
    await shop.happen(byHand.reference, { event: 'refund.needs-attention' });
    await shop.reach(byHand, 'needs_customer');
    const key = await keyOf(byHand);
    await shop.byHand(byHand, { amountKobo: 500_000, for: 'other' });
    expect(await send(key)).toMatchObject(GONE);

    const old = await stuck();
    await shop.services.db
      .update(refundAccounts)
      .set({ askedAt: sql`now() - interval '15 days'` })
      .where(eq(refundAccounts.orderId, old.order.id));
    expect(await nameOf(old.key)).toMatchObject(GONE);
    expect(await find('a'.repeat(43))).toMatchObject(GONE);
  });

  test('comes once, however often Paystack reports the same', async () => {
    const { order } = await stuck();
    await shop.happen(order.reference, { event: 'refund.needs-attention' });
    await shop.later(order);
    await shop.sweep();
    expect(await told(order, 'refund-account')).toHaveLength(1);
    expect(await told(order, 'merchant-refund-account')).toHaveLength(1);
    expect(await told(order, 'merchant-refund-failed')).toEqual([]);
  });

  test('comes again when the account did not work either, and the first one ends', async () => {
    const { order, key } = await stuck();
    await send(key);
    await shop.reach(order, 'processing');
    await shop.happen(order.reference, { event: 'refund.needs-attention' });
    // The webhook is the same as the first one, and counts as repeated. The list says that it is not.
    await shop.later(order);
    await shop.sweep();
    await shop.reach(order, 'needs_customer');
    expect(await find(key)).toMatchObject(GONE);
    const again = await keyOf(order);
    expect(await send(again, { ...ACCOUNT, number: '1112223334' })).toMatchObject({
      body: { state: 'sent', account: { lastDigits: '3334' } },
    });
  });
});

describe('an answer that is lost', () => {
  test.each(['cut', 'shape', 'empty'])(
    '%s: the refund’s state decides, and it is sent once',
    async (kind) => {
      const { order, key } = await stuck();
      await shop.break({ on: 'retry', kind, email: order.email });
      const first = await send(key);
      // 'cut' has done it; the other two have not, and she has to wait until that is certain.
      expect(first.status).toBe(kind === 'cut' ? 200 : 503);
      if (kind !== 'cut') {
        expect(await find(key)).toMatchObject({ body: { state: 'sending' } });
        expect((await send(key, { ...ACCOUNT, number: '1112223334' })).status).toBe(503);
        await shop.services.db
          .update(refundAccounts)
          .set({ claimedUntil: sql`now()` })
          .where(eq(refundAccounts.orderId, order.id));
        expect(await send(key)).toMatchObject({ body: { state: 'sent' } });
      }
      expect(await statusAtPaystack(order)).toEqual(['processing']);
      await shop.expectSound();
    },
  );

  test('and no webhook: the list tells', async () => {
    const { order, key } = await stuck();
    await shop.break({ on: 'retry', kind: 'cut', email: order.email });
    await shop.break({ on: 'webhook', kind: 'lost', email: order.email });
    expect((await send(key)).status).toBe(200);
    await shop.reach(order, 'processing');
    expect(await find(key)).toMatchObject({
      body: { state: 'sent', account: { lastDigits: '6789' } },
    });
  });

  test('two tabs at once: one account is taken, and both hear which', async () => {
    const { order, key } = await stuck();
    const both = await Promise.all([send(key), send(key, { ...ACCOUNT, number: '1112223334' })]);
    const sent = both.filter(({ status }) => status === 200);
    expect(sent.length).toBeGreaterThan(0);
    const [row] = await rowsOf(order);
    for (const { body } of sent)
      expect(body).toMatchObject({ state: 'sent', account: { lastDigits: row?.lastDigits } });
    expect(await statusAtPaystack(order)).toEqual(['processing']);
  });
});

describe('an owner who was told the account', () => {
  const enter = (id: number, change: object = {}) =>
    shop.services.refundAccounts.enter(id, {
      ...ACCOUNT,
      name: 'Sandbox Customer',
      actor: BOLA,
      ...change,
    });

  test('sends it if the name is the bank’s, which ends the link', async () => {
    const { order, key } = await stuck();
    const [refund] = await shop.rowsOf(order);
    const id = refund?.id ?? 0;
    expect(await enter(id, { name: 'Somebody Else' })).toMatchObject({
      refusal: { fields: { name: expect.stringContaining('SANDBOX CUSTOMER') } },
    });
    expect(await enter(id, { actor: { ...BOLA, role: 'packer' } })).toMatchObject({
      refusal: { code: 'forbidden' },
    });
    expect(await statusAtPaystack(order)).toEqual(['needs_customer']);
    expect(await find(key)).toMatchObject({ body: { state: 'open' } });
    expect(await enter(id)).toMatchObject({ ok: true, value: expect.stringContaining('6789') });
    expect(await statusAtPaystack(order)).toEqual(['processing']);
    expect(await find(key)).toMatchObject(GONE);
    expect(await rowsOf(order)).toMatchObject([
      { keyHash: expect.any(String) },
      { givenBy: 'Bola' },
    ]);
    expect((await told(order, 'refund-sent'))[0]?.text).toContain('ends in 6789');
  });
});

test('accounts and their emails are erased with the order', async () => {
  const { order, key } = await stuck();
  await send(key);
  const { db } = shop.services;
  await db.update(orders).set({ eraseAt: sql`now()` }).where(eq(orders.id, order.id));
  await eraseOrders(db);
  expect(await rowsOf(order)).toEqual([]);
  expect(await told(order, 'refund-account')).toEqual([]);
  expect(await told(order, 'refund-sent')).toEqual([]);
});
