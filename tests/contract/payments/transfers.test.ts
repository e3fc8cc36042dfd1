import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { emails } from '#backend/mail/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { readSealKeys } from '#backend/payments/sealed/keys.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { orderBody, product } from '../shop.harness.ts';
import { expectMade, forget, rebuildOn } from './rebuild.harness.ts';

/** Transfers on our own page, with the real adapter and a sandbox that sends real webhooks. */

let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 1000 })],
    settings: { PAYMENT_WAYS: 'paystack,transfer', RESERVED_PER_EMAIL: '1000' },
    timeoutMs: 1500,
  });
});
afterAll(() => shop.close());

const TOTAL = 13_000;
let customers = 0;

/** Begins an order that is to be paid by transfer. */
async function begin(change: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const email = `customer-${++customers}@example.com`;
  const body = orderBody([['oud', 10_000, 1]], { email, way: 'transfer', ...change });
  const answer = await shop.post('/api/payment/initialize', body, headers);
  expect(answer.status).toBe(200);
  return { ...answer.body.data, email: body.email };
}

/** Sends money to an account, as her bank does. @param amount - kobo; the right one by default. */
async function send({ accountNumber }: { accountNumber: string }, amount?: number) {
  const url = `${shop.account.PAYSTACK_URL}/sandbox/accounts/${accountNumber}`;
  const body = JSON.stringify(amount === undefined ? {} : { amount });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
}

const verify = async (reference: string) =>
  (await shop.get(`/api/payment/verify/${reference}`)).body.payment;

const paymentsOf = (reference: string) =>
  shop.services.db
    .select()
    .from(payments)
    .where(sql`order_id = (select order_id from payments where reference = ${reference})`)
    .orderBy(payments.createdAt);

/** Lets the account of a payment run out, and with it the reservation if that is wanted. */
async function expire(reference: string, reservation: 'also' | 'not' = 'not') {
  const { db } = shop.services;
  const past = new Date(Date.now() - 1000).toISOString();
  await db.execute(sql`update payments set account = jsonb_set(account, '{expiresAt}', ${JSON.stringify(past)}::jsonb)
    where reference = ${reference}`);
  if (reservation === 'also')
    await db.execute(sql`update orders set reservation_expires_at = now() - interval '1 second'
      where id = (select order_id from payments where reference = ${reference})`);
}

test('the answer has an account that takes the exact amount for as long as the bottles are kept', async () => {
  const { authorization_url: page, reference, transfer } = await begin();
  expect(page).toBe(`http://127.0.0.1:4321/payment/callback?reference=${reference}`);
  expect(transfer).toMatchObject({
    bank: 'Sandbox Bank',
    accountNumber: expect.stringMatching(/^\d{10}$/),
    accountName: 'TURARE SANDBOX',
    amount: TOTAL,
  });
  expect(await verify(reference)).toMatchObject({ status: 'pending', transfer });
  const order = await shop.orderOf(reference);
  const [payment] = await paymentsOf(reference);
  expect(Date.parse(transfer.expiresAt)).toBeLessThanOrEqual(order.reservationExpiresAt.getTime());
  // Nothing else names the payment in a message about a wrong transfer.
  expect(payment?.providerId).toMatch(/^\d+$/);
  expect(payment).toMatchObject({ way: 'transfer', provider: 'paystack' });
});

test('money that arrives pays the order, and the account is shown no more', async () => {
  const { reference, transfer } = await begin();
  await send(transfer);
  await vi.waitFor(async () => expect((await shop.orderOf(reference)).status).toBe('paid'));
  const payment = await verify(reference);
  expect(payment).toMatchObject({ status: 'paid', channel: 'bank_transfer', amount: TOTAL });
  expect(payment.transfer).toBeUndefined();
});

test('the same press again shows the same account, and a client without a way gets the page', async () => {
  const headers = { 'idempotency-key': 'transfer-pressed-twice' };
  const email = 'twice@example.com';
  const first = await begin({ email }, headers);
  expect(await begin({ email }, headers)).toEqual(first);
  const page = await begin({ way: undefined });
  expect(new URL(page.authorization_url).host).toBe(new URL(shop.account.PAYSTACK_URL).host);
  expect(page.transfer).toBeUndefined();
});

test('a transfer of another amount pays nothing: she reads what arrived, and gets one email', async () => {
  const { reference, transfer, email } = await begin();
  await send(transfer, 1_200_000);
  await vi.waitFor(async () =>
    expect(await verify(reference)).toMatchObject({
      status: 'pending',
      transfer: { ...transfer, rejected: 12_000 },
    }),
  );
  const written = await shop.services.db.select().from(emails).where(eq(emails.recipient, email));
  expect(written.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your transfer for .* order #\w+ was not accepted$/),
  ]);
  expect(written[0]?.text).toContain('₦12,000 arrived for order #');
  expect(written[0]?.text).toContain(
    'It was not accepted. If it is not back in your account after two working days, write to us with the session ID of the transfer.',
  );
  // The rest of the money is another transfer, and again not the amount.
  await send(transfer, 100_000);
  await vi.waitFor(async () =>
    expect((await verify(reference)).transfer).toMatchObject({ rejected: 1000 }),
  );
  await send(transfer);
  await vi.waitFor(async () => expect((await verify(reference)).status).toBe('paid'));
});

test.each(['error', 'hang', 'shape', 'cut'])(
  'where Paystack opens no account (%s), she is sent to its page, as a payment of its own',
  async (kind) => {
    const email = `${kind}@example.com`;
    await shop.break({ on: 'charge', kind, email });
    const { authorization_url: page, reference, transfer } = await begin({ email });
    expect(new URL(page).pathname).toMatch(/^\/checkout\//);
    expect(transfer).toBeUndefined();
    const rows = await paymentsOf(reference);
    expect(rows.map(({ way }) => way)).toEqual(['transfer', 'paystack']);
    expect(rows[1]?.reference).toBe(reference);
    await press(page, 'Pay now');
    // The reference of the account that was never opened says so, too.
    expect(await verify(rows[0]?.reference ?? '')).toMatchObject({ status: 'paid', reference });
  },
);

test('a shop without transfers refuses the way at its field', async () => {
  const other = await openSandboxShop({ products: [product({ id: 'oud' })] });
  const body = orderBody([['oud', 10_000, 1]], { way: 'transfer' });
  expect(await other.post('/api/payment/initialize', body)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', fields: { way: 'Please choose another way to pay' } },
  });
  const offered = async (from: SandboxShop) => (await from.get('/api/extensions')).body.extensions;
  expect(await offered(other)).not.toContain('payment.transfer');
  expect(await offered(shop)).toEqual(expect.arrayContaining(['payment.ways', 'payment.transfer']));
  await other.close();
});

const renew = (reference: string) => shop.post(`/api/payment/account/${reference}`, {});

test('an account that takes money stays; one that has ended is replaced, and the bottles are kept once more', async () => {
  const { reference, transfer } = await begin();
  expect((await renew(reference)).body.payment.transfer).toEqual(transfer);
  const before = (await shop.orderOf(reference)).reservationExpiresAt;
  await expire(reference);
  // Two tabs at once open one account.
  const [renewed] = await Promise.all([renew(reference), renew(reference)]);
  const next = (await verify(reference)).transfer;
  expect(renewed?.status).toBe(200);
  expect(next.accountNumber).not.toBe(transfer.accountNumber);
  const rows = await paymentsOf(reference);
  expect(rows).toHaveLength(2);
  const order = await shop.orderOf(reference);
  expect(order.reservationExpiresAt.getTime()).toBeGreaterThan(before.getTime());
  expect(Date.parse(next.expiresAt)).toBeLessThanOrEqual(order.reservationExpiresAt.getTime());
  // Money that comes to the old account is found.
  await send(transfer);
  await vi.waitFor(async () => expect((await verify(reference)).status).toBe('paid'));
  expect((await shop.orderOf(reference)).status).toBe('paid');
});

test('the reservation is extended once: after that the order takes no account any more', async () => {
  const { reference } = await begin();
  await expire(reference);
  await renew(reference);
  const [, second] = await paymentsOf(reference);
  await expire(second?.reference ?? '', 'also');
  expect(await renew(second?.reference ?? '')).toMatchObject({
    status: 422,
    body: {
      code: 'payment_refused',
      message: expect.stringContaining('The time to pay for this order is over'),
    },
  });
  expect((await renew('no-such-reference')).status).toBe(404);
});

test('money that comes to the accounts of one order twice is left to pay back', async () => {
  const { reference, transfer } = await begin();
  await expire(reference);
  const second = (await renew(reference)).body.payment.transfer;
  await Promise.all([send(transfer), send(second)]);
  await vi.waitFor(async () => {
    const rows = await paymentsOf(reference);
    expect(rows.map(({ received }) => received)).toEqual([TOTAL * 100, TOTAL * 100]);
  });
  const [row] = await shop.services.db
    .select({ status: orders.status })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(payments.reference, reference));
  expect(row?.status).toBe('paid');
});

test('an order that is lost comes back by a later account, and what its first one takes is due back', async () => {
  const { reference: first, transfer } = await begin();
  await expire(first);
  const { reference, transfer: second } = (await renew(first)).body.payment;
  expect(reference).not.toBe(first);
  await send(second);
  await vi.waitFor(async () => expect((await verify(first)).status).toBe('paid'));
  const before = await shop.orderOf(first);
  await forget(shop, before);
  const settings = readSettings({ ...shop.databaseSettings, DATA_DIR: shop.dataDir });
  const again = { settings, sealKeys: await readSealKeys(settings) };
  const { order } = expectMade(await rebuildOn(shop, reference, again));
  expect(order).toMatchObject({ id: before.id, status: 'paid', totalKobo: TOTAL * 100 });

  await send(transfer);
  expect(expectMade(await rebuildOn(shop, first, again)).order.id).toBe(before.id);
  const rows = await paymentsOf(reference);
  expect(rows.map(({ received }) => received)).toEqual([TOTAL * 100, TOTAL * 100]);
});

test('the audit finds nothing wrong', async () => {
  const { violations } = await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 });
  expect(violations).toEqual([]);
});
