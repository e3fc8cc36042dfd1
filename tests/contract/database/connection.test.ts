import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';

/** PostgreSQL stops while the API keeps running, as tests/faults/kill-database.test.ts found. */
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Opens a pool so small that one unreleased connection blocks everything. */
function open(connections: number) {
  const opened = connection(connections);
  onTestFinished(opened.close);
  return opened;
}

function connection(connections: number) {
  const lost: Error[] = [];
  const onError = (error: Error) => lost.push(error);
  return { ...connect(database.url, { connections, onError }), lost };
}

test('a connection lost between two queries fails its transaction only', async () => {
  const { db, lost } = open(2);
  const broken = db.transaction(async (transaction) => {
    const { rows } = await transaction.execute(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}::int)`);
    // Waits as for a slow Paystack. Nobody listens to the connection during that time.
    await pause(100);
    await transaction.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  expect(lost).not.toEqual([]);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test('a transaction that cannot begin releases its connection', async () => {
  const { db, pool } = open(1);
  await db.execute(sql`select 1`);
  pool.once('acquire', (client) => client.end());
  await expect(
    db.transaction((transaction) => transaction.execute(sql`select 1`)),
  ).rejects.toThrow();
  const result = await db.transaction((transaction) => transaction.execute(sql`select 1 as one`));
  expect(result.rows).toEqual([{ one: 1 }]);
});

test('a connection to a read-only server is not used again', async () => {
  const { db } = open(1);
  const process = async () => (await db.execute(sql`select pg_backend_pid()`)).rows;
  const failing = (statement: ReturnType<typeof sql>) =>
    db.transaction(async (transaction) => {
      await transaction.execute(statement);
      await transaction.execute(sql`create table orders ()`);
    });
  const first = await process();
  // A table of that name exists: that is no reason for another server.
  await expect(failing(sql`select 1`)).rejects.toThrow();
  expect(await process()).toEqual(first);
  await expect(failing(sql`set transaction read only`)).rejects.toThrow();
  expect(await process()).not.toEqual(first);
});

test('a transaction has the isolation level that it requests', async () => {
  const { db } = open(1);
  const { rows } = await db.transaction(
    (transaction) => transaction.execute(sql`show transaction_isolation`),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
});

test('close waits until every connection has ended, so that the server may stop then', async () => {
  const { db, pool, close, lost } = connection(3);
  let ended = 0;
  pool.on('connect', (client) => client.once('end', () => ended++));
  await Promise.all([1, 2, 3].map(() => db.execute(sql`select pg_sleep(0.05)`)));
  await close();
  expect(ended).toBe(3);
  expect(lost).toEqual([]);
});
