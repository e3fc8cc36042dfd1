import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { type Backend, createBackend } from '#backend/backend.ts';
import { migrate } from '#backend/db/migrate.ts';
import { claimNext, recordSent } from '#backend/mail/queue.ts';
import { findByName } from '#backend/order-book/admin-orders.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { emptyDatabase, type FreshDatabase } from '../../database/fresh.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';

/** A database of the first migration, with orders and emails in progress, under the present version. */
const paystack = createFakePaystack();
let database: FreshDatabase;
let client: pg.Client;
let backend: Backend;

beforeAll(async () => {
  database = await emptyDatabase();
  expect(await migrate(database.url, { count: 1 })).toEqual(['0000_tables']);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "insert into products (id, name, price_kobo) values ('oud', 'Oud', 1000000); update stock set on_hand = 20",
  );
  await order('paid', 2);
  await client.query(`update orders set status = 'paid', paid_at = now(), transaction_id = '1', paid_amount = total_kobo,
    paid_currency = 'NGN' where id = 'ord_paid'`);
  await stock('paid', { onHand: -2, reserved: -2, sold: 2 });
  // An email that was tried often holds up no other.
  await client.query(`insert into emails (id, recipient, subject, text, html, sent_at, tries) values
    ('paid:ord_paid', 'ada@example.com', 'Waits', 'Words', '<p>Words</p>', null, 1100),
    ('merchant-paid:ord_paid', 'shop@example.com', 'Sent', '', '', now(), 0)`);
  await order('reserved', 3);
  await order('extended', 4);
  await client.query(
    "update orders set reservation_extended = true, reservation_expires_at = now() where id = 'ord_extended'",
  );
  await client.query(`insert into disputes (id, order_id, status, currency) values ('7', 'ord_paid', 'pending', 'NGN');
    insert into refunds (order_id, amount, currency, status) values ('ord_paid', 500000, 'NGN', 'failed')`);
  backend = await createBackend(readSettings({ DATABASE_URL: database.url }), {
    paystack,
    log: () => {},
  });
});
afterAll(async () => {
  await backend?.close();
  await client.end();
  await database.drop();
});

/** Inserts a pending order with its reservation. Paystack knows its payment. */
async function order(name: string, quantity: number): Promise<void> {
  await client.query(
    `insert into orders (id, reference, email, full_name, shipping_email, phone, address, city, state, country, fee_kobo,
       total_kobo, purchase_id, attempt_hash, reservation_expires_at, next_check_at)
     values ('ord_' || $1, 'tr-' || $1, 'ada@example.com', 'Ada Obi', 'ada@example.com', '', '', '', '', 'Nigeria', 0, $2, 'ord_' || $1, '',
       now() + interval '1 hour', now() + interval '1 hour')`,
    [name, quantity * 1_000_000],
  );
  await client.query(
    `insert into order_items (order_id, position, product_id, name, price_kobo, image, quantity)
     values ('ord_' || $1, 0, 'oud', 'Oud', 1000000, '', $2)`,
    [name, quantity],
  );
  await stock(name, { reserved: quantity });
  const payment = { reference: `tr-${name}`, email: '', amountKobo: quantity * 1_000_000 };
  await paystack.begin({ ...payment, callbackUrl: '' });
}

const stock = (name: string, { onHand = 0, reserved = 0, sold = 0 }) =>
  client.query(
    `update stock set on_hand = on_hand + $2, reserved = reserved + $3, sold_count = sold_count + $4
     from set_config('turare.order', 'ord_' || $1, false)`,
    [name, onHand, reserved, sold],
  );
const stockNow = async () =>
  (await client.query('select on_hand, reserved, sold_count from stock')).rows[0];

test('a paid order stays paid, and cannot become pending again', async () => {
  expect(await findByName(backend.services.db, 'tr-paid')).toMatchObject({
    value: { status: 'paid', items: [{ productId: 'oud', quantity: 2 }] },
  });
  await expect(
    client.query("update orders set status = 'pending' where id = 'ord_paid'"),
  ).rejects.toThrow(/cannot go from paid to pending/);
});

test('a dispute of before is open, and a refund that failed before waits for the merchant', async () => {
  expect(await findByName(backend.services.db, 'tr-paid')).toMatchObject({
    value: { disputes: [{ isOpen: true, hasTaken: false }], unpaid: true },
  });
  // The audit misses the emails about them.
  await client.query('delete from disputes; delete from refunds');
});

test('a waiting email is sent, and no other', async () => {
  const { db } = backend.services;
  const sent: string[] = [];
  for (let email = await claimNext(db); email; email = await claimNext(db)) {
    sent.push(`${email.id} ${email.text}`);
    await recordSent(db, email);
  }
  expect(sent).toEqual(['paid:ord_paid Words']);
});

test('a reservation is sold when its payment arrives', async () => {
  paystack.become('tr-reserved', SUCCESS);
  expect(await backend.services.settlement.verify('tr-reserved')).toMatchObject({ status: 'paid' });
  expect(await stockNow()).toEqual({ on_hand: 15, reserved: 4, sold_count: 5 });
});

test('an extended reservation is released when it expires', async () => {
  paystack.become('tr-extended', { status: 'processing' });
  await backend.services.settlement.sweep();
  expect(await findByName(backend.services.db, 'tr-extended')).toMatchObject({
    value: { status: 'cancelled' },
  });
  expect(await stockNow()).toEqual({ on_hand: 15, reserved: 0, sold_count: 5 });
});

test('the audit finds no fault', async () => {
  const { violations, counts } = await auditShop(backend.services.db, { RESERVATION_MINUTES: 60 });
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ orders: 3, paid: 2, pending: 0, emails: 4 });
});
