import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { forgetAsked } from '../orders/time.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { type Customer, lastCode, PASSWORD, pass, signUp } from './account.harness.ts';

/**
 * Walks all columns of the database that can hold words. Each one is named here as holding nothing of a customer, or this
 * test writes a mark into it for a customer: after the erasure no mark is left, unless her export has it.
 *
 * A new table or column makes this test fail. If it can name a person, fill it in `fill`, and let `eraseAccount`,
 * `eraseOrders` or a foreign key delete it. Otherwise name it in NOTHING_OF_HERS.
 */

/** Tables, and columns of other tables, that hold nothing of a customer, by the reason. */
const NOTHING_OF_HERS: Readonly<Record<string, readonly string[]>> = {
  'the catalogue and the words of the shop': [
    ...['facets', 'listed_products', 'media', 'product_pictures', 'product_words', 'products'],
    ...['redirects', 'search_words', 'set_parts', 'stock', 'stock_movements', 'shipping_places'],
    ...[
      'shop_facts',
      'stock_alert_products',
      'promotions',
      'publisher_notices',
      'order_items',
      'order_parts',
    ],
  ],
  'files of the merchant, which are deleted after 30 days': [
    ...['imports', 'import_files', 'import_mappings', 'import_parts', 'import_pictures'],
    ...['import_products', 'import_redirects', 'import_rows'],
  ],
  'the people of the shop, and what they did': [
    ...['staff', 'staff_actions', 'staff_challenges', 'staff_forms', 'staff_invitations'],
    ...['staff_passkeys', 'staff_sessions', 'restocks', 'door_collections'],
    ...['bank_transfers.recorded_by', 'door_refusals.recorded_by', 'door_refusals.lifted_by'],
    ...['fulfilment_steps.recorded_by', 'order_notes.recorded_by', 'refunds.requested_by'],
    ...['reviews.hidden_reason', 'refund_accounts.given_by', 'units_back'],
    ...['returns.answered_by', 'returns.received_by'],
  ],
  'the state of the program': [
    ...['backup_targets', 'compatibility', 'database_mark', 'incidents', 'lost_times', 'sql_files'],
    ...['webhook_events', 'rate_limits'],
  ],
  'ids, secrets as hashes, and words from a fixed list': [
    ...[
      'accounts.id',
      'accounts.password_hash',
      'addresses.id',
      'addresses.account_id',
      'sessions',
      'password_resets',
    ],
    ...['known_devices.account_id', 'door_refusals.order_id', 'door_refusals.account_id'],
    ...['email_codes.purpose', 'email_codes.code_hash', 'emails.id', 'emails.kind'],
    ...['fulfilment_steps.order_id', 'fulfilment_steps.step', 'order_notes.order_id'],
    ...['order_search.order_id', 'promotion_codes', 'promotion_uses', 'refund_accounts.order_id'],
    ...['refund_accounts.key_hash', 'reviews.id', 'reviews.product_id', 'reviews.account_id'],
    ...['reviews.source', 'reviews.source_key', 'stock_alerts.id', 'stock_alerts.product_id'],
    ...['stock_alerts.key_hash', 'bank_transfers.payment', 'bank_transfers.session_id'],
    ...['orders.id', 'orders.status', 'orders.reference', 'orders.account_id'],
    ...['orders.purchase_id', 'orders.attempt_hash', 'orders.promotion', 'orders.delivery'],
    ...['orders.remark', 'orders.rebuilt_without', 'orders.gift'],
    ...['returns.order_id', 'returns.exchange_id', 'returns.attempt', 'returns.reason'],
    ...['returns.wish', 'return_lines'],
  ],
  'the books: a payment or a refund, its provider and its state': [
    ...['disputes', 'payments.reference', 'payments.order_id', 'payments.provider'],
    ...['payments.state', 'payments.page', 'payments.currency', 'payments.provider_id'],
    ...['payments.channel', 'payments.found_by', 'payments.way', 'payments.account'],
    ...['refunds.payment', 'refunds.order_id', 'refunds.reference', 'refunds.status'],
    ...['refunds.currency', 'refunds.purpose', 'refunds.intent', 'refunds.mark'],
    ...['refunds.provider_id', 'refunds.refusal', 'orders.country'],
  ],
  'one who wrote to a former shop has no account, and staff delete the review': ['reviews.author'],
};
const nothing = new Set(Object.values(NOTHING_OF_HERS).flat());

const paystack = createFakePaystack();
let shop: TestShop;
let ada: Customer;
const EMAIL = 'whoaccountsemail@example.com';
beforeAll(async () => {
  shop = await openShop({
    paystack,
    products: [product({ id: 'oud' }), product({ id: 'gone', stock: 0 })],
  });
  ada = await signUp(shop, EMAIL);
});
afterAll(() => shop.close());

/** The columns that can hold words, as table.column. */
async function columnsOfWords(): Promise<string[]> {
  const { rows } = await shop.services.db.execute<{ name: string }>(sql`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'jsonb', 'json', 'ARRAY', 'character varying') or c.udt_name = 'citext')
      and coalesce(c.udt_name, '') not like '_int%'
    order by 1`);
  return rows.map(({ name }) => name);
}

/** The mark that a column gets: in lower case, since some columns keep nothing else. */
const markOf = (column: string) => `who${column.replace(/[^a-z]/g, '')}`;

/** The columns that hold their mark, or that of another column. */
async function marked(columns: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const column of columns) {
    const [table = '', name = ''] = column.split('.');
    const { rows } = await shop.services.db.execute<{ found: boolean }>(sql`
      select exists (select from ${sql.identifier(table)}
        where ${sql.identifier(name)}::text ~* 'who[a-z]{8}') as found`);
    if (rows[0]?.found) found.push(column);
  }
  return found;
}

/** Lets the shop store all that it can know of a customer, and puts a mark into each column of it. */
async function fill(): Promise<void> {
  const { db } = shop.services;
  const shippingInfo = {
    ...orderBody([]).shippingInfo,
    ...{ gift: 'yes', giftMessage: 'x', buyerName: 'x', buyerPhone: '0803 123 4568', note: 'x' },
  };
  const begin = async (change: object) => {
    const body = orderBody([['oud', 10_000, 1]], { email: EMAIL, ...change });
    const answer = await shop.post('/api/payment/initialize', body, {
      'idempotency-key': `the-attempt-${Math.random().toString(36).slice(2)}`,
      ...ada.auth,
    });
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body.data.reference as string;
  };
  await begin({ saveAddress: true });
  const reference = await begin({ shippingInfo, campaign: { source: 'x' } });
  paystack.become(reference, { ...SUCCESS, paidAt: '2026-01-05T10:00:00.000Z' });
  await forgetAsked(db);
  await shop.get(`/api/payment/verify/${reference}`);
  await shop.post('/api/review/oud', { rating: 5, comment: 'Lasts all day' }, ada.auth);
  await shop.post('/api/stock-alert', { productId: 'gone', email: EMAIL });
  await shop.post('/api/account/profile', { fullName: 'Ada', phone: '1' }, ada.auth);
  await shop.post('/api/auth/forgot-password', { email: EMAIL });
  expect(await lastCode(shop, EMAIL)).toMatch(/\d/);
  const {
    rows: [order],
  } = await db.execute<{ id: string }>(sql`select id from orders where reference = ${reference}`);
  const id = order?.id ?? expect.fail('no order');
  for (const insert of [
    sql`insert into replaced_registrations (attempt_hash, email, full_name, password_hash) values ('x', ${EMAIL}, 'x', 'x')`,
    sql`insert into known_devices (account_id, device_hash) values (${ada.id}, 'x')`,
    sql`insert into order_notes (order_id, text, recorded_by) values (${id}, 'x', 'Bola')`,
    sql`insert into bank_transfers (payment, amount, sender, sent_at, recorded_by) values (${reference}, 1, 'x', now(), 'Bola')`,
    sql`insert into door_refusals (order_id, account_id, phone_hash, recorded_by) values (${id}, ${ada.id}, 'x', 'Bola')`,
    sql`insert into refunds (payment, order_id, amount, currency, status, mark, requested_by) values (${reference}, ${id}, 1, 'NGN', 'pending', 'rfd_x', 'Bola')`,
    sql`insert into refund_accounts (refund, order_id, bank, last_digits, given_at)
      select id, order_id, 'x', 'x', now() from refunds where order_id = ${id}`,
    sql`insert into returns (order_id, attempt, reason, opened, words, wish) values (${id}, 'x', 'mind', false, 'x', 'money')`,
    sql`insert into return_pictures (return_id, hash, mime, bytes, preview)
      select id, 'x', 'image/webp', '', '' from returns where order_id = ${id}`,
    sql`insert into fulfilment_steps (order_id, step, recorded_by, at) values (${id}, 'packed', 'Bola', now() - interval '2 hours')`,
    sql`insert into fulfilment_steps (order_id, step, courier, tracking_number, recorded_by, at) values (${id}, 'shipped',
      ${markOf('fulfilment_steps.courier')}, ${markOf('fulfilment_steps.tracking_number')}, 'Bola', now() - interval '1 hour')`,
  ]) {
    await db.execute(insert);
  }
  // The mark of a column, where its rows are of this customer.
  const isAccount = sql`account_id = ${ada.id}`;
  const OWN: Readonly<Record<string, ReturnType<typeof sql>>> = {
    accounts: sql`id = ${ada.id}`,
    addresses: isAccount,
    known_devices: isAccount,
    reviews: isAccount,
    orders: sql`id = ${id}`,
    payments: sql`reference = ${reference}`,
    bank_transfers: sql`payment = ${reference}`,
    return_pictures: sql`return_id in (select r.id from returns r where r.order_id = ${id})`,
    email_codes: sql`email = ${EMAIL}`,
    replaced_registrations: sql`email = ${EMAIL}`,
    stock_alerts: sql`email = ${EMAIL}`,
    // Those about her order, also to the merchant.
    emails: sql`recipient = ${EMAIL} or id like ${`%${id}`}`,
  };
  // Her address is how these rows are found, and it contains a mark already.
  const kept =
    /^(accounts|email_codes|replaced_registrations|stock_alerts|orders)\.email$|^emails\.recipient$/;
  const columns = await columnsOfWords();
  for (const column of columns) {
    const [table = '', name = ''] = column.split('.');
    if (nothing.has(table) || nothing.has(column) || kept.test(column)) continue;
    // A trigger writes the first, and rows of the other are only ever added.
    if (column === 'order_search.key' || table === 'fulfilment_steps') continue;
    const mark = markOf(column);
    const value = ['payments.metadata', 'payments.payer', 'orders.campaign'].includes(column)
      ? sql`${JSON.stringify({ source: mark })}::jsonb`
      : sql`${mark}`;
    const isOfOrder = columns.includes(`${table}.order_id`);
    const which = OWN[table] ?? (isOfOrder && sql`order_id = ${id}`);
    // It is reported as not filled.
    if (!which) continue;
    await db.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(name)} = ${value}
      where ctid = any(array(select ctid from ${sql.identifier(table)} where ${which} limit 1))`);
  }
}

test('no column that can name a customer is forgotten by the erasure or the export', async () => {
  await fill();
  const columns = await columnsOfWords();
  const personal = columns.filter(
    (one) => !nothing.has(one) && !nothing.has(one.split('.')[0] ?? ''),
  );
  const unknown = [...nothing].filter(
    (one) => !columns.some((column) => column === one || column.startsWith(`${one}.`)),
  );
  expect(unknown, 'These are not in the database').toEqual([]);
  const before = await marked(personal);
  const unfilled = personal.filter((column) => !before.includes(column));
  expect(unfilled, 'Fill these in `fill`, or list them in NOTHING_OF_HERS').toEqual([]);

  const exported = JSON.stringify((await shop.get('/api/account/export', ada.auth)).body);
  const gone = await shop.post('/api/account/delete', { password: PASSWORD }, ada.auth);
  expect(gone.status).toBe(200);
  // After the longest delivery, and after everything that ends by its time.
  await pass(shop, 15 * 24 * 60);
  await sweepAccounts(shop.services.db);
  const left = (await marked(columns)).filter((column) => !exported.includes(markOf(column)));
  expect(left, 'Neither erased nor exported').toEqual([]);
});
