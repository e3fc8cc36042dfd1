import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, createBackend } from '#backend/backend.ts';
import { claimNext, recordSent } from '#backend/mail/queue.ts';
import { auditShop } from '#backend/services/audit/audit.ts';
import { findByName } from '#backend/services/orders/admin-orders.ts';
import { readSettings } from '#backend/settings.ts';
import { emptyDatabase, type FreshDatabase } from '../../database/fresh.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';

/** The database of an earlier version, with orders and emails in progress, under the present version. */
const PREVIOUS = '0007_picture_alts';
const paystack = createFakePaystack();
let database: FreshDatabase;
let client: pg.Client;
let backend: Backend;

beforeAll(async () => {
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await migrateToPrevious();
  await client.query(
    "insert into products (id, name, price_kobo, stock) values ('oud', 'Oud', 1000000, 20)",
  );
  await order('paid', 2);
  await client.query(`update orders set status = 'paid', paid_at = now(), transaction_id = '1', paid_amount = total_kobo,
    paid_currency = 'NGN' where id = 'ord_paid'`);
  await stock('paid', 0, 2);
  await client.query(`insert into mails (id, recipient, subject, text, html, sent_at) values
    ('paid:ord_paid', 'ada@example.com', 'Waits', 'Words', '<p>Words</p>', null),
    ('merchant-paid:ord_paid', 'shop@example.com', 'Sent', '', '', now())`);
  // More tries than that version could count pauses for: such an email held up all others.
  await client.query("update mails set tries = 1100 where id = 'paid:ord_paid'");
  await order('reserved', 3);
  await order('extended', 4);
  await client.query(
    "update orders set hold_extended = true, hold_expires_at = now() where id = 'ord_extended'",
  );
  await order('refunded', 1);
  await client.query(`update orders set status = 'failed', refund_needed = true, refunded_at = now(), paid_amount = 500000,
    paid_currency = 'NGN' where id = 'ord_refunded'`);
  await stock('refunded', 1, 0);
  await client.query(
    `insert into mails (id, recipient, subject, text, html, sent_at) values ('merchant-refund:ord_refunded', 'shop@example.com', 'Sent', '', '', now())`,
  );
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

/** Applies the migrations up to the previous version, as that version did. */
async function migrateToPrevious(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-migrations-'));
  await cp('src/backend/db/migrations', folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const last = journal.entries.findIndex(({ tag }: { tag: string }) => tag === PREVIOUS);
  await writeFile(
    path,
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }),
  );
  await migrate(drizzle(client), { migrationsFolder: folder });
  await rm(folder, { recursive: true });
}

/** Inserts a pending order with its reservation, as the previous version did. Paystack knows its payment. */
async function order(name: string, quantity: number): Promise<void> {
  await client.query(
    `insert into orders (id, reference, email, full_name, shipping_email, phone, address, city, state, country, fee_kobo,
       total_kobo, attempt_hash, hold_expires_at, next_check_at)
     values ('ord_' || $1, 'tr-' || $1, 'ada@example.com', 'Ada Obi', 'ada@example.com', '', '', '', '', 'Nigeria', 0, $2, '',
       now() + interval '1 hour', now() + interval '1 hour')`,
    [name, quantity * 1_000_000],
  );
  await client.query(
    `insert into order_items (order_id, position, product_id, name, price_kobo, image, quantity)
     values ('ord_' || $1, 0, 'oud', 'Oud', 1000000, '', $2)`,
    [name, quantity],
  );
  await stock(name, -quantity, 0);
  const payment = { reference: `tr-${name}`, email: '', amountKobo: quantity * 1_000_000 };
  await paystack.initialize({ ...payment, callbackUrl: '' });
}

const stock = (name: string, units: number, sold: number) =>
  client.query(
    `update products set stock = stock + $2, sold_count = sold_count + $3
     from set_config('turare.order', 'ord_' || $1, false)`,
    [name, units, sold],
  );
const stockNow = async () =>
  (await client.query('select on_hand, reserved, sold_count from stock')).rows[0];

test('a paid order stays paid, and cannot become pending again', async () => {
  expect(await findByName(backend.services.db, 'tr-paid')).toMatchObject({
    order: { status: 'paid', items: [{ productId: 'oud', quantity: 2 }] },
  });
  await expect(
    client.query("update orders set status = 'pending' where id = 'ord_paid'"),
  ).rejects.toThrow(/cannot go from paid to pending/);
});

test('what was refunded by hand is a refund like others', async () => {
  const found = await findByName(backend.services.db, 'ord_refunded');
  expect(found).toMatchObject({
    order: {
      refundedAt: expect.any(Date),
      refunds: [{ status: 'processed', amount: 500_000, byHand: true }],
      money: { gone: 500_000, remaining: 0 },
    },
  });
});

test('a recent payment is asked about within a day', async () => {
  const { rows } = await client.query(
    "select id from orders where recheck_at between now() - interval '1 minute' and now() + interval '1 day'",
  );
  expect(rows).toEqual([{ id: 'ord_paid' }]);
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
    order: { status: 'cancelled' },
  });
  expect(await stockNow()).toEqual({ on_hand: 15, reserved: 0, sold_count: 5 });
});

test('the audit finds no fault', async () => {
  const { violations, counts } = await auditShop(backend.services.db, { RESERVATION_MINUTES: 60 });
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ orders: 4, paid: 2, pending: 0, emails: 5 });
});
