import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Backend, createBackend } from '#backend/backend.ts';
import type { LogEntry } from '#backend/base/log.ts';
import { isUnavailable } from '#backend/db/unavailable.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { apiError } from '#contract/errors.ts';
import { type KillableCluster, startKillableCluster } from '../../faults/killable-cluster.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { orderBody, PLACES, product } from '../shop.harness.ts';

/** A separate PostgreSQL that stops, restarts, fills up and runs out of connections, under the API of this process. */
let cluster: KillableCluster;
let client: pg.Client;
let backend: Backend;
let log: LogEntry[];

const open = async () => {
  log = [];
  return createBackend(readSettings({ DATABASE_URL: cluster.url }), {
    providers: [createFakePaystack()],
    log: (entry) => log.push(entry),
  });
};
beforeAll(async () => {
  cluster = await startKillableCluster();
  backend = await open();
  const { db } = backend.services;
  await writeCatalogue(db, (transaction) =>
    insertProducts(transaction, [product({ id: 'oud', stock: 1_000_000 })]),
  );
  await db.insert(shippingPlaces).values(PLACES);
});
afterAll(async () => {
  await backend?.close();
  await cluster?.close();
});
beforeEach(async () => {
  client = new pg.Client({ connectionString: cluster.url, application_name: 'test' });
  client.on('error', () => {});
  await client.connect();
});
// These tests end connections on the server's side, so this one may be gone.
afterEach(() => client.end().catch(() => {}));

let buyers = 0;
const buy = () =>
  backend.app.request('/api/payment/initialize', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      orderBody([['oud', 10_000, 1]], { email: `buyer-${++buyers}@example.com` }),
    ),
  });
const list = () => backend.app.request('/api/product?page=1&limit=5');

/** Expects that the answer says that the shop is unavailable, in the contract's shape, and when to come back. */
async function expectUnavailable(given: Response | Promise<Response>): Promise<void> {
  const answer = await given;
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  const body = apiError.parse(await answer.json());
  expect(body).toMatchObject({ code: 'unavailable', retryAfter: 5 });
  expect(log.filter(({ event }) => event === 'request_failed')).toEqual([]);
}

test('calls get 503 while PostgreSQL is stopped', async () => {
  expect((await list()).status).toBe(200);
  await cluster.kill();
  for (const call of [list, buy, () => backend.app.request('/api/ready')]) {
    await expectUnavailable(call());
  }
  await cluster.restart();
  expect((await list()).status).toBe(200);
  expect((await buy()).status).toBe(200);
});

test('while PostgreSQL restarts, every answer is 200 or 503', async () => {
  const statuses = new Set<number>();
  let over = false;
  const visit = async (call: typeof list) => {
    while (!over) {
      const answer = await call();
      statuses.add(answer.status);
      if (answer.status !== 200) await expectUnavailable(answer);
    }
  };
  const visitors = [list, buy, list, buy].map(visit);
  // Shut down as an administrator would, and started again.
  await cluster.restart();
  await vi.waitFor(async () => expect((await buy()).status).toBe(200), 10_000);
  over = true;
  await Promise.all(visitors);
  expect([...statuses].toSorted()).toEqual([200, 503]);
});

test('a purchase whose connection PostgreSQL ends is answered 503', async () => {
  await client.query("begin; select from stock where product_id = 'oud' for update");
  const bought = buy();
  const { rows } = await waitingForLock();
  await client.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expectUnavailable(bought);
  await client.query('rollback');
  expect((await buy()).status).toBe(200);
});

/** Returns the connection that waits for a lock, once there is one. */
async function waitingForLock() {
  for (;;) {
    const found = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'turare' and wait_event_type = 'Lock'",
    );
    if (found.rows.length > 0) return found;
  }
}

test('a full disk is answered 503', async () => {
  // PostgreSQL's own error, for one table.
  await client.query(`create function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on orders execute function full_disk()`);
  expect((await ready()).status).toBe(200);
  await expectUnavailable(buy());
  expect(await (await ready()).json()).toMatchObject({
    message: 'The disk of the database is full.',
  });
  await client.query('drop trigger full_disk on orders; drop function full_disk');
  expect((await buy()).status).toBe(200);
});

const ready = async () => backend.app.request('/api/ready');

test('a read-only server is not ready, and says why', async () => {
  const only = async (onOff: 'on' | 'off') => {
    await client.query(`alter system set default_transaction_read_only = ${onOff}`);
    await client.query('select pg_reload_conf()');
  };
  await only('on');
  await vi.waitFor(async () => {
    const answer = await ready();
    expect([answer.status, (await answer.json()).message]).toEqual([
      503,
      'The database can only be read.',
    ]);
  });
  expect((await list()).status).toBe(200);
  await client.query('set default_transaction_read_only = off');
  await only('off');
  await vi.waitFor(async () => expect((await ready()).status).toBe(200));
});

test('a commit that waits for a standby makes no process ready, and keeps one connection', async () => {
  await client.query(`alter system set synchronous_standby_names = 'nobody'`);
  await client.query('select pg_reload_conf()');
  await vi.waitFor(async () => {
    expect(await (await ready()).json()).toMatchObject({
      message: 'The database does not commit.',
    });
  });
  expect((await ready()).status).toBe(503);
  const { rows } = await client.query(
    "select count(*)::int as waiting from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'turare'",
  );
  expect(rows).toEqual([{ waiting: 1 }]);
  expect((await list()).status).toBe(200);
  await client.query(`alter system reset synchronous_standby_names`);
  await client.query('select pg_reload_conf()');
  await vi.waitFor(async () => expect((await ready()).status).toBe(200));
});

test('a PostgreSQL without a free connection is answered 503', async () => {
  await backend.close();
  backend = await open();
  const others: pg.Client[] = [];
  let refused: unknown;
  while (!refused) {
    const other = new pg.Client({ connectionString: cluster.url });
    other.on('error', () => {});
    await other.connect().then(
      () => others.push(other),
      (error) => {
        refused = error;
      },
    );
  }
  expect(refused).toMatchObject({ code: '53300' });
  // One request is answered over the API's connection. Another one needs a second.
  const [one, other] = await Promise.all([list(), list()]);
  await expectUnavailable(one.status === 200 ? other : one);
  await Promise.all(others.map((other) => other.end()));
  // PostgreSQL frees a place shortly after its client has gone.
  await vi.waitFor(async () => expect((await list()).status).toBe(200), 10_000);
});

test('a pool without a free connection means unavailable', async () => {
  const pool = new pg.Pool({ connectionString: cluster.url, max: 1 });
  const busy = await pool.connect();
  // Only those who wait for a free one are impatient: a busy machine takes longer to open a connection.
  pool.options.connectionTimeoutMillis = 50;
  const error: unknown = await drizzle(pool)
    .execute(sql`select 1`)
    .catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  busy.release();
  await pool.end();
});

describe('errors of PostgreSQL', () => {
  const thrown = (code: string) =>
    backend.services.db
      .execute(sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`))
      .then(
        () => null,
        (error: unknown) => error,
      );

  test.each(['08006', '53100', '53200', '53300', '57P03', '58030', '25006', '40001'])(
    '%s may pass',
    async (code) => expect(isUnavailable(await thrown(code))).toBe(true),
  );
  test.each(['23505', '42601', '22P02', 'P0001', 'XX000'])('%s does not', async (code) =>
    expect(isUnavailable(await thrown(code))).toBe(false),
  );
  test('an error elsewhere is not an error of the database', async () => {
    const refused = await fetch('http://127.0.0.1:9').catch((error: unknown) => error);
    expect(isUnavailable(refused)).toBe(false);
  });
});
