import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#backend/db/migrate.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

let number = 0;
async function insertOrder(status = 'pending'): Promise<string> {
  const id = `ord_${++number}`;
  await client.query(
    `insert into orders (id, status, reference, email, full_name, shipping_email, phone, address, city, state,
       country, fee_kobo, total_kobo, purchase_id, attempt_hash, reservation_expires_at, accepted_at, paid_at)
     values ($1, $2, $1, 'a@b.ng', '', '', '', '', '', '', 'Nigeria', 0, 100, $1, '', now(), now(), now())`,
    [id, status],
  );
  return id;
}
/** The only transitions of an order (decision 12). */
const TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid'],
  cancelled: ['paid'],
  paid: [],
};
const setStatus = (id: string, status: string) =>
  client.query('update orders set status = $2 where id = $1', [id, status]);

describe('the transitions of an order, in the database', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));
  test.each(pairs)('%s → %s', async (from, to) => {
    const id = await insertOrder();
    if (from !== 'pending') await setStatus(id, from);
    const allowed = from === to || TRANSITIONS[from].includes(to);
    if (allowed) await setStatus(id, to);
    else await expect(setStatus(id, to)).rejects.toThrow(/cannot go from/);
  });

  test.each(['paid', 'failed', 'cancelled'])('no order begins as %s', async (status) => {
    await expect(insertOrder(status)).rejects.toThrow(/begins as pending/);
  });

  test('amounts and reference cannot change', async () => {
    const id = await insertOrder();
    for (const change of ["reference = 'other'", 'total_kobo = 1', 'fee_kobo = 1']) {
      await expect(client.query(`update orders set ${change} where id = $1`, [id])).rejects.toThrow(
        /fixed/,
      );
    }
  });

  test('accepted is final', async () => {
    const id = await insertOrder();
    for (const change of ['null', "now() + interval '1 hour'"])
      await expect(
        client.query(`update orders set accepted_at = ${change} where id = $1`, [id]),
      ).rejects.toThrow(/stays accepted/);
  });

  test('paid without a time is refused', async () => {
    const id = await insertOrder();
    await expect(
      client.query("update orders set status = 'paid', paid_at = null where id = $1", [id]),
    ).rejects.toThrow(/orders_paid_when/);
  });
});

test('stock never falls below zero', async () => {
  await client.query("insert into products (id, name, price_kobo) values ('p', 'P', 100)");
  await expect(client.query('update stock set on_hand = on_hand - 1')).rejects.toThrow(
    /never_negative/,
  );
});

test('two processes can migrate one database at the same time, and again later', async () => {
  await client.query(
    'drop schema public cascade; drop schema drizzle cascade; create schema public',
  );
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
  await migrate(database.url);
  expect((await client.query('select count(*)::int as count from products')).rows).toEqual([
    { count: 0 },
  ]);
});
